"""`/control/…`: what tests ask of the server, as JSON."""
import json

from content import Content


def reply(server, request):
    """(status, text) for a request."""
    query, what = request.query, request.path.removeprefix("/control/")
    if what == "sha256":
        content = Content(int(query.get("seed", 1)), int(query.get("version", 1)),
                          int(query.get("size", 65536)))
        return 200, json.dumps({"sha256": content.sha256(), "etag": content.etag})
    if what == "state":
        if "path" in query:
            return 200, json.dumps(server.resources.find(query["path"]).described())
        return 200, json.dumps([each.described() for each in server.resources.all()])
    if what == "version":
        server.resources.set_version(server.resources.find(query["path"]), int(query["to"]))
        return 200, "{}"
    if what == "calm":
        server.calm = True
        return 200, "{}"
    if what == "cut":
        return 200, json.dumps({"cut": server.cut_all(but=request)})
    if what == "proxied":
        return 200, json.dumps(server.proxied)
    return 404, json.dumps({"error": f"no /control/{what}; there are sha256, state, version, calm, "
                                     "cut and proxied"})
