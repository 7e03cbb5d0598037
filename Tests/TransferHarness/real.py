#!/usr/bin/env -S python3 -B
"""Real servers and a built agent: real.py --agent PATH [SERVER…]; --list names them.

With each: a whole file, one that is stopped and resumed, and one that changes in between.
"""
import argparse
import hashlib
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import servers  # noqa: E402
import certificates  # noqa: E402
from agent import Agent, AgentEnded, drive, request  # noqa: E402
from content import Content  # noqa: E402

SIZE = 6 * 2**20 + 321
SLOW = 2 * 2**20  # Bytes a second, so that there is a middle to stop in.


def expect(agent, transfer, verdict, content, outcome):
    assert verdict.kind == "finished", f"{verdict.kind} after {verdict.outcomes}"
    assert verdict.outcomes == [outcome], f"outcomes: {verdict.outcomes}, expected {[outcome]}"
    with open(agent.body(transfer), "rb") as file:
        assert hashlib.file_digest(file, "sha256").hexdigest() == content.sha256(), "other bytes"


def stopped_midway(agent, transfer, wanted):
    """Begins slowly and stops when bytes have come; how many can be gone on from."""
    agent.start(transfer, 1, {**wanted, "receiveRate": SLOW})
    while True:
        message = agent.receive()
        assert message, "nothing came"
        if message.name == "progress" and message["received"]:
            agent.stop(transfer, 1)
        if message.name == "stopped":
            assert 0 < message["received"] < SIZE, message
            return message["received"]
        assert message.name in ("responded", "progress"), message


def run(name, executable, folder):
    trust = certificates.make(folder)
    os.mkdir(os.path.join(folder, "server"))
    with servers.RealServer(name, os.path.join(folder, "server"), trust) as server, \
            Agent(executable, os.path.join(folder, "transfers")).wait_until_ready() as agent:
        with open(trust["authority"], encoding="ascii") as file:
            wanted = request(server.base + "file", trustedRoots=file.read())
        old, new = Content(1, 1, SIZE), Content(1, 2, SIZE)
        server.write("file", old)
        whole = drive(agent, 1, wanted)
        expect(agent, 1, whole, old, "began")
        if name == "nginx-http2":
            assert whole.response["version"].startswith("2"), whole.response["version"]

        ranges = name != "http.server"
        count = stopped_midway(agent, 2, wanted)
        outcome = f"resumed {count}" if ranges else f"restarted rangesUnsupported {count}"
        expect(agent, 2, drive(agent, 2, wanted, first=2), old, outcome)

        count = stopped_midway(agent, 3, wanted)
        server.write("file", new, modified=1_610_000_000)
        expect(agent, 3, drive(agent, 3, wanted, first=2), new,
               f"restarted entityChanged {count}")

        missing = drive(agent, 4, {**wanted, "url": server.base + "missing"})
        assert (missing.kind, missing.file["status"]) == ("finished", 404), missing.kind


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agent", help="the path of quiesce-transferd")
    parser.add_argument("--list", action="store_true", help="name the servers")
    parser.add_argument("servers", nargs="*", metavar="SERVER")
    options = parser.parse_args()
    if options.list:
        print("\n".join(servers.REAL))
        return 0
    failed = 0
    for name in options.servers or servers.REAL:
        with tempfile.TemporaryDirectory(prefix="quiesce-real-") as folder:
            os.chmod(folder, 0o755)  # The servers' workers may be of another user.
            try:
                run(name, options.agent, folder)
                print(f"ok      {name}", flush=True)
            except (AssertionError, AgentEnded, OSError) as error:
                failed += 1
                print(f"failed  {name}: {error}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
