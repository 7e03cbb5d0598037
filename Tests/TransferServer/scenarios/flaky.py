"""The kill harness's: each request fares as a seed has it, until `/control/calm`."""
import random

from scenarios import scenario
from scenarios.uploads import upload

MOST_VERSIONS = 4


def fate(ex, words):
    """One of the words, by the server's seed, the path and the number of the request."""
    if ex.server.calm or ex.server.flaky is None:
        return "well", random.Random(0)
    chance = random.Random(f"{ex.server.flaky}/{ex.resource.path}/{ex.nth}")
    return chance.choice(words), chance


@scenario("flaky", "downloads that fare by --flaky SEED: cuts, resets, 5xx, new versions")
def flaky(ex):
    words = ["well", "well", "cut", "cut", "reset", "busy", "silent", "version"]
    word, chance = fate(ex, words)
    left = max(ex.size - (ex.range or 0), 1)
    end = (ex.range or 0) + chance.randrange(left)
    ex.entry["fate"] = word
    if word == "version" and ex.resource.version < MOST_VERSIONS:
        ex.new_version()
    if word == "busy":
        return ex.text(503, "busy\n", [("Retry-After", "1")] if chance.random() < 0.5 else [])
    if word == "silent":
        return ex.server.sleep(chance.random() * 3)
    if word == "cut":
        ex.honest(to=end)
        ex.cut()
    if word == "reset":
        try:
            ex.honest(to=end)
        finally:
            ex.connection.abort = True
        ex.cut()
    ex.honest()


@scenario("flaky-upload", "uploads that fare by --flaky SEED")
def flaky_upload(ex):
    word, chance = fate(ex, ["well", "well", "cut", "busy"])
    ex.entry["fate"] = word
    if word == "cut":
        length = int(ex.request.header("Content-Length") or 1)
        ex.read_body(limit=chance.randrange(length) + 1)
        ex.reset()
    if word == "busy":
        ex.read_body()
        return ex.text(503, "busy\n")
    upload(ex)
