"""Bodies that end too early or too late, and chunks."""
from scenarios import scenario


@scenario("close-delimited", "no length at all: the end of the connection is the end")
def close_delimited(ex):
    ex.head(200, [("Connection", "close"), *ex.validators()])
    ex.body()
    ex.cut()


@scenario("long-body", "100 bytes more than Content-Length said")
def long_body(ex):
    ex.whole([*ex.validators(), ("Connection", "close")])
    ex.send(b"x" * 100)
    ex.cut()


@scenario("short-body", "the connection ends 1000 bytes early, then ranges")
def short_body(ex):
    ex.honest(to=ex.size - 1000 if ex.nth == 1 else None)


@scenario("empty", "a body of no bytes")
def empty(ex):
    ex.size = ex.resource.size = 0
    ex.whole()


def chunked_head(ex, *more):
    ex.head(200, [("Transfer-Encoding", "chunked"), ("Accept-Ranges", "bytes"), *ex.validators(),
                  *more])


def chunks(ex, end=None):
    for data in ex.content.pieces(0, end):
        ex.chunk(data)
        ex.entry["sent"] += len(data)


@scenario("chunked", "in chunks, with a trailer")
def chunked(ex):
    chunked_head(ex)
    chunks(ex)
    ex.send(b"0\r\nX-Trailer: here\r\n\r\n")


@scenario("chunked-cut", "the chunks end half-way, without the last one; then ranges")
def chunked_cut(ex):
    if ex.nth > 1:
        return ex.honest()
    chunked_head(ex)
    chunks(ex, ex.cut_at)
    ex.cut()


@scenario("chunk-overflow", "a chunk size beyond 64 bits")
def chunk_overflow(ex):
    chunked_head(ex)
    ex.send(b"1" + b"0" * 20 + b"\r\n")
    ex.send(ex.content.read(0, 1000))
    ex.cut()


@scenario("chunk-rubbish", "a chunk size that isn't a number")
def chunk_rubbish(ex):
    chunked_head(ex)
    ex.send(b"many\r\n" + ex.content.read(0, 1000))
    ex.cut()


@scenario("chunked-and-length", "Transfer-Encoding: chunked and a Content-Length that lies")
def chunked_and_length(ex):
    chunked_head(ex, ("Content-Length", "10"))
    chunks(ex)
    ex.send(b"0\r\n\r\n")


@scenario("gzip", "the whole comes encoded, though identity was asked for")
def encoded(ex):
    import gzip
    data = gzip.compress(ex.content.read(), mtime=0)
    ex.head(200, [("Content-Encoding", "gzip"), ("Content-Length", len(data)), *ex.validators()])
    ex.send(data)


def length_says(name, help, *lines, complete=False):
    """A reply with these Content-Length lines."""
    def run(ex):
        ex.head(200, [("Content-Length", line.format(size=ex.size)) for line in lines]
                + ex.validators() + [("Connection", "close")])
        ex.body()
        ex.cut()
    scenario(name, help)(run)


length_says("length-negative", "Content-Length: -1", "-1")
length_says("length-rubbish", "Content-Length: many", "many")
length_says("length-plus", "Content-Length with a plus sign", "+{size}")
length_says("length-two", "two lines of Content-Length that differ", "{size}", "10")
length_says("length-same-twice", "the same Content-Length on two lines, which is allowed",
            "{size}", "{size}")
length_says("length-list", "one line with two different lengths", "{size}, 10")
length_says("length-overflow", "Content-Length beyond 64 bits", "1" + "0" * 25)
length_says("length-huge", "Content-Length: 8 EiB less one", str(2**63 - 1))
