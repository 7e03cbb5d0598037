#!/usr/bin/env -S python3 -B
"""Kills the daemon at random while an app's alarms fire: none may be lost, early, or told twice.

The app is in front, suspended or dead; now and then the device restarts. There is a desktop, which must be asked
to show what the daemon says is shown. A banner may be shown again for a kill between its being shown and that
being recorded: those are counted.
"""
import argparse
import collections
import os
import random
import re
import sys
import tempfile
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, FOLDER)
from judgement import Judgement  # noqa: E402
from phone import Phone, Refused  # noqa: E402
from screen import Screen  # noqa: E402

APP = "org.quiesce.tests.Alarms"
CLIENT = os.path.join(FOLDER, "..", "..", "Examples", "Python", "quiesce_app.py")
SHOWN = re.compile(r'notification (\d+) of \S+ is shown.*: "alarm (\S+)"$')


class Run:
    def __init__(self, options, folder):
        self.options, self.chance = options, random.Random(options.seed)
        self.counts = collections.Counter()
        self.numbers = 0
        self.due = {}  # Milliseconds, by name.
        self.early = []
        self.rows_seen = {}  # What the daemon said of each that was shown, by its number.
        self.disturbed = set()  # Names that fired to a launch that was killed afterwards.
        self.screen = Screen(folder)
        self.device = Phone(options.products, folder, self.screen.environment())
        self.container = self.device.install_scripts(
            [os.path.join(FOLDER, "alarms.py"), CLIENT], APP, folder)
        self.ask(type="setPermission", app=APP, permission="notifications", state="authorized")

    def ask(self, **request):
        return self.device.rows(**request)

    def wait(self, what, is_so):
        end = time.monotonic() + 60
        while not is_so():
            if time.monotonic() > end:
                raise SystemExit(f"{what}: not within a minute; the app is {self.device.state(APP)}")
            time.sleep(0.01)  # It is looked at as a user would.

    def heard(self):
        try:
            with open(os.path.join(self.container, "heard"), encoding="ascii") as file:
                return [line.split() for line in file]
        except FileNotFoundError:
            return []

    def promised(self):
        return {words[1] for words in self.heard() if words[0] == "promised"}

    # What happens

    def order(self, seconds):
        """Alarms at random moments of the time to come, some of them at the same."""
        first = time.time() + 0.05
        names = []
        for _ in range(max(1, int(seconds * self.options.rate))):
            self.numbers += 1
            at = first + self.chance.random() * seconds
            if names and self.chance.random() < 0.1:
                at = self.due[names[-1]] / 1000
            name = f"{self.numbers}@{int(at * 1000)}"
            self.due[name] = int(at * 1000)
            names.append(name)
        with open(os.path.join(self.container, "orders"), "a", encoding="ascii") as file:
            file.write("".join(f"{name}\n" for name in names))
        return names

    def look(self):
        """Notes what is shown; the user opens or dismisses some of it."""
        rows = self.ask(type="notifications")
        for row in rows:
            self.rows_seen[row["notification"]] = row
        self.wait_for_screen(rows)
        if rows and self.chance.random() < 0.3:
            try:
                self.ask(type="openNotification", notification=self.chance.choice(rows)["notification"])
                self.counts["opened by the user"] += 1
            except Refused:
                pass
        elif len(rows) > 50:
            # Not all that there are by now: what is taken away at once need not come onto the screen.
            for row in rows:
                try:
                    self.ask(type="dismissNotification", notification=row["notification"])
                except Refused:
                    pass

    def wait_for_screen(self, rows):
        self.wait("what is shown is on the screen",
                  lambda: self.screen.read().issuperset(row["name"] for row in rows))

    def kill(self):
        self.device.kill()
        self.device.start()

    def phase(self, kills):
        """One way for the app to be, while the daemon is killed."""
        where = self.chance.choice(["front", "front", "suspended", "suspended", "dead", "reboot"])
        pauses = [self.chance.random() * 2 * self.options.pause for _ in range(kills)]
        self.ask(type="open", app=APP)
        # In time for what follows, which takes about as long again as the pauses.
        names = self.order(sum(pauses) + kills * self.options.start)
        last = names[-1]
        self.wait("the alarms are scheduled", lambda: last in self.promised()
                  or self.due[last] < time.time() * 1000)
        if where != "front":
            self.ask(type="home")
            self.wait("suspended", lambda: self.device.state(APP) == "suspended")
        if where == "dead":
            self.disturbed |= {words[1] for words in self.heard() if words[0] == "fired"}
            self.device.kill_app(APP)
        elif where == "reboot":
            self.ask(type="reboot")
        for pause in pauses:
            time.sleep(pause)
            self.kill()
            self.counts[f"kills, app {where}"] += 1
        self.look()

    def go(self):
        left = self.options.kills
        while left > 0:
            kills = min(left, self.chance.randint(3, 8))
            self.phase(kills)
            left -= kills
            print(f"\r{self.options.kills - left} kills, {len(self.due)} alarms", end="", flush=True)
        print()
        time.sleep(max(0, max(self.due.values()) / 1000 - time.time()))
        self.wait("what is scheduled fires", lambda: not [
            row for row in self.ask(type="notifications", scheduled=True)])
        rows = self.ask(type="notifications")
        for row in rows:
            self.rows_seen[row["notification"]] = row
        self.wait_for_screen(rows)
        # What fired last, to an app that wasn't connected.
        self.ask(type="open", app=APP)
        time.sleep(self.options.settle)

    # What it came to

    def judge(self):
        with open(self.device.log.name, encoding="utf-8", errors="replace") as log:
            shown = [SHOWN.search(line.rstrip()) for line in log]
        found = Judgement(
            self.due, self.heard(), [(match[1], match[2]) for match in shown if match],
            self.rows_seen.values(), self.disturbed, self.options.kills, self.screen.banners)
        for what, count in sorted(self.counts.items()):
            print(f"  {what}: {count}")
        found.report()
        return found.mistakes

    def close(self):
        self.device.close()
        self.screen.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--products", required=True, help="the folder of quiesced and quiesce")
    parser.add_argument("--kills", type=int, default=1_000)
    parser.add_argument("--rate", type=float, default=25, help="alarms a second")
    parser.add_argument("--pause", type=float, default=0.15, help="seconds between kills, about")
    parser.add_argument("--start", type=float, default=0.15, help="seconds that a start takes, about")
    parser.add_argument("--settle", type=float, default=3, help="seconds for the last of it")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="quiesce-alarms-") as folder:
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
