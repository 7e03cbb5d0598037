"""Heads of replies: status lines, headers without end, waiting as the server asks for."""
import time
from email.utils import formatdate

from scenarios import scenario

FLOOD = 8 * 1024 * 1024


@scenario("status", "a reply with code= and a short text")
def status(ex):
    ex.text(int(ex.query.get("code", 404)), "a short text\n")


@scenario("not-http", "a reply that isn't HTTP")
def not_http(ex):
    ex.send(b"220 mail.example.com ESMTP\r\n" + ex.content.read(0, 500))
    ex.cut()


@scenario("no-head", "the connection ends before a byte of the reply, twice; then all is well")
def no_head(ex):
    ex.cut() if ex.nth <= 2 else ex.honest()


@scenario("head-cut", "the connection ends within the headers, once; then all is well")
def head_cut(ex):
    if ex.nth > 1:
        return ex.honest()
    ex.send(b"HTTP/1.1 200 OK\r\nContent-Length: 1")
    ex.cut()


@scenario("endless-headers", "headers that don't end")
def endless_headers(ex):
    ex.send(b"HTTP/1.1 200 OK\r\n")
    for number in range(FLOOD // 1024):
        ex.send(b"X-More-%d: " % number + b"m" * 1000 + b"\r\n")
    ex.cut()


@scenario("long-header", "one header that doesn't end")
def long_header(ex):
    ex.send(b"HTTP/1.1 200 OK\r\nX-Long: ")
    for _ in range(FLOOD // 65536):
        ex.send(b"l" * 65536)
    ex.cut()


@scenario("big-headers", "60 headers of 1 KB, which is allowed")
def big_headers(ex):
    ex.whole([*ex.validators(), *((f"X-Big-{n}", "b" * 1000) for n in range(60))])


@scenario("continue-first", "100 and 103 before the reply, which is allowed")
def continue_first(ex):
    ex.send(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
    ex.honest()


@scenario("clock-skew", "as resume, by a clock ten years late")
def clock_skew(ex):
    skewed = [("Date", "Fri, 01 Jan 2016 00:00:00 GMT"), *ex.validators()]
    length = [("Content-Length", ex.size), ("Accept-Ranges", "bytes")]
    if ex.nth == 1:
        ex.head(200, length + skewed, date=False)
        ex.body(0, ex.cut_at)
        ex.cut()
    elif ex.conditional_on(ex.content.etag):
        ex.head(206, [("Content-Range", f"bytes {ex.range}-{ex.size - 1}/{ex.size}"),
                      ("Content-Length", ex.size - ex.range), *skewed], date=False)
        ex.body(ex.range)
    else:
        ex.head(200, length + skewed, date=False)
        ex.body()


def busy(name, help, retry_after, status=503):
    def run(ex):
        if ex.nth <= int(ex.query.get("times", 1)):
            value = retry_after(ex)
            code = int(ex.query.get("code", status))
            ex.text(code, "busy\n", [("Retry-After", value)] if value else [])
        else:
            ex.honest()
    scenario(name, help)(run)


busy("busy", "code=503 the first times=1 requests, then all is well", lambda ex: None)
busy("too-many", "429 the first times=1 requests", lambda ex: "1", status=429)
busy("retry-after-seconds", "503 with Retry-After: 2", lambda ex: "2")
busy("retry-after-date", "503 with Retry-After: a date 100 s from now",
     lambda ex: formatdate(time.time() + 100, usegmt=True))
busy("retry-after-past", "503 with Retry-After: a date gone by",
     lambda ex: "Wed, 01 Jan 2020 00:00:00 GMT")
busy("retry-after-absurd", "503 with Retry-After: a thousand years", lambda ex: str(10**12))
busy("retry-after-overflow", "503 with Retry-After beyond 64 bits", lambda ex: "9" * 30)
busy("retry-after-rubbish", "503 with Retry-After: soon", lambda ex: "soon")
busy("retry-after-negative", "503 with Retry-After: -5", lambda ex: "-5")
