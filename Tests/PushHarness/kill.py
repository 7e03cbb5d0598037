#!/usr/bin/env -S python3 -B
"""Kills all there is at random while a server pushes: none may be lost, and none doubled for the app.

Killed are the daemon, the push agent, the app and, with `--gateway`, the gateway and its store. The app is in front,
suspended or dead. A push counts as there when the app has heard of it, or when its receipt says that the app ended over
it, or wasn't woken as it had been killed too often; as doubled, when the app heard of it again without being told that it may have come before.
"""
import argparse
import collections
import json
import os
import random
import sys
import tempfile
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [FOLDER, os.path.join(FOLDER, "..", "NotificationHarness")]
from gateways import Fake, Real  # noqa: E402
from phone import Phone, Refused  # noqa: E402

APP = "org.quiesce.tests.Mail"
CLIENT = os.path.join(FOLDER, "..", "..", "Examples", "Python", "quiesce_app.py")
# So many silent pushes that none waits, which is tried elsewhere.
PROFILE = "silentPushesPerHour = 1000000\n"
ROOM = 40
DONE = {"shown", "delivered", "dropped", "merged"}


class Run:
    def __init__(self, options, folder):
        self.options, self.chance = options, random.Random(options.seed)
        self.counts = collections.Counter()
        self.last = 0
        self.receipts = {}  # By number of push.
        profile = os.path.join(folder, "profile.toml")
        with open(profile, "w", encoding="ascii") as file:
            file.write(PROFILE)
        self.device = Phone(options.products, folder, options=["--profile", profile])
        self.gateway = Real(options.gateway, folder, options.nats) if options.gateway else Fake()
        self.container = self.device.install_scripts(
            [os.path.join(FOLDER, "mail.py"), CLIENT], APP, folder,
            UIBackgroundModes=["remote-notification"])
        self.ask(type="setPermission", app=APP, permission="notifications", state="authorized")
        with open(self.gateway.certificate, encoding="ascii") as file:
            self.ask(type="joinGateway", url=self.gateway.url, certificate=file.read())
        self.ask(type="open", app=APP)
        self.wait("the app has a token", self.token)

    def ask(self, **request):
        return self.device.rows(**request)

    def wait(self, what, is_so):
        end = time.monotonic() + self.options.patience
        while not is_so():
            if time.monotonic() > end:
                raise SystemExit(
                    f"{what}: not in {self.options.patience} s; {self.ask(type='gateway')}; seed {self.options.seed}")
            time.sleep(0.01)  # It is looked at as a user would.

    def heard(self):
        try:
            with open(os.path.join(self.container, "heard"), encoding="ascii") as file:
                return [line.split() for line in file]
        except FileNotFoundError:
            return []

    def token(self):
        return next((words[1] for words in self.heard() if words[0] == "token"), None)

    # What happens

    def push(self, count):
        # An app may have 64 wake-ups that aren't finished; what comes beyond is dropped, and said so.
        self.wait("there is room", lambda: self.look() or len(self.open()) <= ROOM)
        payloads = []
        for _ in range(count):
            self.last += 1
            aps = {"content-available": 1}
            if self.chance.random() < 0.5:
                aps["alert"] = f"mail {self.last}"
            payloads.append((self.last, json.dumps({"aps": aps, "n": self.last})))
        self.gateway.push(self.token(), payloads)

    def look(self):
        for row in self.ask(type="pushes"):
            if row.get("id"):
                self.receipts[int(row["id"].rsplit("-", 1)[1])] = row
        shown = self.ask(type="notifications")
        if len(shown) > 50:
            self.ask(type="dismissNotification")

    def place(self):
        """One way for the app to be."""
        where = self.chance.choice(["front"] * 4 + ["suspended"] * 8 + ["dead"])
        try:
            self.ask(type="open", app=APP)
            if where != "front":
                self.ask(type="home")
            if where == "dead":
                self.forgive()
                self.device.kill_app(APP)
        except Refused as refused:
            self.counts[f"refused: {refused}"] += 1
        return where

    def forgive(self):
        """An app that ends again and again isn't woken for a while (W5); one that the user opens is."""
        self.wait("it is open", self.is_opened)
        self.ask(type="home")

    def is_opened(self):
        try:
            self.ask(type="open", app=APP)
        except Refused:
            return False
        return self.device.state(APP) == "active"

    def kill(self):
        what = self.chance.choice(["daemon"] * 3 + ["agent"] * 2 + ["app"] + self.gateway.parts * 2)
        if what == "daemon":
            self.device.kill()
            self.device.start()
        elif what == "agent":
            self.device.kill_child("quiesce-pushd")
        elif what == "app":
            self.device.kill_app(APP)
            self.forgive()
        else:
            self.gateway.kill(what)
        self.counts[f"kills: {what}"] += 1

    def go(self):
        kills = 0
        while self.last < self.options.pushes:
            where = self.place()
            self.counts[f"phases with the app {where}"] += 1
            for _ in range(self.chance.randint(1, 4)):
                self.push(self.chance.randint(1, self.options.burst))
                time.sleep(self.chance.random() * self.options.pause)
                self.kill()
                kills += 1
                self.look()
            print(f"\r{self.last} pushes, {kills} kills", end="", flush=True)
        print()
        # An agent that is killed often is started again ever later.
        self.wait("all have their verdict", self.is_over)

    def is_over(self):
        self.look()
        return not self.open()

    def open(self):
        """Those of which something is still to come."""
        heard = {int(words[1]) for words in self.heard() if words[0] in ("push", "told")}
        return [number for number in range(1, self.last + 1)
                if number not in heard and not self.is_done(number)]

    def is_done(self, number):
        row = self.receipts.get(number)
        return row is not None and (row["state"] in DONE or "reason" in row)

    # What it came to

    def judge(self):
        mistakes = []
        times = collections.defaultdict(list)
        for words in self.heard():
            if words[0] in ("push", "told"):
                times[int(words[1])].append(words)
        for number in range(1, self.last + 1):
            lines, row = times[number], self.receipts.get(number)
            if not lines:
                self.account(number, row, mistakes)
            new = [words for words in lines if words[3] == "new"]
            if len(new) > 1:
                mistakes.append(f"push {number} was doubled: {lines}")
            if len(lines) > 1:
                self.counts["heard again, and told so"] += 1
            elif lines:
                self.counts["heard once"] += 1
        for what, count in sorted(self.counts.items()):
            print(f"  {what}: {count}")
        return mistakes

    def account(self, number, row, mistakes):
        """A push that the app never heard of."""
        if row is None:
            mistakes.append(f"push {number} was lost")
        elif row["state"] == "woken" and row.get("reason"):
            self.counts[f"the app ended over it: {row['reason']}"] += 1
        elif row.get("reason") == "crashLoop":
            self.counts["dropped, as the app had been killed again and again (W5)"] += 1
        elif row["state"] in ("delivered", "shown"):
            self.counts[f"the app was gone before it heard: {row['state']}"] += 1
        else:
            mistakes.append(f"push {number} never reached the app: {row}")

    def close(self):
        self.device.close()
        self.gateway.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--products", required=True, help="the folder of quiesced and quiesce")
    parser.add_argument("--gateway", help="the built quiesce-gateway; else a fake one, which isn't killed")
    parser.add_argument("--nats", action="store_true", help="with a NATS server for the gateway's store")
    parser.add_argument("--pushes", type=int, default=10_000)
    parser.add_argument("--burst", type=int, default=20, help="pushes between two kills, at most")
    parser.add_argument("--pause", type=float, default=0.3, help="seconds between kills, at most")
    parser.add_argument("--patience", type=float, default=180, help="seconds for the last of it")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="quiesce-pushes-") as folder:
        os.chmod(folder, 0o711)  # Every app's user may enter.
        run = Run(options, folder)
        try:
            run.go()
            mistakes = run.judge()
        finally:
            run.close()
    for each in mistakes:
        print(f"MISTAKE {each}")
    print("0 mistakes" if not mistakes else f"{len(mistakes)} mistakes; seed {options.seed}")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
