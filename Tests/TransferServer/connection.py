"""One connection: bytes to requests and back. Plain or TLS, and as strict as the tests need."""
import socket

from exchange import Closed, Request, linger_none, new_digest, unread_by_peer

HEAD_LIMIT = 256 * 1024


class Connection:
    def __init__(self, sock, scheme):
        self.sock, self.scheme = sock, scheme
        self.abort = False
        self._buffer = b""

    def send(self, data):
        try:
            self.sock.sendall(data)
        except (OSError, ValueError) as error:
            raise Closed from error

    def unsent(self):
        return unread_by_peer(self.sock)

    def _more(self):
        try:
            data = self.sock.recv(65536)
        except (OSError, ValueError) as error:
            raise Closed from error
        if not data:
            raise Closed
        self._buffer += data

    def _line(self):
        while b"\r\n" not in self._buffer:
            if len(self._buffer) > HEAD_LIMIT:
                raise Closed
            self._more()
        line, self._buffer = self._buffer.split(b"\r\n", 1)
        return line.decode("latin-1")

    def _take(self, count):
        """At least one and at most `count` bytes."""
        if not self._buffer:
            self._more()
        data, self._buffer = self._buffer[:count], self._buffer[count:]
        return data

    def request(self):
        first = self._line().split(" ")
        headers = []
        while line := self._line():
            name, _, value = line.partition(":")
            headers.append((name, value.strip()))
        if len(first) != 3:
            raise Closed
        return Request(first[0], first[1], headers)

    def read_body(self, request, limit=None):
        """Hashes the request's body: (sha256, length), or None when `limit` bytes have come first."""
        digest, count = new_digest(), 0
        for data in self._body(request):
            digest.update(data)
            count += len(data)
            if limit is not None and count >= limit:
                return None
        return digest.hexdigest(), count

    def _body(self, request):
        if (request.header("Expect") or "").lower() == "100-continue":
            self.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        if "chunked" in (request.header("Transfer-Encoding") or ""):
            while size := int(self._line().split(";")[0], 16):
                while size:
                    data = self._take(size)
                    size -= len(data)
                    yield data
                self._line()
            while self._line():
                pass
            return
        left = int(request.header("Content-Length") or 0)
        while left:
            data = self._take(left)
            left -= len(data)
            yield data

    def close(self):
        if self.abort:
            linger_none(self.sock)
        else:
            try:
                self.sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.sock.close()

    def tunnel(self, other):
        """Both directions, until one ends. What was read ahead goes first."""
        import select
        if self._buffer:
            other.sendall(self._buffer)
            self._buffer = b""
        pair = {self.sock: other, other: self.sock}
        try:
            while True:
                for sock in select.select(list(pair), [], [])[0]:
                    data = sock.recv(65536)
                    if not data:
                        return
                    pair[sock].sendall(data)
        except (OSError, ValueError):
            pass
        finally:
            other.close()
