"""A small HTTP server for the agent's own tests: what it does is in the request's path and query.

Prints its ports, one a line: the plain one, then (given --tls CERT KEY [CLIENT_CA]) the one with TLS.
The bytes of every file are those of Pattern.swift.
"""
import base64, hashlib, json, os, socket, ssl, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit


def block():
    value, out = 1, bytearray()
    for _ in range(65521):
        value = (value * 1103515245 + 12345) & 0x7FFFFFFF
        out.append(value >> 16 & 255)
    return bytes(out)


BLOCK = block()
LONG = BLOCK * 33
requests = []


def piece(offset, count):
    start = offset % len(BLOCK)
    return LONG[start : start + count]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def setup(self):
        if isinstance(self.request, ssl.SSLSocket):
            try:
                self.request.do_handshake()
            except OSError:
                # Whoever closes with something unread resets the connection, and its alert is lost.
                plain = socket.socket(fileno=os.dup(self.request.fileno()))
                plain.settimeout(5)
                plain.shutdown(socket.SHUT_WR)
                while plain.recv(65536):
                    pass
                plain.close()
                raise
        super().setup()

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        address = urlsplit(self.path)
        query = dict(parse_qsl(address.query))
        kind, _, rest = address.path[1:].partition("/")
        length = int(self.headers.get("Content-Length") or 0)
        record = {
            "method": self.command, "path": self.path, "range": self.headers.get("Range"),
            "authorization": self.headers.get("Authorization"), "cookie": self.headers.get("Cookie"),
            "fields": {name.lower(): value for name, value in self.headers.items()}, "sent": 0,
        }
        if kind != "requests":
            requests.append(record)
        if kind == "upload":
            return self.upload(length, query)
        if length:
            self.rfile.read(length)
        getattr(self, "on_" + kind)(rest, query, record)

    do_HEAD = do_POST = do_PUT = do_DELETE = do_GET

    def answer(self, status, body=b"", **fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def on_requests(self, rest, query, record):
        self.answer(200, json.dumps(requests).encode())

    def on_file(self, rest, query, record):
        """/file/BYTES: etag, rate (bytes a second), cut (after so many bytes), stall (likewise); with
        once, those two only the first time. part: no 206 is longer."""
        if "once" in query and sum(one["path"] == self.path for one in requests) > 1:
            query = {name: value for name, value in query.items() if name in ["etag", "part"]}
        size, start, status = int(rest), 0, 200
        etag = query.get("etag", '"v1"')
        wanted = self.headers.get("Range")
        if wanted and self.headers.get("If-Range") == etag:
            start, status = int(wanted[6:-1]), 206
        if status == 206 and start >= size:
            return self.answer(416, Content_Range=f"bytes */{size}")
        total = size
        if status == 206:
            size = min(size, start + int(query.get("part", size)))
        self.send_response(status)
        self.send_header("ETag", etag)
        if status == 206:
            self.send_header("Content-Range", f"bytes {start}-{size - 1}/{total}")
        self.send_header("Content-Length", str(size - start))
        self.end_headers()
        if self.command == "HEAD":
            return
        rate = float(query.get("rate", 0))
        end = min(size, int(query.get("cut", size)), int(query.get("stall", size)))
        began, offset = time.monotonic(), start
        while offset < end:
            part = piece(offset, min(65536, end - offset))
            try:
                self.wfile.write(part)
            except OSError:
                self.close_connection = True
                return
            offset += len(part)
            record["sent"] = offset
            if rate:
                time.sleep(max(0, began + (offset - start) / rate - time.monotonic()))
        if end < size:
            if "stall" in query:
                try:
                    self.connection.recv(1)
                except OSError:
                    pass
            self.close_connection = True

    def on_endless(self, rest, query, record):
        """/endless/BYTES in chunks: nobody is told how many."""
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            for offset in range(0, int(rest), 65536):
                part = piece(offset, min(65536, int(rest) - offset))
                self.wfile.write(b"%x\r\n%b\r\n" % (len(part), part))
            self.wfile.write(b"0\r\n\r\n")
        except OSError:
            self.close_connection = True

    def on_status(self, rest, query, record):
        fields = {name.replace("-", "_"): value for name, value in query.items()}
        self.answer(int(rest), b"said so", **fields)

    def on_redirect(self, rest, query, record):
        fields = {"Set_Cookie": query["cookie"]} if "cookie" in query else {}
        self.answer(int(rest), b"over there", Location=query.get("to", ""), **fields)

    def on_loop(self, rest, query, record):
        self.answer(302, b"over there", Location="/loop/")

    def on_basic(self, rest, query, record):
        expected = "Basic " + base64.b64encode(b"me:secret").decode()
        if self.headers.get("Authorization") == expected:
            return self.answer(200, b"welcome")
        # `also`: offered before it, in the same field or in one of its own.
        also = query.get("also")
        if also and "apart" in query:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="door"')
            self.send_header("WWW-Authenticate", also)
            self.send_header("Content-Length", "4")
            self.end_headers()
            return self.wfile.write(b"who?")
        offers = f'{also}, Basic realm="door"' if also else 'Basic realm="door"'
        self.answer(401, b"who?", WWW_Authenticate=offers)

    def on_digest(self, rest, query, record):
        given = self.headers.get("Authorization") or ""
        if given.startswith("Digest "):
            parts = dict(
                part.strip().split("=", 1) for part in given[7:].split(",") if "=" in part)
            parts = {name: value.strip('"') for name, value in parts.items()}
            md5 = lambda text: hashlib.md5(text.encode()).hexdigest()
            first, second = md5("me:door:secret"), md5(f"{self.command}:{self.path}")
            if parts.get("response") == md5(
                ":".join([first, parts["nonce"], parts["nc"], parts["cnonce"], "auth", second])):
                return self.answer(200, b"welcome")
        self.answer(401, b"who?", WWW_Authenticate='Digest realm="door", nonce="n1", qop="auth"')

    def on_raw(self, rest, query, record):
        """Bytes as they stand in the query, then the end of the connection."""
        self.wfile.write(query["bytes"].encode("latin-1"))
        self.wfile.flush()
        self.close_connection = True

    def upload(self, length, query):
        """What came, hashed. `rate`: how fast it is read."""
        rate, left, hash, began = float(query.get("rate", 0)), length, hashlib.sha256(), time.monotonic()
        while left:
            part = self.rfile.read(min(65536, left))
            if not part:
                self.close_connection = True
                return
            hash.update(part)
            left -= len(part)
            if rate:
                time.sleep(max(0, began + (length - left) / rate - time.monotonic()))
        self.answer(200, json.dumps({
            "method": self.command, "bytes": length, "sha256": hash.hexdigest()}).encode())


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def get_request(self):
        connection, address = super().get_request()
        # What is sent and not read is lost by a kill of the reader: little.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65536)
        return connection, address

    def handle_error(self, request, client_address):
        pass


def serve(tls=None):
    server = Server(("127.0.0.1", 0), Handler)
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(tls[0], tls[1])
        if len(tls) > 2:
            context.verify_mode = ssl.CERT_REQUIRED
            context.load_verify_locations(tls[2])
        # The handshake is the connection's own thread's affair.
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    print(server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()


serve()
if "--tls" in sys.argv:
    serve(sys.argv[sys.argv.index("--tls") + 1 :])
# Until the test that started it has gone.
sys.stdin.read()
os._exit(0)
