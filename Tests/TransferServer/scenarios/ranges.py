"""Resuming: what a server may answer to `Range` and `If-Range` (docs/transfers.md)."""
from email.utils import formatdate

from scenarios import scenario


@scenario("plain", "an honest server: ranges, ETag, Last-Modified, keep-alive")
def plain(ex):
    ex.honest()


@scenario("resume", "the first reply ends half-way, or at cut=; the rest comes by 206")
def resume(ex):
    ex.cut_first() or ex.honest()


@scenario("resume-many", "each reply ends after cut= bytes; all by 206")
def resume_many(ex):
    ex.honest(to=min((ex.range or 0) + ex.cut_at, ex.size))


@scenario("last-modified", "as resume, with no ETag but an old Last-Modified")
def last_modified(ex):
    dated = [("Last-Modified", ex.content.last_modified)]
    if not ex.cut_first(dated):
        same = ex.conditional_on(ex.content.last_modified)
        ex.rest(headers=dated) if same else ex.whole(dated)


@scenario("last-modified-now", "as resume, with no ETag and Last-Modified within a minute of Date")
def last_modified_now(ex):
    ex.cut_first([("Last-Modified", formatdate(usegmt=True))]) or ex.honest()


@scenario("weak-etag", "as resume, with an ETag that is weak")
def weak_etag(ex):
    ex.cut_first([("ETag", "W/" + ex.content.etag)]) or ex.honest()


@scenario("no-validator", "as resume, with neither ETag nor Last-Modified")
def no_validator(ex):
    ex.cut_first([]) or ex.honest()


@scenario("no-ranges", "the rest is asked for: 200 with all of the same version")
def no_ranges(ex):
    ex.cut_first() or ex.whole()


@scenario("new-version", "the rest is asked for: 200 with version 2")
def new_version(ex):
    if not ex.cut_first():
        ex.resource.version == 1 and ex.new_version(2)
        ex.honest()


@scenario("new-length", "the rest is asked for: 200 with version 2, which is half as long")
def new_length(ex):
    if ex.cut_first():
        return
    ex.resource.version == 1 and ex.new_version(2)
    ex.size = ex.resource.size = ex.size // 2
    ex.honest()


@scenario("version-each-time", "another version for each request, each cut; the fourth comes whole")
def version_each_time(ex):
    ex.nth > 1 and ex.resource.version < 4 and ex.new_version()
    ex.honest(to=None if ex.nth >= 4 else ex.cut_at)


@scenario("404-between", "the rest is asked for: 404")
def not_found_between(ex):
    ex.cut_first() or ex.text(404, "no such file\n")


def wrong_once(name, help):
    """A wrong answer to the first request for the rest; whatever is asked for next comes right."""
    def register(function):
        def run(ex):
            if ex.cut_first():
                return
            if ex.range is not None and "wrong" not in ex.resource.notes:
                ex.resource.notes["wrong"] = True
                function(ex)
            else:
                ex.honest()
        return scenario(name, help)(run)
    return register


@wrong_once("206-wrong-start", "206 that begins 1000 bytes too early; the whole is right")
def wrong_start(ex):
    ex.rest(start=max(ex.range - 1000, 0))


@wrong_once("206-late-start", "206 that begins 1000 bytes too late; the whole is right")
def late_start(ex):
    ex.rest(start=ex.range + 1000)


@wrong_once("206-total-differs", "206 of a total that differs; the whole is right")
def total_differs(ex):
    ex.head(206, [("Content-Range", f"bytes {ex.range}-{ex.size - 1}/{ex.size + 7}"),
                  ("Content-Length", ex.size - ex.range), *ex.validators()])
    ex.body(ex.range)


@wrong_once("206-etag-differs", "206 with another ETag; the whole is version 2")
def etag_differs(ex):
    ex.new_version(2)
    ex.rest()


@wrong_once("206-no-content-range", "206 without Content-Range; the whole is right")
def no_content_range(ex):
    ex.head(206, [("Content-Length", ex.size - ex.range), *ex.validators()])
    ex.body(ex.range)


@wrong_once("206-rubbish-content-range", "206 with a Content-Range that isn't one; the whole is right")
def rubbish_content_range(ex):
    ex.head(206, [("Content-Range", "bytes some-more/of it"),
                  ("Content-Length", ex.size - ex.range), *ex.validators()])
    ex.body(ex.range)


@wrong_once("206-multipart", "206 multipart/byteranges; the whole is right")
def multipart(ex):
    part = (f"--xyz\r\nContent-Range: bytes {ex.range}-{ex.size - 1}/{ex.size}\r\n\r\n".encode()
            + ex.content.read(ex.range) + b"\r\n--xyz--\r\n")
    ex.head(206, [("Content-Type", "multipart/byteranges; boundary=xyz"),
                  ("Content-Length", len(part)), *ex.validators()])
    ex.send(part)


@wrong_once("206-gzip", "the rest comes encoded, though identity was asked for; the whole is right")
def rest_encoded(ex):
    import gzip
    data = gzip.compress(ex.content.read(ex.range))
    ex.head(206, [("Content-Range", f"bytes {ex.range}-{ex.size - 1}/{ex.size}"),
                  ("Content-Encoding", "gzip"), ("Content-Length", len(data)), *ex.validators()])
    ex.send(data)


@wrong_once("206-too-long", "206 with 100 bytes more than its range; the whole is right")
def rest_too_long(ex):
    ex.head(206, [("Content-Range", f"bytes {ex.range}-{ex.size - 1}/{ex.size}"),
                  ("Content-Length", ex.size - ex.range + 100), *ex.validators()])
    ex.body(ex.range)
    ex.send(b"x" * 100)


@wrong_once("416-no-header", "416 without Content-Range; the whole is right")
def unsatisfiable(ex):
    ex.head(416, [("Content-Length", 0)])


@wrong_once("304-unasked", "304 to a range without condition of that kind; never a success")
def not_modified(ex):
    ex.head(304, ex.validators())


@scenario("206-wrong-start-always", "each 206 begins too early, each whole ends half-way")
def wrong_start_always(ex):
    if ex.range is None:
        ex.whole(to=ex.cut_at)
    else:
        ex.rest(start=max(ex.range - 1000, 0))


@scenario("416-always", "416 to each range, each whole ends half-way")
def unsatisfiable_always(ex):
    if ex.range is None:
        ex.whole(to=ex.cut_at)
    else:
        ex.head(416, [("Content-Length", 0)])


@scenario("206-unasked", "206 of the first half to a request without Range")
def unasked(ex):
    half = ex.size // 2
    ex.head(206, [("Content-Range", f"bytes 0-{half - 1}/{ex.size}"), ("Content-Length", half),
                  *ex.validators()])
    ex.body(0, half)


@scenario("416-complete", "all bytes came, but not the end of the chunks; then 416 says that was all")
def complete(ex):
    if ex.nth > 1:
        return ex.honest()
    ex.head(200, [("Transfer-Encoding", "chunked"), ("Accept-Ranges", "bytes"), *ex.validators()])
    ex.chunk(ex.content.read())
    ex.entry["sent"] = ex.size
    ex.cut()


@scenario("416-shorter", "416 says that the file is shorter than what came; the whole is version 2")
def shorter(ex):
    if ex.cut_first():
        return
    ex.resource.version == 1 and ex.new_version(2)
    ex.size = ex.resource.size = ex.cut_at // 2
    if ex.range is not None:
        ex.head(416, [("Content-Range", f"bytes */{ex.size}"), ("Content-Length", 0)])
    else:
        ex.whole()
