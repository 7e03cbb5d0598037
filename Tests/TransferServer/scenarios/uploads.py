"""Uploads: what came is told by its hash, in the reply and in the resource's `uploads`."""
import json

from scenarios import scenario


def take(ex):
    digest, length = ex.read_body()
    upload = {"sha256": digest, "length": length, "method": ex.request.method}
    ex.server.resources.uploaded(ex.resource, upload)
    return upload


@scenario("upload", "takes it; answers with code=200 and its sha256")
def upload(ex):
    ex.text(int(ex.query.get("code", 200)), json.dumps(take(ex)))


@scenario("upload-cut", "the connection ends when cut= bytes have come, times=1 times")
def upload_cut(ex):
    if ex.nth <= int(ex.query.get("times", 1)):
        ex.read_body(limit=ex.cut_at)
        ex.reset()
    upload(ex)


@scenario("upload-busy", "takes it and answers 503, times=1 times")
def upload_busy(ex):
    if ex.nth <= int(ex.query.get("times", 1)):
        ex.read_body()
        return ex.text(503, "busy\n", [("Retry-After", "0")])
    upload(ex)


@scenario("upload-refused", "answers 413 when cut= bytes have come, and ends the connection")
def upload_refused(ex):
    ex.read_body(limit=ex.cut_at)
    ex.text(413, "too much\n", [("Connection", "close")])
    ex.cut()


@scenario("upload-redirect", "code=307 to where it is taken")
def upload_redirect(ex):
    ex.read_body()
    ex.head(int(ex.query.get("code", 307)), [("Location", f"/saw{ex.request.path}"),
                                             ("Content-Length", 0)])


@scenario("upload-basic", "401 when it has come, unless Basic user:secret")
def upload_basic(ex):
    from scenarios.access import basic_is_right
    if basic_is_right(ex.request.header("Authorization")):
        return upload(ex)
    ex.read_body()
    ex.text(401, "who?\n", [("WWW-Authenticate", 'Basic realm="uploads"')])


@scenario("upload-silence", "takes it and says nothing more, times=1 times")
def upload_silence(ex):
    if ex.nth <= int(ex.query.get("times", 1)):
        ex.read_body()
        ex.server.sleep(3600)
    upload(ex)
