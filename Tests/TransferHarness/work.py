"""The mixed transfers of a kill run, and what they must come to."""
import hashlib
import os
import random

from content import Content
from scenarios.flaky import MOST_VERSIONS

KIB, MIB = 1024, 1024 * 1024
# (kind, smallest, largest, bytes a second): as many of each as the weights say.
DOWNLOADS = [("small", 1, 64 * KIB, 0)] * 3 + [("middle", 256 * KIB, 4 * MIB, 1 * MIB)] * 3 \
    + [("large", 12 * MIB, 40 * MIB, 3 * MIB)] * 3
MIX = DOWNLOADS + [("upload", 1, 2 * MIB, 0)] * 2


class Work:
    """One transfer: what is asked for."""

    def __init__(self, number, chance, server, folder, kills, mix=MIX):
        self.number = number
        self.kind, smallest, largest, pace = chance.choice(mix)
        self.pace = pace * min(1, 250 / kills)  # So that something is left for the last kill.
        self.size = chance.randint(smallest, largest)
        self.seed = chance.randrange(1 << 30)
        self.body = None
        self.port = chance.choice(["port", "port", "tlsPort"])
        if self.kind == "upload":
            self.path = f"/flaky-upload/{number}"
            self.url = server.url(self.path, self.port)
        else:
            self.path = f"/flaky/{number}"
            self.url = server.url(self.path, self.port, size=self.size, seed=self.seed, pace=self.pace)
        if self.kind == "upload" and folder:
            self.body = os.path.join(folder, f"upload-{number}")
            data = random.Random(self.seed).randbytes(self.size)
            self.sha256 = hashlib.sha256(data).hexdigest()
            with open(self.body, "wb") as file:
                file.write(data)

    def wrong(self, data, state):
        """What is wrong with a finished transfer's bytes; None if nothing is."""
        if self.kind == "upload":
            if not any(each["sha256"] == self.sha256 for each in state["uploads"]):
                return "the server never had these bytes"
            if self.sha256.encode() not in data:
                return f"the reply is another: {data[:80]!r}"
            return None
        digest = hashlib.sha256(data).hexdigest()
        for version in range(1, MOST_VERSIONS + 1):
            if digest == Content(self.seed, version, self.size).sha256():
                if version > state["version"]:
                    return f"version {version}, which the server hasn't had yet"
                return None
        return f"{len(data)} bytes of no version; the file has {self.size}"


def repeats(state):
    """Bytes that came again although they had come, request by request, of one version."""
    found, reached = [], {}
    for each in state["requests"]:
        if each["status"] not in (200, 206) or each["method"] != "GET" or not each["sent"]:
            continue
        version, start = each["version"], each["start"]
        before = reached.get(version)
        if before is not None:
            found.append(max(before - start, 0))
        end = start + each["sent"] - each.get("unacknowledged", 0)
        reached = {version: max(before or 0, end)}
    return found


def judged(run, seed):
    """Carries out a run and says what was wrong with it; returns the exit code."""
    try:
        run.go()
        mistakes = run.judge()
    finally:
        run.close()
    for each in mistakes:
        print(f"MISTAKE {each}")
    print("0 mistakes" if not mistakes else f"{len(mistakes)} mistakes; seed {seed}")
    return 1 if mistakes else 0
