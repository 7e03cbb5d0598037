#!/usr/bin/env -S python3 -B
"""Kills all there is at random while a server pushes: none may be lost, and none doubled for the app.

Killed are the daemon, the push agent, the app and, with `--gateway`, the gateway and its store. The app is in front,
suspended or dead; the device sleeps, and restarts. Pushes have collapse ids and expirations, and silent ones their
quota. What must have become of each, says judgement.py.
"""
import argparse
import collections
import datetime
import json
import os
import random
import sys
import tempfile
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [FOLDER, os.path.join(FOLDER, "..", "NotificationHarness")]
from gateways import Fake, Real  # noqa: E402
from judgement import HEARINGS, Judgement  # noqa: E402
from phone import Phone, Refused  # noqa: E402
from device import patient_profile  # noqa: E402

APP = "org.quiesce.tests.Mail"
CLIENT = os.path.join(FOLDER, "..", "..", "Examples", "Python", "quiesce_app.py")
# A quota that is used up before long: what is beyond it waits, and gives way to newer ones.
PROFILE = "silentPushesPerHour = 20"
COLLAPSE_IDS = ["inbox", "news"]
ROOM = 40
DONE = {"shown", "delivered", "dropped", "merged"}


class Run:
    def __init__(self, options, folder):
        self.options, self.chance = options, random.Random(options.seed)
        self.counts = collections.Counter()
        self.last = 0
        self.receipts = {}  # By number of push.
        self.sent = {}  # What the gateway accepted, by number, as judgement.py has it.
        self.deaths = []  # Of the app, by us.
        profile = patient_profile(folder, PROFILE)
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
        pushes = []
        for _ in range(count):
            self.last += 1
            push = {"silent": self.chance.random() < 0.3, "collapse": None, "expires": None}
            if self.chance.random() < 0.1:
                push["collapse"] = self.chance.choice(COLLAPSE_IDS)
            if self.chance.random() < 0.1:
                push["expires"] = int(time.time()) + self.chance.randint(1, 3)
            pushes.append((self.last, push))
        self.deliver(pushes)

    def deliver(self, pushes):
        def order(number, push):
            aps = {"content-available": 1}
            if not push["silent"]:
                aps["alert"] = f"mail {number}"
            return {**push, "payload": json.dumps({"aps": aps, "n": number})}

        self.gateway.push(self.token(), [(number, order(number, push)) for number, push in pushes])
        self.sent.update(pushes)

    def look(self):
        for row in self.ask(type="pushes"):
            if row.get("id"):
                row["since_ms"] = milliseconds(row["since"])
                self.receipts[int(row["id"].rsplit("-", 1)[1])] = row
        shown = self.ask(type="notifications")
        if len(shown) > 50:
            self.ask(type="dismissNotification")

    def place(self):
        """One way for the app and its device to be."""
        where = self.chance.choice(["front"] * 4 + ["suspended"] * 6 + ["asleep"] * 2 + ["dead", "restarted"])
        try:
            self.ask(type="sendWake")
            self.open_app()
            if where == "restarted":
                self.ask(type="reboot")
                self.open_app()
            if where != "front":
                self.ask(type="home")
            if where == "asleep":
                self.ask(type="sendSleep")
            if where == "dead":
                self.forgive()
                self.kill_app()
        except Refused as refused:
            self.counts[f"refused: {refused}"] += 1
        return where

    def open_app(self):
        self.ask(type="open", app=APP)
        for death in self.deaths[-1:]:
            death["opened"] = death["opened"] or now()

    def kill_app(self):
        """And waits until the daemon knows."""
        launch = next(row["launch"] for row in self.ask(type="ps") if row["id"] == APP)
        death = {"launch": launch, "killed": now(), "noticed": None, "opened": None}
        if not self.device.kill_app(APP):
            return
        self.deaths.append(death)

        def is_known():
            row = next(row for row in self.ask(type="ps") if row["id"] == APP)
            return row["launch"] > launch or row["state"] == "notRunning"

        self.wait("the daemon knows that the app is dead", is_known)
        death["noticed"] = now()

    def forgive(self):
        """An app that ends again and again isn't woken for a while (W5); one that the user opens is.
        A device that sleeps is locked, so it is woken first (S7)."""
        self.wait("it is open", self.is_awake)
        self.ask(type="home")

    def is_opened(self):
        try:
            self.open_app()
        except Refused:
            return False
        return self.device.state(APP) == "active"

    def kill(self):
        what = self.chance.choice(["daemon"] * 6 + ["agent"] * 4 + ["app"] + self.gateway.parts * 4)
        if what == "daemon":
            self.device.kill()
            self.device.start()
        elif what == "agent":
            self.device.kill_child("quiesce-pushd")
        elif what == "app":
            self.kill_app()
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
        self.finish()

    def finish(self):
        """Wakes the device and opens the app, which gets what waits; pushes keep their order, so that the last one shows
        that no other is to come."""
        # An agent that is killed often is started again ever later.
        self.wait("the device is awake", self.is_awake)
        self.last += 1
        self.deliver([(self.last, {"silent": False, "collapse": None, "expires": None})])
        last = str(self.last)
        self.wait("the last push has come", lambda: any(
            words[0] in HEARINGS and words[1] == last for words in self.heard()))
        self.wait("all have their verdict", self.is_over)
        self.until = time.time()

    def is_awake(self):
        try:
            self.ask(type="sendWake")
        except Refused:
            pass
        return self.is_opened()

    def is_over(self):
        self.look()
        return not self.open()

    def open(self):
        """Those of which something is still to come, as far as one knows."""
        heard = {int(words[1]) for words in self.heard() if words[0] in HEARINGS}
        return [number for number in self.sent if number not in heard and not self.is_done(number)]

    def is_done(self, number):
        row, push = self.receipts.get(number), self.sent[number]
        if row is None:
            # It may have come to nothing at the gateway.
            is_replaced = push["collapse"] and any(
                other > number and each["collapse"] == push["collapse"] for other, each in self.sent.items())
            return bool(is_replaced) or push["expires"] is not None and push["expires"] < time.time()
        return row["state"] in DONE or "reason" in row

    # What it came to

    def judge(self):
        found = Judgement(self.sent, self.heard(), self.receipts, self.deaths, self.until)
        for what, count in sorted(self.counts.items()):
            print(f"  {what}: {count}")
        found.report()
        return found.mistakes

    def close(self):
        self.device.close()
        self.gateway.close()


def now():
    return time.time_ns() // 1_000_000


def milliseconds(iso):
    """A moment as the daemon writes it."""
    return datetime.datetime.fromisoformat(iso.replace("Z", "+00:00")).timestamp() * 1000


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
