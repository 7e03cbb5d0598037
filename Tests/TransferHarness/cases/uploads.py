"""Uploads: the whole body, as often as it takes, and once in the end."""
import json

from cases import case, says, sent
from cases.access import stored

LENGTH = 3 * 2**20 + 77


def arrived(server, verdict, file):
    taken = json.loads(file)
    assert taken["length"] == server.upload_length, taken
    assert taken["sha256"] == server.upload_sha256, taken


def upload(scenario, name=None, method="PUT", upload=LENGTH, request=None, **changes):
    def make(server):
        return {"method": method, **(request(server) if request else {})}
    case("uploads", scenario, name, upload=upload, request=make,
         **{"is_content": False, "check": arrived, **changes})


upload("upload", failures=[])
upload("upload", name="upload, POST", method="POST")
upload("upload", name="upload, 201", query={"code": 201}, status=201)
upload("upload", name="upload of nothing", upload=0)
upload("upload-cut", query={"cut": 10**6}, failures=["connectionLost"])
upload("upload-busy", query={"times": 2}, failures=["serverBusy"] * 2)
upload("upload-basic", request=stored)
upload("upload-silence", request=lambda server: {"requestTimeout": 3.0}, failures=["timedOut"])
upload("upload-refused", query={"cut": 1000}, status=413,
       check=says("too much\n"))


def moved(method, whole):
    def check(server, verdict, file):
        saw = sent(file)
        assert saw["method"] == method, saw
        assert saw["bodyLength"] == (server.upload_length if whole else 0), saw
        assert not whole or saw["bodySha256"] == server.upload_sha256, saw
    return check


for code in (307, 308):
    upload("upload-redirect", name=f"upload-redirect {code}", query={"code": code},
           check=moved("PUT", True))
upload("upload-redirect", name="upload-redirect 303", query={"code": 303},
       check=moved("GET", False))
upload("upload-redirect", name="upload-redirect 302, POST", query={"code": 302}, method="POST",
       check=moved("GET", False))
