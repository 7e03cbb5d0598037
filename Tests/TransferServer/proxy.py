"""A small forward proxy: absolute URLs and CONNECT, to this machine alone."""
import socket
import urllib.parse

from exchange import Closed
from scenarios.access import basic_is_right


def serve(server, connection, request, needs_password):
    """One request to the proxy; the connection ends with it."""
    server.proxied.append({"method": request.method, "target": request.target,
                           "authorization": request.header("Proxy-Authorization")})
    if needs_password and not basic_is_right(request.header("Proxy-Authorization")):
        connection.send(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n"
                        b'Proxy-Authenticate: Basic realm="the proxy"\r\n\r\n')
        return
    connect = request.method == "CONNECT"
    where = urllib.parse.urlsplit("//" + request.target if connect else request.target)
    if where.hostname not in ("127.0.0.1", "localhost"):
        connection.send(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
        return
    try:
        other = socket.create_connection((where.hostname, where.port or 80), timeout=10)
        other.settimeout(None)
    except OSError:
        connection.send(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
        return
    if connect:
        connection.send(b"HTTP/1.1 200 Connection established\r\n\r\n")
    else:
        path = where.path + (f"?{where.query}" if where.query else "")
        headers = "".join(f"{key}: {value}\r\n" for key, value in request.headers
                          if key.lower() not in ("proxy-authorization", "proxy-connection",
                                                 "connection"))
        other.sendall(f"{request.method} {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n"
                      .encode("latin-1"))
    connection.tunnel(other)
    raise Closed
