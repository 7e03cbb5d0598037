#!/usr/bin/env -S python3 -B
"""Kills the daemon at random while an app's alarms fire: none may be lost, early, or told twice.

The app is in front, suspended or dead, or killed in front as the daemon is; now and then the device restarts. There
is a desktop, which must be asked to show what the daemon says is shown. What may come again, and why, says
judgement.py.
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
LIFE, REBOOT = "=== the next daemon", "=== the device restarts"
RECORDED = re.compile(rb'"notification":{"_0":{"shown":{"_0":(\d+)}}}')


class Run:
    def __init__(self, options, folder):
        self.options, self.chance = options, random.Random(options.seed)
        self.counts = collections.Counter()
        self.numbers = 0
        self.due = {}  # Milliseconds, by name.
        self.early = []
        self.rows_seen = {}  # What the daemon said of each that was shown, by its number.
        self.killed = set()  # Launches.
        self.life = 0  # Of the daemon.
        self.recorded = {}  # The life in which the daemon noted that a notification is shown, by its number.
        self.read_until = {}  # Bytes, by segment of the journal.
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
        self.wait_for_record(rows)
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

    def wait_for_record(self, rows):
        """What is on the screen isn't shown again by a daemon that knows it: from here on that is judged."""
        numbers = {row["notification"] for row in rows}
        self.wait("what is shown is recorded", lambda: self.read_journal().issuperset(numbers))

    def read_journal(self):
        """The numbers of which any daemon has noted that they are shown."""
        folder = os.path.join(self.device.home, "journal")
        for name in os.listdir(folder):
            try:
                with open(os.path.join(folder, name), "rb") as file:
                    file.seek(self.read_until.get(name, 0))
                    text = file.read()
            except FileNotFoundError:
                continue  # A daemon is at work there.
            text = text[:text.rfind(b"\n") + 1]
            self.read_until[name] = self.read_until.get(name, 0) + len(text)
            for number in RECORDED.findall(text):
                self.recorded.setdefault(number.decode(), self.life)
        return {int(number) for number in self.recorded}

    def mark(self, line):
        self.device.log.write(f"{line}\n".encode("ascii"))
        self.device.log.flush()

    def kill(self):
        self.device.kill()
        self.read_journal()
        self.mark(LIFE)
        self.life += 1
        self.device.start()

    def kill_app(self):
        launch = next(row["launch"] for row in self.ask(type="ps") if row["id"] == APP)
        if self.device.kill_app(APP):
            self.killed.add(launch)
            self.counts["kills of the app"] += 1

    def strike(self):
        """The app, too, in front: what it was told just then may be shown."""
        self.kill_app()
        self.wait("it is open again", self.is_opened)

    def is_opened(self):
        try:
            self.ask(type="open", app=APP)
        except Refused:
            return False
        return self.device.state(APP) == "active"

    def phase(self, kills):
        """One way for the app to be, while the daemon is killed."""
        where = self.chance.choice(["front", "struck", "suspended", "suspended", "dead", "reboot"])
        pauses = [self.chance.random() * 2 * self.options.pause for _ in range(kills)]
        self.ask(type="open", app=APP)
        # In time for what follows, which takes about as long again as the pauses.
        names = self.order(sum(pauses) + kills * self.options.start)
        last = names[-1]
        self.wait("the alarms are scheduled", lambda: last in self.promised()
                  or self.due[last] < time.time() * 1000)
        if where not in ("front", "struck"):
            self.ask(type="home")
            self.wait("suspended", lambda: self.device.state(APP) == "suspended")
        if where == "dead":
            self.kill_app()
        elif where == "reboot":
            self.mark(REBOOT)
            self.ask(type="reboot")
        for pause in pauses:
            time.sleep(pause)
            if where == "struck" and self.chance.random() < 0.5:
                self.strike()
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
        self.wait_for_record(rows)
        # An app that wasn't connected is told of the last ones once it is; a lost one never comes.
        self.ask(type="open", app=APP)
        end = time.monotonic() + 60
        while self.untold() and time.monotonic() < end:
            time.sleep(0.05)
        # A notification that comes once too often comes at once, too.
        time.sleep(self.options.settle)

    def untold(self):
        """The promised ones that were neither told to the app nor shown."""
        fired = {words[1] for words in self.heard() if words[0] == "fired"}
        with open(self.device.log.name, encoding="utf-8", errors="replace") as log:
            shown = {match[2] for match in map(SHOWN.search, map(str.rstrip, log)) if match}
        return self.promised() - fired - shown

    # What it came to

    def judge(self):
        shown, reboots, life = [], collections.Counter(), 0
        with open(self.device.log.name, encoding="utf-8", errors="replace") as log:
            for line in map(str.rstrip, log):
                life += line == LIFE
                reboots[life] += line == REBOOT
                if match := SHOWN.search(line):
                    shown.append((life, match[1], match[2]))
        found = Judgement(
            self.due, self.heard(), shown, self.rows_seen.values(), self.killed, reboots, self.recorded,
            self.screen.banners)
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
