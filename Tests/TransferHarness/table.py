#!/usr/bin/env -S python3 -B
"""Runs cases of the table against a built agent: table.py --agent PATH [CASE…]; --list names them.

Prints one line for each; exit status 1 if one got another verdict than it should.
"""
import argparse
import hashlib
import os
import random
import sys
import tempfile
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import servers  # noqa: E402  It makes the server's modules importable.
import cases  # noqa: E402
from agent import Agent, AgentEnded, drive, request  # noqa: E402
from content import Content  # noqa: E402


def run(case, executable, folder):
    """Raises AssertionError when the verdict isn't the case's; returns it in words."""
    os.mkdir(os.path.join(folder, "server"))
    with servers.OwnServer(os.path.join(folder, "server")) as server, \
            Agent(executable, os.path.join(folder, "transfers")).wait_until_ready() as agent:
        path = f"/{case.scenario}/file"
        url = case.url or server.url(path, case.port, **case.query)
        changes = case.request(server) if callable(case.request) else case.request
        body = None
        if case.upload is not None:
            body = os.path.join(folder, "body")
            data = random.Random(case.name).randbytes(case.upload)
            server.upload_length, server.upload_sha256 = len(data), hashlib.sha256(data).hexdigest()
            with open(body, "wb") as file:
                file.write(data)
        verdict = drive(agent, 1, request(url, **changes), body, case.answers, case.attempts)
        state = server.state(path)
        check_verdict(case, verdict)
        check_requests(case, state)
        check_file(case, verdict, server, agent.body(1))
        agent.forget(1)
        assert agent.close() == 0, "the agent's exit status"
        left = sorted(set(os.listdir(agent.folder)) - {"lock"})
        assert not left, f"files left after forget: {left}"
        return verdict.kind


def equal(what, found, expected):
    assert found == expected, f"{what}: {found}, expected {expected}"


def check_verdict(case, verdict):
    history = f"after {verdict.outcomes} {verdict.failures} {verdict.questions}"
    assert verdict.kind in case.kind.split("|"), f"{verdict.kind}, expected {case.kind} {history}"
    if case.outcomes is not None:
        equal("outcomes", verdict.outcomes, case.outcomes)
    if case.failures is not None:
        equal("failures", verdict.failures, case.failures)
    if case.questions is not None:
        equal("questions", verdict.questions, case.questions)
    if case.waits is not None:
        equal("waits", len(verdict.waits), 1 if case.waits else 0)
        for wait in verdict.waits:
            assert case.waits[0] <= wait <= case.waits[1], f"to wait {wait} ms: {case.waits}"


def check_requests(case, state):
    for each in state["requests"]:
        assert each["range"] is None or each["ifRange"] is not None, f"Range alone: {each}"
        assert not (each["ifRange"] or "").startswith("W/"), f"by a weak validator: {each}"
        assert each["encoding"] in (None, "identity"), f"asked for {each['encoding']}"
    if case.ranges is not None:
        equal("ranges", [each["range"] for each in state["requests"]],
              [None if start is None else f"bytes={start}-" for start in case.ranges])


def check_file(case, verdict, server, path):
    if verdict.kind != "finished":
        return
    with open(path, "rb") as file:
        data = file.read()
    equal("size told", verdict.file["size"], len(data))
    resumed = verdict.outcomes and verdict.outcomes[-1].startswith("resumed")
    equal("status", verdict.file["status"], 206 if resumed else case.status)
    if case.is_content:
        size = int(case.query["size"]) if case.size is None else case.size
        content = Content(int(case.query.get("seed", 1)), case.version, size)
        equal("size", len(data), size)
        equal("sha256", hashlib.sha256(data).hexdigest(), content.sha256())
    if case.check:
        case.check(server, verdict, data)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agent", help="the path of quiesce-transferd")
    parser.add_argument("--list", metavar="GROUP", nargs="?", const="", help="name the cases")
    parser.add_argument("--traceback", action="store_true", help="show where it failed")
    parser.add_argument("cases", nargs="*", metavar="CASE")
    options = parser.parse_args()
    if options.list is not None:
        print("\n".join(each.name for each in cases.ALL.values()
                        if options.list in ("", each.group)))
        return 0
    failed = 0
    for name in options.cases or cases.ALL:
        if name not in cases.ALL:
            parser.error(f"there is no case {name!r}; --list names them")
        with tempfile.TemporaryDirectory(prefix="quiesce-table-") as folder:
            try:
                print(f"ok      {name}: {run(cases.ALL[name], options.agent, folder)}", flush=True)
            except (AssertionError, AgentEnded, OSError) as error:
                failed += 1
                print(f"failed  {name}: {error}", flush=True)
                if options.traceback:
                    traceback.print_exc()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
