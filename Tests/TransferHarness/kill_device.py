#!/usr/bin/env -S python3 -B
"""As kill.py, with a real device: kills its daemon, agent and app too.

Half of the transfers are `quiesce get`'s, half an app's: downloads, uploads and data tasks of a
background session, which is force-quit now and then. Each must end in one verdict, with the bytes of one version in the
place that was asked for, and a kill may repeat at most 4 MiB of a transfer (judgement.py). When all of a half have
ended others begin.
"""
import argparse
import collections
import os
import random
import shutil
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import network  # noqa: E402
import servers  # noqa: E402
from app_work import App, AppWork, number_of  # noqa: E402
from device import Device  # noqa: E402
from judgement import OVER, judge_gets, judge_repeats, judge_run  # noqa: E402
from work import DOWNLOADS, MIB, Work, judged, repeats  # noqa: E402

PATIENCE = 1000  # A download may wait for 600 s and a tenth by the back-off; then it must have time to come.
MORE = 2  # Of each half begin when none has anything left to do, until the last kill.


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
        Device.environment = {**os.environ, "SSL_CERT_FILE": os.path.join(folder, "authority.pem")}
        shutil.copy(os.path.join(certificates, "authority.pem"), folder)
        os.chmod(os.path.join(folder, "authority.pem"), 0o644)  # For the agent's user.
        try:
            self.device = Device(options.products, folder)
        except BaseException:
            self.server.close()
            raise
        self.wanted = []
        self.states, self.paths = {}, {}  # Of the user's transfers, as judgement.py has it.
        self.last = self.kills = 0

    def begin(self):
        """Asks for all of them."""
        for _ in range(self.options.transfers - self.options.app_transfers):
            self.get()
        self.app = App(self.device, self.folder, self.app_works(self.options.app_transfers))

    def get(self):
        """What was told is a promise, whatever is killed after it."""
        self.last += 1
        work = Work(self.last, self.chance, self.server, self.files, self.options.kills, DOWNLOADS)
        work.file = os.path.join(self.files, str(self.last))
        row = self.device.told("get", work.url, "--output", work.file, "--no-wait")
        work.transfer = row["transfer"]
        self.wanted.append(work)

    def app_works(self, count):
        self.last += count
        return [AppWork(number, self.chance, self.server, self.options.kills)
                for number in range(self.last - count + 1, self.last + 1)]

    def rows(self):
        """All of them, and notes what was seen of the user's."""
        rows = self.device.told("transfers")
        listed = {row["transfer"]: row for row in rows if not row.get("app")}
        for transfer, row in listed.items():
            self.paths[transfer] = f"/flaky/{number_of(row)}"
            self.states.setdefault(transfer, [])
        for transfer, seen in self.states.items():
            state = listed[transfer]["state"] if transfer in listed else None
            if not seen or seen[-1] != state:
                seen.append(state)
                if state == "failed":
                    print(f"failed: {listed[transfer]['url']}: {listed[transfer]['sentence']}", flush=True)
        return rows

    def undone(self):
        """Those of the user's that have no verdict."""
        return [work for work in self.wanted if not self.states.get(work.transfer) or
                self.states[work.transfer][-1] not in OVER]

    def fill(self):
        self.app.note(self.rows)
        if not self.undone():
            for _ in range(MORE):
                self.get()
            self.rows()
        if not self.app.undone():
            self.app.order(self.app_works(MORE))
            self.app.kill()
            self.app.open()

    def harm(self):
        ways = ["agent"] * 6 + ["daemon"] * 4 + ["app"] * 4 + ["connections"] * 3 + ["server"] * 3 \
            + ["told"] * 2 + ["force-quit"]
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
        elif way == "force-quit":
            # As many begin instead.
            self.app.order(self.app_works(self.app.quit(self.rows)))
            self.app.open()
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
        for _ in range(self.options.kills):
            time.sleep(self.chance.random() * 2 * self.options.pause)
            self.fill()
            self.harm()
            self.kills += 1
        self.server.control("calm")
        self.app.open()
        end = time.monotonic() + self.options.patience
        while time.monotonic() < end and not self.is_done():
            time.sleep(0.5)  # It is looked at as a user would.

    def is_done(self):
        self.app.note(self.rows)
        return not self.app.undone() and not self.undone()

    def judge(self):
        self.app.note(self.rows)
        for row in self.rows():
            if row["state"] not in OVER:
                print(f"left: {row['url']}: {row['sentence']}, until {row.get('until')}", flush=True)
        again, served, changed = [], 0, 0
        files = {}
        for work in self.wanted:
            state = self.server.state(work.path)
            if os.path.exists(work.file):
                with open(work.file, "rb") as file:
                    files[work.transfer] = work.wrong(file.read(), state)
            else:
                files[work.transfer] = "it isn't there"
        names = {work.transfer: f"{work.kind} {work.number} ({work.size} bytes)" for work in self.wanted}
        mistakes = [*self.app.mistakes(self.server), *judge_gets(names, self.states, files, self.paths)]
        for work in self.wanted + self.app.works:
            state = self.server.state(work.path)
            found = repeats(state)
            again += found
            served += sum(entry["sent"] for entry in state["requests"])
            changed += state["version"] > 1
            mistakes += judge_repeats(f"{work.kind} {work.number}", found)
        mistakes += judge_run(self.kills, self.options.kills, changed, self.app.quits)
        left = sorted(set(os.listdir(self.files)) - {str(work.number) for work in self.wanted})
        if left:
            mistakes.append(f"files that nobody asked for: {left}")
        for what, count in sorted(self.counts.items()):
            print(f"  {what}: {count}")
        works = self.wanted + self.app.works
        print(f"{self.kills} kills; the server changed {changed} files; {sum(work.port == 'tlsPort' for work in works)} "
              f"by HTTPS; {sum(len(quit['cancelled']) for quit in self.app.quits)} cancelled by {len(self.app.quits)} force-quits")
        needed = sum(work.size for work in works if work.kind != "upload")
        print(f"{len(works)} transfers; to download {needed / MIB:.1f} MiB, served {served / MIB:.1f}; "
              f"repeated {sum(again) / MIB:.1f}, at most {max(again, default=0) / MIB:.2f} at once")
        return mistakes

    def keep(self):
        """What explains a mistake: the journal, the daemon's words, and the app's own record, in the build's folder."""
        kept = os.path.join(".build", f"kill-device-{self.options.seed}")
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(os.path.join(self.device.home, "journal"), os.path.join(kept, "journal"))
        shutil.copy(os.path.join(self.folder, "daemon.log"), kept)
        for name in ("orders", "verdicts"):
            shutil.copy(os.path.join(self.app.container, name), kept)
        print(f"kept: {kept}")

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
    parser.add_argument("--patience", type=float, default=PATIENCE, help="seconds for what is left then")
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    if options.app_transfers is None:
        options.app_transfers = options.transfers // 2
    options.seed, own_network = network.seeded(options.seed, users=False)
    with tempfile.TemporaryDirectory(prefix="quiesce-kill-") as folder:
        os.chmod(folder, 0o711)  # Every app's user may enter.
        run = Run(options, folder, own_network)
        status = judged(run, options.seed)
        if status:
            run.keep()
        return status


if __name__ == "__main__":
    sys.exit(main())
