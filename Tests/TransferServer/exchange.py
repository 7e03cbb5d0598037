"""One request, and the tools that scenarios answer it with."""
import array
import fcntl
import hashlib
import re
import socket
import struct
import termios
import time
import urllib.parse
from email.utils import formatdate

REASONS = {100: "Continue", 200: "OK", 206: "Partial Content", 301: "Moved Permanently",
           302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
           308: "Permanent Redirect", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
           407: "Proxy Authentication Required", 413: "Content Too Large",
           416: "Range Not Satisfiable", 429: "Too Many Requests", 500: "Internal Server Error",
           502: "Bad Gateway", 503: "Service Unavailable", 511: "Network Authentication Required"}
JOURNAL_EVERY = 128 * 1024


class Closed(Exception):
    """The connection ends here."""


class Request:
    def __init__(self, method, target, headers):
        self.method, self.target, self.headers = method, target, headers
        parts = urllib.parse.urlsplit(target)
        self.path = urllib.parse.unquote(parts.path)
        self.query = dict(urllib.parse.parse_qsl(parts.query))

    def header(self, name):
        values = [value for key, value in self.headers if key.lower() == name.lower()]
        return values[0] if values else None


class Exchange:
    """A request at a scenario: `head` and `body` for honest replies, `send` for the others."""

    def __init__(self, server, connection, request, resource):
        self.server, self.connection, self.request = server, connection, request
        self.resource = resource
        self.query = request.query
        resource.seed = int(self.query.get("seed", resource.seed))
        resource.size = int(self.query.get("size", resource.size))
        self.size = resource.size
        self.cut_at = int(self.query.get("cut", self.size // 2))
        self.pace = float(self.query.get("pace", 0))  # Bytes a second; 0: as fast as it goes.
        self.range = self._range()
        self.entry = {
            "method": request.method, "target": request.target, "start": 0, "sent": 0,
            "range": request.header("Range"), "ifRange": request.header("If-Range"),
            "status": None, "version": resource.version, "scheme": connection.scheme,
            "authorization": request.header("Authorization"), "cookie": request.header("Cookie"),
            "encoding": request.header("Accept-Encoding"),
        }
        server.resources.begin(resource, self.entry)
        self.nth = self.entry["number"]

    def _range(self):
        """Where the range that was asked for begins, None without one. One that has an end is taken
        for one that goes to the end of the file: clients that say it know the size."""
        match = re.fullmatch(r"bytes=(\d+)-\d*", self.request.header("Range") or "")
        return int(match[1]) if match else None

    def conditional_on(self, validator):
        """Whether the rest may be sent: it was asked for if this is the validator, or in any case."""
        return self.range is not None and self.request.header("If-Range") in (None, validator)

    @property
    def content(self):
        return self.resource.content()

    def new_version(self, version=None):
        self.server.resources.set_version(self.resource, version or self.resource.version + 1)
        self.entry["version"] = self.resource.version

    # Replies, piece by piece

    def send(self, data):
        self.connection.send(data)

    def head(self, status, headers=(), date=True):
        """A status line and headers; `Connection: close` if the client is to expect no more."""
        self.entry["status"] = status
        lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Whatever')}"]
        if date:
            lines.append(f"Date: {formatdate(usegmt=True)}")
        lines += [f"{name}: {value}" for name, value in headers]
        self.send(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))

    def body(self, start=0, end=None, content=None):
        """Sends bytes of the content; none for HEAD."""
        if self.request.method == "HEAD":
            return
        self.entry["start"] = start
        begun, told = time.monotonic(), 0
        for data in (content or self.content).pieces(start, end):
            self.send(data)
            self.entry["sent"] += len(data)
            if self.entry["sent"] - told >= JOURNAL_EVERY:
                told = self.entry["sent"]
                self.server.resources.update(self.resource, self.entry)
            if self.pace and not self.server.calm:
                ahead = self.entry["sent"] / self.pace - (time.monotonic() - begun)
                if ahead > 0:
                    self.server.sleep(ahead)

    def validators(self):
        return [("ETag", self.content.etag), ("Last-Modified", self.content.last_modified)]

    def text(self, status, text, headers=()):
        """A short reply that isn't the content."""
        data = text.encode()
        self.head(status, [("Content-Type", "text/plain"), ("Content-Length", len(data)), *headers])
        if self.request.method != "HEAD":
            self.send(data)

    # Whole replies

    def whole(self, headers=None, to=None):
        """200 with everything, or with the bytes up to `to` and then the end of the connection."""
        headers = self.validators() if headers is None else headers
        self.head(200, [("Content-Length", self.size), ("Accept-Ranges", "bytes"), *headers])
        self.body(0, to)
        if to is not None and to < self.size:
            self.cut()

    def cut_first(self, headers=None):
        """The first request gets a part; True if this was it."""
        if self.nth > 1:
            return False
        self.whole(headers, to=self.cut_at)
        return True

    def rest(self, start=None, total=None, headers=None, to=None):
        """206 from where it was asked for, unless told to lie."""
        start = self.range if start is None else start
        total = self.size if total is None else total
        headers = self.validators() if headers is None else headers
        self.head(206, [("Content-Range", f"bytes {start}-{total - 1}/{total}"),
                        ("Content-Length", total - start), *headers])
        self.body(start, self.size if to is None else to)
        if to is not None and to < self.size:
            self.cut()

    def honest(self, to=None):
        """As a good server does, up to `to`: ranges, conditional ones too."""
        condition = self.request.header("If-Range")
        known = (self.content.etag, self.content.last_modified)
        if self.range is None or (condition is not None and condition not in known):
            self.whole(to=to)
        elif self.range >= self.size:
            self.head(416, [("Content-Range", f"bytes */{self.size}"), ("Content-Length", 0)])
        else:
            self.rest(to=to)

    def chunk(self, data):
        self.send(b"%x\r\n%s\r\n" % (len(data), data))

    # Ends

    def cut(self):
        """The end of the connection, in good order as far as TCP is concerned."""
        raise Closed

    def reset(self):
        """The end of it without any: what was sent and not yet received may be lost."""
        self.connection.abort = True
        raise Closed

    # What the client sends

    def read_body(self, limit=None):
        """The upload's hash and length, or None if `limit` bytes were enough."""
        return self.connection.read_body(self.request, limit)

    def origin(self, port=None, scheme="http"):
        return f"{scheme}://127.0.0.1:{port or self.server.ports['port']}"


def unread_by_peer(sock):
    """Bytes that the kernel still has: sent by the program, not yet acknowledged."""
    buffer = array.array("i", [0])
    try:
        fcntl.ioctl(sock.fileno(), termios.TIOCOUTQ, buffer)
    except (OSError, ValueError):
        return 0
    return buffer[0]


def linger_none(sock):
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def new_digest():
    return hashlib.sha256()
