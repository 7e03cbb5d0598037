#!/usr/bin/env -S python3 -B
"""As kill.py, with a real device: kills its daemon, agent and app too.

Half of the transfers are `quiesce get`'s, half an app's: downloads, uploads and data tasks of a
background session. Each must end in one verdict, with the bytes of one version in the place that
was asked for, and a kill may repeat at most 4 MiB of a transfer.
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
from app_work import App, AppWork  # noqa: E402
from device import Device  # noqa: E402
from work import BLOCK, DOWNLOADS, MIB, Work, judged, repeats  # noqa: E402

OVER = ("finished", "failed", "cancelled")


class Run:
    def __init__(self, options, folder, own_network):
        self.chance = random.Random(options.seed)
        self.options, self.folder, self.own_network = options, folder, own_network
        certificates = os.path.join(folder, "server")
        self.files = os.path.join(folder, "files")
        os.mkdir(certificates)
        os.mkdir(self.files)
        self.counts = collections.Counter()
        self.server = servers.OwnServer(
            certificates, "--flaky", str(options.seed), "--journal", os.path.join(folder, "journal"))
        try:
            self.device = Device(options.products, folder)
        except BaseException:
            self.server.close()
            raise
        self.wanted = []

    def begin(self):
        """Asks for all of them. What was told is a promise, whatever is killed after it."""
        half = self.options.transfers - self.options.app_transfers
        for number in range(1, half + 1):
            work = Work(number, self.chance, self.server, self.files, self.options.kills, DOWNLOADS)
            work.file = os.path.join(self.files, str(number))
            row = self.device.told("get", work.url, "--output", work.file, "--no-wait")
            work.transfer = row["transfer"]
            self.wanted.append(work)
        self.app = App(self.device, self.folder, [
            AppWork(number, self.chance, self.server, self.options.kills)
            for number in range(half + 1, self.options.transfers + 1)])

    def rows(self):
        return {row["transfer"]: row for row in self.device.told("transfers")}

    def harm(self):
        ways = ["agent"] * 6 + ["daemon"] * 4 + ["app"] * 4 + ["connections"] * 3 + ["server"] * 3 \
            + ["told"] * 2
        if self.own_network:
            ways += ["network"] * 2
        way = self.chance.choice(ways)
        if way == "agent":
            if not self.device.kill_child("quiesce-transferd"):
                way = "agent (there was none)"
        elif way == "daemon":
            self.device.kill()
            self.device.start()
            # After the fifth time within a minute it begins nothing before somebody does something.
            self.app.open()
        elif way == "app":
            if not self.app.kill():
                way = "app (it had ended)"
            # Sometimes the user comes back; else it is launched when there is something for it.
            if self.chance.random() < 0.5:
                self.app.open()
                if self.chance.random() < 0.5:
                    self.app.leave()
        elif way == "server":
            self.server.kill()
            time.sleep(self.chance.random() * 0.2)
            self.server.start()
        elif way == "connections":
            self.server.control("cut")
        elif way == "network":
            network.down()
            try:
                time.sleep(self.chance.random() * 0.3)
            finally:
                network.up()
        else:
            self.device.ask("send", "network", "none")
            time.sleep(self.chance.random() * 0.1)
            self.device.ask("send", "network", "wifi")
        self.counts[f"kills: {way}"] += 1

    def go(self):
        self.begin()
        for done in range(self.options.kills):
            time.sleep(self.chance.random() * 2 * self.options.pause)
            self.harm()
            if done % 10 == 9 and self.is_done():
                print(f"all transfers ended after {done + 1} kills")
                break
        self.server.control("calm")
        self.app.open()
        end = time.monotonic() + self.options.patience
        while time.monotonic() < end and not self.is_done():
            time.sleep(0.5)  # It is looked at as a user would.

    def is_done(self):
        rows = self.rows()
        return self.app.is_done() and all(
            rows.get(work.transfer, {}).get("state") in OVER for work in self.wanted)

    def judge(self):
        rows, again = self.rows(), []
        mistakes = list(self.app.mistakes(self.server))
        served = 0
        for work in self.wanted:
            name = f"{work.kind} {work.number} ({work.size} bytes)"
            row = rows.get(work.transfer)
            state = self.server.state(work.path)
            if row is None or row["state"] != "finished":
                mistakes.append(f"{name}: {row and (row['state'], row['sentence'])}")
                continue
            with open(work.file, "rb") as file:
                wrong = work.wrong(file.read(), state)
            if wrong:
                mistakes.append(f"{name}: {wrong}")
        for work in self.wanted + self.app.works:
            state = self.server.state(work.path)
            found = repeats(state)
            again += found
            served += sum(entry["sent"] for entry in state["requests"])
            mistakes += [f"{work.kind} {work.number}: {count} bytes repeated at once"
                         for count in found if count > BLOCK]
        left = sorted(set(os.listdir(self.files)) - {str(work.number) for work in self.wanted})
        if left:
            mistakes.append(f"files that nobody asked for: {left}")
        for what, count in sorted(self.counts.items()):
            print(f"  {what}: {count}")
        works = self.wanted + self.app.works
        needed = sum(work.size for work in works if work.kind != "upload")
        print(f"{len(works)} transfers; to download {needed / MIB:.1f} MiB, served {served / MIB:.1f}; "
              f"repeated {sum(again) / MIB:.1f}, at most {max(again, default=0) / MIB:.2f} at once")
        return mistakes

    def close(self):
        try:
            self.device.close()
        finally:
            self.server.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--products", required=True, help="the folder of quiesced and quiesce")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--transfers", type=int, default=50)
    parser.add_argument("--app-transfers", type=int, help="how many of them are an app's: half")
    parser.add_argument("--pause", type=float, default=0.1, help="seconds between kills, about")
    parser.add_argument("--patience", type=float, default=300, help="seconds for what is left then")
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    if options.app_transfers is None:
        options.app_transfers = options.transfers // 2
    options.seed, own_network = network.seeded(options.seed, users=False)
    with tempfile.TemporaryDirectory(prefix="quiesce-kill-") as folder:
        os.chmod(folder, 0o711)  # Every app's user may enter.
        return judged(Run(options, folder, own_network), options.seed)


if __name__ == "__main__":
    sys.exit(main())
