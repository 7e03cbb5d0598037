"""Redirects. `step=` counts the hops; the end of each is the content, or what the server saw."""
import json

from scenarios import scenario


def to(ex, location, status=None, extra=()):
    code = int(ex.query.get("code", status or 302))
    ex.head(code, [("Location", location), ("Content-Length", 0), *extra])


def same_query(ex, **changes):
    query = {**ex.query, **{key: str(value) for key, value in changes.items()}}
    return "&".join(f"{key}={value}" for key, value in query.items())


@scenario("redirect", "code=302 to the same content, hops=1 times")
def redirect(ex):
    step = int(ex.query.get("step", 0))
    if step >= int(ex.query.get("hops", 1)):
        return ex.honest()
    to(ex, f"{ex.request.path}?{same_query(ex, step=step + 1)}")


@scenario("redirect-loop", "to itself")
def redirect_loop(ex):
    to(ex, ex.request.target)


@scenario("redirect-loop-two", "from one to the other and back")
def redirect_loop_two(ex):
    to(ex, f"{ex.request.path}?step={1 - int(ex.query.get('step', 0))}")


@scenario("redirect-endless", "always one further")
def redirect_endless(ex):
    to(ex, f"{ex.request.path}?step={int(ex.query.get('step', 0)) + 1}")


@scenario("redirect-endless-headers", "always one further, with 100 KB of headers each")
def redirect_endless_headers(ex):
    to(ex, f"{ex.request.path}?step={int(ex.query.get('step', 0)) + 1}",
       extra=[(f"X-{n}", "r" * 1000) for n in range(100)])


@scenario("redirect-blank", "Location with nothing in it")
def redirect_blank(ex):
    to(ex, "")


@scenario("redirect-none", "302 without Location")
def redirect_none(ex):
    ex.text(302, "somewhere else\n")


@scenario("redirect-rubbish", "Location: http://[")
def redirect_rubbish(ex):
    to(ex, "http://[")


@scenario("redirect-file", "to file:///etc/passwd")
def redirect_file(ex):
    to(ex, "file:///etc/passwd")


@scenario("redirect-ftp", "to ftp://127.0.0.1/")
def redirect_ftp(ex):
    to(ex, "ftp://127.0.0.1:1/file")


@scenario("redirect-to-http", "to plain HTTP; asked for by https, that is a downgrade")
def redirect_to_http(ex):
    to(ex, f"{ex.origin()}/plain{ex.request.path}?{same_query(ex)}")


@scenario("redirect-to-https", "to https on another port")
def redirect_to_https(ex):
    to(ex, f"{ex.origin(ex.server.ports['tlsPort'], 'https')}/plain{ex.request.path}"
           f"?{same_query(ex)}")


@scenario("redirect-away", "to another origin, which answers with what it was sent")
def redirect_away(ex):
    to(ex, f"{ex.origin(ex.server.ports['otherPort'])}/saw/away")


@scenario("redirect-here", "to the same origin, which answers with what it was sent")
def redirect_here(ex):
    to(ex, "/saw/here")


@scenario("saw", "answers with what it was sent, as JSON")
def saw(ex):
    digest, length = ex.read_body()
    ex.text(200, json.dumps({
        "method": ex.request.method, "headers": {key.lower(): value for key, value in
                                                 ex.request.headers},
        "bodySha256": digest, "bodyLength": length}))


@scenario("resume-redirect", "as resume, each time through a redirect")
def resume_redirect(ex):
    if "step" not in ex.query:
        return to(ex, f"{ex.request.path}?{same_query(ex, step=1)}")
    if ex.nth == 2:
        ex.whole(to=ex.cut_at)
    ex.honest()
