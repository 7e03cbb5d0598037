#!/usr/bin/env -S python3 -B
"""Kills the agent, the server and the network at random while transfers run, then looks at them.

This program plays the daemon. Each transfer must end in one verdict, with the bytes of one version,
and a kill may repeat at most 4 MiB of a transfer (judgement.py). When most have ended others begin. A run is repeated by its seed as far as the
kernel's timing allows.
"""
import argparse
import collections
import os
import random
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import network  # noqa: E402
import servers  # noqa: E402
from agent import TRIED_AGAIN, Agent, AgentEnded, request  # noqa: E402
from judgement import judge_agent, judge_run  # noqa: E402
from work import MIB, Work, judged, repeats  # noqa: E402

AT_ONCE = 12
TIMEOUT = 4.0  # Seconds without a byte.
PATIENCE = 180  # Seconds for what is left when the kills are over.


class Transfer:
    def __init__(self, work):
        self.work = work
        self.attempt = 0
        self.running = False
        self.not_before = 0.0
        self.verdicts = []  # More than one is a mistake.
        self.forgotten = False


class Run:
    def __init__(self, options, folder, own_network):
        self.chance = random.Random(options.seed)
        self.options, self.folder, self.own_network = options, folder, own_network
        certificates = os.path.join(folder, "server")
        os.mkdir(certificates)
        self.server = servers.OwnServer(
            certificates, "--flaky", str(options.seed), "--journal", os.path.join(folder, "journal"))
        with open(os.path.join(certificates, "authority.pem"), encoding="ascii") as file:
            self.trusted = file.read()
        self.transfers = []
        for _ in range(options.transfers):
            self.add()
        self.counts = collections.Counter()
        self.agent = None
        self.kills = 0
        self.start_agent()

    def add(self):
        self.transfers.append(Transfer(Work(
            len(self.transfers) + 1, self.chance, self.server, self.folder, self.options.kills)))

    # The daemon's part

    def start_agent(self):
        self.agent = Agent(self.options.agent, os.path.join(self.folder, "transfers"))
        self.agent.wait_until_ready()
        for each in self.transfers:
            each.running = False

    def undone(self):
        return [each for each in self.transfers if not each.verdicts]

    def start_some(self):
        now, undone = time.monotonic(), self.undone()
        free = AT_ONCE - sum(each.running for each in undone)
        waiting = [each for each in undone if not each.running and each.not_before <= now]
        for each in waiting[:max(free, 0)]:
            each.attempt += 1
            each.running = True
            work = each.work
            self.agent.start(work.number, each.attempt, request(
                work.url, method="PUT" if work.body else "GET", requestTimeout=TIMEOUT, trustedRoots=self.trusted), work.body)

    def listen(self, seconds):
        """Starts what can be, and takes messages for so long."""
        end = time.monotonic() + seconds
        while True:
            self.start_some()
            message = self.agent.receive(min(end - time.monotonic(), 0.05))
            if message is not None:
                self.take(message)
            elif time.monotonic() >= end:
                return

    def take(self, message):
        if message.name not in ("finished", "interrupted", "stopped"):
            return
        each = self.transfers[message.transfer - 1]
        if message["attempt"] != each.attempt:
            return
        each.running = False
        if message.name == "finished":
            self.finish(each, message)
        elif message.name == "interrupted":
            kind = message[2]["kind"]
            self.counts[f"ended by {kind}"] += 1
            each.not_before = time.monotonic() + self.chance.random() * 0.2
            if kind not in TRIED_AGAIN:
                each.verdicts.append(f"failed: {kind}")

    def finish(self, each, message):
        with open(self.agent.body(each.work.number), "rb") as file:
            data = file.read()
        if len(data) != message[2]["size"]:
            each.verdicts.append(f"{message[2]['size']} bytes told, {len(data)} there")
            return
        if message[2]["status"] not in (200, 206):
            each.verdicts.append(f"status {message[2]['status']}")
            return
        # Judged at once: the server is asked when it answers.
        each.verdicts.append(("finished", data))
        if self.chance.random() < 0.5:
            self.agent.forget(each.work.number)
            each.forgotten = True

    # The kills

    def harm(self):
        ways = ["agent"] * 8 + ["connections"] * 4 + ["server"] * 3 + ["stop"] * 3
        if self.own_network:
            ways += ["network"] * 3
        way = self.chance.choice(ways)
        self.counts[f"kills: {way}"] += 1
        if way == "agent":
            self.agent.kill()
            self.start_agent()
        elif way == "server":
            self.server.kill()
            self.listen(self.chance.random() * 0.2)
            self.server.start()
        elif way == "connections":
            self.server.control("cut")
        elif way == "network":
            network.down()
            try:
                self.listen(self.chance.random() * 0.4)
            finally:
                network.up()
        else:
            running = [each for each in self.transfers if each.running]
            if running:
                each = self.chance.choice(running)
                self.agent.stop(each.work.number, each.attempt)

    def go(self):
        for done in range(self.options.kills):
            self.listen(self.chance.random() * 2 * self.options.pause)
            while len(self.undone()) < AT_ONCE:
                self.add()
            try:
                self.harm()
                self.kills = done + 1
            except AgentEnded as error:
                raise SystemExit(f"the agent ended by itself: {error}") from error
        self.server.control("calm")
        end = time.monotonic() + PATIENCE
        while self.undone() and time.monotonic() < end:
            self.listen(0.2)

    # The end

    def expect_the_same_again(self):
        """A finished transfer that is begun again says so again, until it is forgotten."""
        for each in self.transfers:
            if each.forgotten:
                # Said before, perhaps to an agent that was killed before it read that.
                self.agent.forget(each.work.number)
            if each.forgotten or not each.verdicts or isinstance(each.verdicts[0], str):
                continue
            number, size = each.work.number, len(each.verdicts[0][1])
            self.agent.start(number, each.attempt + 1, request(
                each.work.url, method="PUT" if each.work.body else "GET", trustedRoots=self.trusted), each.work.body)
            message = self.agent.receive()
            if message is None or message.name != "finished" or message[2]["size"] != size:
                each.verdicts.append(f"said again: {message}")
            self.agent.forget(number)

    def judge(self):
        """The mistakes, in words."""
        self.expect_the_same_again()
        found, again, served, needed, changed = [], [], 0, 0, 0
        for each in self.transfers:
            work = each.work
            state = self.server.state(work.path)
            told = [verdict if isinstance(verdict, str) else verdict[0] for verdict in each.verdicts]
            bytes = [verdict[1] for verdict in each.verdicts if not isinstance(verdict, str)]
            found.append({"name": f"{work.kind} {work.number} ({work.size} bytes)", "verdicts": told,
                          "wrong": work.wrong(bytes[0], state) if bytes else None, "repeats": repeats(state)})
            again += found[-1]["repeats"]
            changed += state["version"] > 1
            needed += 0 if work.body else work.size
            served += sum(entry["sent"] for entry in state["requests"])
        mistakes = [*judge_agent(found), *judge_run(self.kills, self.options.kills, changed)]
        self.agent.close()
        left = set(os.listdir(self.agent.folder)) - {"lock"}
        if left and not mistakes:
            mistakes.append(f"files left after all was forgotten: {sorted(left)}")
        print(f"{len(self.transfers)} transfers, {sum(t.attempt for t in self.transfers)} attempts")
        for what, count in sorted(self.counts.items()):
            print(f"  {what}: {count}")
        print(f"{self.kills} kills; the server changed {changed} files; "
              f"{sum(each.work.port == 'tlsPort' for each in self.transfers)} by HTTPS")
        print(f"downloads: {needed / MIB:.1f} MiB, served {served / MIB:.1f}; repeated "
              f"{sum(again) / MIB:.1f} in {sum(1 for n in again if n)} resumptions, "
              f"at most {max(again, default=0) / MIB:.2f} at once")
        return mistakes

    def close(self):
        try:
            if self.agent.process.returncode is None:
                self.agent.close()
        finally:
            self.server.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agent", required=True, help="the path of quiesce-transferd")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--transfers", type=int, default=50)
    parser.add_argument("--pause", type=float, default=0.1, help="seconds between kills, about")
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    options.seed, own_network = network.seeded(options.seed, users=True)
    with tempfile.TemporaryDirectory(prefix="quiesce-kill-") as folder:
        return judged(Run(options, folder, own_network), options.seed)


if __name__ == "__main__":
    sys.exit(main())
