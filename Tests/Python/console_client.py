"""The console as an attacker meets it: bytes on its socket, and WebSocket frames."""
import base64
import http.client
import json
import os
import socket
import struct
import urllib.parse


class Refused(Exception):
    """The answer to a handshake that isn't let in. `status`, `text`."""

    def __init__(self, status, text):
        super().__init__(f"{status}: {text}")
        self.status, self.text = status, text


class Address:
    """Where a console listens: `url` of its link."""

    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        self.host, self.port, self.token = parts.hostname, parts.port, parts.fragment
        self.authority, self.origin = parts.netloc, f"http://{parts.netloc}"
        self.cookie_name = f"quiesce-console-{parts.port}"

    def request(self, method, path, body=None, **headers):
        """Status, headers and text. A header's `_` is written as `-`; None: it is left out."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            named = {"Host": self.authority, **{name.replace("_", "-"): value for name, value in headers.items()}}
            if body is not None:
                named["Content-Length"] = str(len(body))
            for name, value in named.items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders(body)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode()
        finally:
            connection.close()

    def enter(self, token=None):
        """Comes in, as a browser; its cookie and its key."""
        status, headers, text = self.request("POST", "/enter", (token or self.token).encode(), Origin=self.origin)
        if status != 200:
            raise Refused(status, text)
        return headers["Set-Cookie"].split(";")[0], text.strip()

    def connect(self):
        return socket.create_connection((self.host, self.port), timeout=30)

    def line(self, cookie=None, **headers):
        return WebSocket(self.connect(), {"Host": self.authority, "Origin": self.origin, "Cookie": cookie, **headers})


class WebSocket:
    """One line to the console, as a page has it."""

    def __init__(self, connection, headers):
        self.connection = connection
        self.connection.settimeout(30)
        self.rest = b""
        named = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                 "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), **headers}
        lines = ["GET /live HTTP/1.1"] + [f"{name}: {value}" for name, value in named.items() if value is not None]
        self.connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.rest:
            if not (more := self.connection.recv(65536)):
                raise Refused(0, "closed")
            self.rest += more
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        status = int(head.split()[1])
        if status != 101:
            while more := self.connection.recv(65536):
                self.rest += more
            raise Refused(status, self.rest.decode())

    def send(self, message):
        self.frame(0x81, json.dumps(message).encode())

    def frame(self, first, payload):
        length = len(payload)
        size = bytes([0x80 | length]) if length < 126 else \
            struct.pack(">BH", 0xfe, length) if length < 65536 else struct.pack(">BQ", 0xff, length)
        mask = os.urandom(4)
        self.connection.sendall(bytes([first]) + size + mask +
                                bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload)))

    def take(self, count):
        while len(self.rest) < count:
            if not (more := self.connection.recv(1 << 20)):
                raise ConnectionError("the console has closed the line")
            self.rest += more
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def receive(self):
        """The next message; raises ConnectionError at the end."""
        first, second = self.take(2)
        length = second & 0x7f
        if length == 126:
            length, = struct.unpack(">H", self.take(2))
        elif length == 127:
            length, = struct.unpack(">Q", self.take(8))
        payload = self.take(length)
        if first & 0xf == 8:
            raise ConnectionError(f"closed with {struct.unpack('>H', payload[:2])[0] if payload else None}")
        return json.loads(payload)

    def until(self, test):
        """The first message that passes."""
        while not test(message := self.receive()):
            pass
        return message

    def close(self):
        self.connection.close()
