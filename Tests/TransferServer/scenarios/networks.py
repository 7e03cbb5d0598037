"""Networks: slow ones, silent ones, and those that answer in the server's place."""
from scenarios import scenario

FOREVER = 3600


@scenario("stutter", "a little at a time: cut= bytes, then a pause of 20 ms")
def stutter(ex):
    ex.head(200, [("Content-Length", ex.size), *ex.validators()])
    for start in range(0, ex.size, ex.cut_at):
        ex.body(start, min(start + ex.cut_at, ex.size))
        ex.server.sleep(0.02)


@scenario("silence", "half of it, then nothing more, but the connection stays; then ranges")
def silence(ex):
    if ex.nth > 1:
        return ex.honest()
    ex.head(200, [("Content-Length", ex.size), ("Accept-Ranges", "bytes"), *ex.validators()])
    ex.body(0, ex.cut_at)
    ex.server.sleep(FOREVER)


@scenario("no-answer", "nothing at all, and the connection stays")
def no_answer(ex):
    ex.server.sleep(FOREVER)


@scenario("slowloris", "a header, one byte each 100 ms, without end")
def slowloris(ex):
    ex.send(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not ex.server.stopping:
        ex.send(b"s")
        ex.server.sleep(0.1)


@scenario("reset", "the connection is reset half-way; then ranges")
def reset(ex):
    if ex.nth > 1:
        return ex.honest()
    ex.head(200, [("Content-Length", ex.size), ("Accept-Ranges", "bytes"), *ex.validators()])
    ex.body(0, ex.cut_at)
    ex.reset()


@scenario("cut-unbounded", "no length, and half-way a reset")
def cut_unbounded(ex):
    if ex.nth > 1:
        return ex.honest()
    ex.head(200, [("Connection", "close"), *ex.validators()])
    ex.body(0, ex.cut_at)
    ex.reset()


PORTAL = "<html><title>Welcome to our Wi-Fi</title><p>Please sign in.</html>\n"


@scenario("portal", "200 with a page to sign in to the network, in place of the rest; then ranges")
def portal(ex):
    if ex.cut_first():
        return
    if ex.nth == 2:
        ex.text(200, PORTAL, [("Content-Type", "text/html")])
    else:
        ex.honest()


@scenario("portal-511", "511 and the page, in place of the rest; then ranges")
def portal_511(ex):
    if ex.cut_first():
        return
    if ex.nth == 2:
        ex.text(511, PORTAL)
    else:
        ex.honest()
