#!/usr/bin/env -S python3 -B
"""A web server that lies, stumbles and ends as it is told: for the tests of background transfers.

GET /SCENARIO/NAME?size=N&seed=S… on 127.0.0.1; each NAME has a state of its own, told by
/control/state?path=/SCENARIO/NAME. /control/sha256?seed=S&version=V&size=N tells a content's hash.
When it listens it prints one line of JSON, with its ports and the paths of its certificates. It
ends on SIGTERM or SIGINT, and leaves nothing behind.
"""
import argparse
import json
import os
import select
import shutil
import signal
import socket
import ssl
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import certificates  # noqa: E402
import control  # noqa: E402
import proxy  # noqa: E402
import scenarios  # noqa: E402
from connection import Connection  # noqa: E402
from exchange import Closed, Exchange  # noqa: E402
from resources import Resources  # noqa: E402

# What each port is for. Those with "tls" speak it; the last one ends each handshake.
PORTS = ["port", "otherPort", "tlsPort", "tlsClientPort", "proxyPort", "authProxyPort",
         "tlsCutPort"]
SEND_BUFFER = 64 * 1024  # Little lies about in the kernel, so that "sent" means something.


class Server:
    def __init__(self, options, folder):
        self.flaky, self.calm = options.flaky, False
        self.resources = Resources(options.journal)
        self.proxied = []
        self.stopping = False
        self._stop = threading.Event()
        self._connections, self._lock = set(), threading.Lock()
        self.paths = certificates.make(folder)
        self._tls = self._context()
        self._tls_client = self._context()
        self._tls_client.verify_mode = ssl.CERT_REQUIRED
        self._tls_client.load_verify_locations(self.paths["authority"])
        wanted = options.ports or [options.port] + [0] * (len(PORTS) - 1)
        self._listeners = {name: self._listen(port) for name, port in zip(PORTS, wanted)}
        self.ports = {name: each.getsockname()[1] for name, each in self._listeners.items()}

    def _context(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.paths["server"], self.paths["serverKey"])
        return context

    @staticmethod
    def _listen(port):
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        try:
            listener.bind(("127.0.0.1", port))
        except OSError as error:
            raise SystemExit(f"transfer_server: port {port}: {error.strerror}")
        listener.listen(512)
        return listener

    def run(self):
        for name, listener in self._listeners.items():
            threading.Thread(target=self._accept, args=(name, listener), daemon=True).start()
        print(json.dumps({**self.ports, **self.paths, "pid": os.getpid()}), flush=True)
        self._stop.wait()

    def stop(self, *_):
        self.stopping = True
        self._stop.set()

    def stop_at_end_of_input(self):
        while os.read(0, 4096):
            pass
        self.stop()

    def sleep(self, seconds):
        """Waits, unless the server is to end."""
        if self._stop.wait(seconds):
            raise Closed

    def cut_all(self, but):
        """Resets every connection but the one that asks, and tells how many."""
        with self._lock:
            others = [each for each in self._connections if each.current is not but]
        for each in others:
            each.abort = True
            try:
                each.sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        return len(others)

    def _accept(self, name, listener):
        while True:
            sock, _ = listener.accept()
            threading.Thread(target=self._serve, args=(name, sock), daemon=True).start()

    def _serve(self, name, sock):
        tls = {"tlsPort": self._tls, "tlsClientPort": self._tls_client}.get(name)
        try:
            if name == "tlsCutPort":
                sock.recv(1)
                sock.close()
                return
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if tls:
                sock.settimeout(30)
                sock = tls.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
                sock.do_handshake()
                sock.settimeout(None)
        except OSError:  # The client doesn't trust us, or isn't trusted.
            let_read(sock)
            return
        connection = Connection(sock, "https" if tls else "http")
        connection.current = None
        with self._lock:
            self._connections.add(connection)
        try:
            while True:
                self._answer(name, connection)
        except Closed:
            pass
        finally:
            with self._lock:
                self._connections.discard(connection)
            connection.close()

    def _answer(self, name, connection):
        request = connection.current = connection.request()
        if name in ("proxyPort", "authProxyPort"):
            return proxy.serve(self, connection, request, name == "authProxyPort")
        if request.path.startswith("/control/"):
            status, text = control.reply(self, request)
            data = text.encode()
            return connection.send(b"HTTP/1.1 %d Told\r\nContent-Type: application/json\r\n"
                                   b"Content-Length: %d\r\n\r\n" % (status, len(data)) + data)
        run = scenarios.ALL.get(request.path.split("/")[1])
        if run is None:
            return connection.send(b"HTTP/1.1 404 No Such Scenario\r\nContent-Length: 0\r\n\r\n")
        exchange = Exchange(self, connection, request, self.resources.find(request.path))
        try:
            run(exchange)
        finally:
            exchange.entry["unacknowledged"] = connection.unsent()
            self.resources.update(exchange.resource, exchange.entry)


def let_read(sock):
    """Closes after the client has: a close with bytes unread would take back what was said last."""
    try:
        socket.socket.shutdown(sock, socket.SHUT_WR)
        while select.select([sock], [], [], 5)[0] and os.read(sock.fileno(), 65536):
            pass
    except OSError:
        pass
    sock.close()


def help_text():
    lines = ["scenarios:"]
    for name, run in scenarios.ALL.items():
        lines.append(f"  {name:26}{run.help}")
    lines.append("\nEach takes size= (65536), seed= (1), cut= (half of it) and pace= (bytes a second).")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog=help_text(),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0, help="of plain HTTP; 0: any")
    parser.add_argument("--ports", type=int, nargs=len(PORTS), metavar="N",
                        help="all of them, in the order of the line that it prints")
    parser.add_argument("--folder", help="keeps the certificates here, for the next start")
    parser.add_argument("--journal", metavar="FILE",
                        help="keeps its state here, so that a server that was killed goes on")
    parser.add_argument("--flaky", metavar="SEED", help="the scenarios flaky… misbehave by this")
    parser.add_argument("--until-eof", action="store_true", help="ends when standard input does")
    options = parser.parse_args()
    folder = options.folder or tempfile.mkdtemp(prefix="quiesce-transfer-server-")
    try:
        server = Server(options, folder)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, server.stop)
        if options.until_eof:
            threading.Thread(target=server.stop_at_end_of_input, daemon=True).start()
        server.run()
    finally:
        if not options.folder:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
