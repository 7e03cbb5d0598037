"""Who may: names and passwords, cookies. The user is `user`, the password `secret`."""
import base64
import hashlib
import re

from scenarios import scenario

USER, PASSWORD = "user", "secret"


def basic_is_right(value):
    expected = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
    return value == f"Basic {expected}"


@scenario("basic", "401 unless Basic user:secret")
def basic(ex):
    if basic_is_right(ex.request.header("Authorization")):
        return ex.honest()
    ex.text(401, "who?\n", [("WWW-Authenticate", 'Basic realm="the basics"')])


@scenario("digest", "401 unless Digest by user:secret; algorithm=MD5 or SHA-256")
def digest(ex):
    algorithm = ex.query.get("algorithm", "MD5")
    value = ex.request.header("Authorization") or ""
    if value.startswith("Digest ") and digest_is_right(ex.request, value, algorithm):
        return ex.honest()
    ex.text(401, "who?\n", [("WWW-Authenticate", f'Digest realm="the digest", qop="auth", '
                             f'algorithm={algorithm}, nonce="n{ex.nth}", opaque="o"')])


def digest_is_right(request, value, algorithm):
    hashed = {"MD5": hashlib.md5, "SHA-256": hashlib.sha256}[algorithm]
    fields = dict(re.findall(r'(\w+)="?([^",]+)"?', value[7:]))

    def h(text):
        return hashed(text.encode()).hexdigest()
    first = h(f"{USER}:{fields.get('realm')}:{PASSWORD}")
    second = h(f"{request.method}:{fields.get('uri')}")
    return fields.get("username") == USER and fields.get("response") == h(":".join([
        first, fields.get("nonce", ""), fields.get("nc", ""), fields.get("cnonce", ""), "auth",
        second]))


@scenario("resume-basic", "as resume, with basic's password at each request")
def resume_basic(ex):
    if not basic_is_right(ex.request.header("Authorization")):
        return basic(ex)
    if not ex.resource.notes.get("cut"):
        ex.resource.notes["cut"] = True
        ex.whole(to=ex.cut_at)
    ex.honest()


@scenario("cookies", "sets a cookie and redirects; 403 without that cookie and the client's own")
def cookies(ex):
    sent = ex.request.header("Cookie") or ""
    if "step" not in ex.query:
        ex.head(302, [("Set-Cookie", "visit=1; Path=/"), ("Content-Length", 0),
                      ("Location", f"{ex.request.path}?size={ex.size}&step=1")])
    elif "mine=yes" in sent and "visit=1" in sent:
        ex.honest()
    else:
        ex.text(403, f"these cookies came: {sent}\n")
