"""As much HTTP/2 as a load needs: little work for each request, so that what is measured has the processor.

Answers are told apart by what they say, not by their status: a refusal has a reason."""
import select
import socket
import ssl
import struct

PATIENCE = 60
DATA, HEADERS, RESET, SETTINGS, PING, GOAWAY, WINDOW_UPDATE = 0, 1, 3, 4, 6, 7, 8
END_STREAM, ACK, END_HEADERS = 1, 1, 4
WINDOW = 1 << 20


def fields(*pairs):
    """A header block, each field as a literal that no table remembers."""
    def text(value):
        value, size = value.encode(), b""
        rest = len(value) - 127
        if rest < 0:
            return bytes([len(value)]) + value
        while rest >= 128:
            size, rest = size + bytes([rest % 128 + 128]), rest // 128
        return b"\x7f" + size + bytes([rest]) + value
    return b"".join(b"\0" + text(name) + text(value) for name, value in pairs)


class Connection:
    """To a gateway on this machine; who connects shows `certificate`, if any, a file with its key."""

    def __init__(self, port, authority, certificate=None):
        context = ssl.create_default_context(cafile=authority)
        context.set_alpn_protocols(["h2"])
        if certificate:
            context.load_cert_chain(certificate)
        raw = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket = context.wrap_socket(raw, server_hostname="localhost")
        self.socket.setblocking(False)
        self.received, self.taken, self.last, self.is_open = b"", 0, -1, False
        # Nothing is put into our table of headers; a stream's window, and the connection's.
        settings = struct.pack(">HIHI", 1, 0, 4, WINDOW)
        self.send(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0, settings)
                  + frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", WINDOW)))
        # As many requests as the gateway allows count from when its settings are acknowledged.
        while not self.is_open:
            self.receive(PATIENCE)

    def send(self, data):
        while data:
            try:
                data = data[self.socket.send(data):]
            except ssl.SSLWantWriteError:
                select.select([], [self.socket], [], PATIENCE)

    def ask(self, block, body=b""):
        """Sends a request; its stream. The gateway's windows are far larger than what is under way."""
        self.last += 2
        ending = 0 if body else END_STREAM
        data = frame(HEADERS, END_HEADERS | ending, self.last, block)
        self.send(data + frame(DATA, END_STREAM, self.last, body) if body else data)
        return self.last

    def receive(self, timeout=0):
        """What has come, as (stream, data, whether that is its end); waits for something so many seconds."""
        while True:
            try:
                data = self.socket.recv(262_144)
                break
            except ssl.SSLWantReadError:
                if not timeout or not select.select([self.socket], [], [], timeout)[0]:
                    return []
        if not data:
            raise ConnectionError("the gateway closed the connection")
        self.received += data
        return list(self.frames())

    def frames(self):
        at, answer = 0, b""
        while len(self.received) - at >= 9:
            size = int.from_bytes(self.received[at:at + 3], "big")
            if len(self.received) - at < 9 + size:
                break
            kind, flags, stream = struct.unpack(">BBI", self.received[at + 3:at + 9])
            content = self.received[at + 9:at + 9 + size]
            at += 9 + size
            if kind == DATA:
                self.taken += size
                if self.taken > WINDOW // 4:
                    # The endless answer is on the first stream; the others are short.
                    step = struct.pack(">I", self.taken)
                    answer += frame(WINDOW_UPDATE, 0, 0, step) + frame(WINDOW_UPDATE, 0, 1, step)
                    self.taken = 0
                yield stream, content, bool(flags & END_STREAM)
            elif kind == HEADERS and flags & END_STREAM:
                yield stream, b"", True
            elif kind in (SETTINGS, PING) and not flags & ACK:
                answer += frame(kind, ACK, 0, b"" if kind == SETTINGS else content)
                self.is_open = True
            elif kind in (RESET, GOAWAY):
                raise ConnectionError(f"the gateway ended it: {content}")
        self.received = self.received[at:]
        if answer:
            self.send(answer)

    def request(self, block, body=b""):
        """What a request is answered, when nothing else is under way."""
        stream, whole = self.ask(block, body), b""
        while True:
            for answered, data, is_end in self.receive(PATIENCE):
                if answered == stream:
                    whole += data
                    if is_end:
                        return whole

    def close(self):
        self.socket.close()


def frame(kind, flags, stream, content):
    return len(content).to_bytes(3, "big") + struct.pack(">BBI", kind, flags, stream) + content


def head(method, path, *more):
    return fields((":method", method), (":scheme", "https"), (":authority", "localhost"),
                  (":path", path), *more)
