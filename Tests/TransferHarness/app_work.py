"""The transfers that an app asks for, by its background session (Tests/TransferHarnessApp)."""
import hashlib
import os
import urllib.parse

from judgement import ended_by_quit, is_resumed, judge_app
from work import KIB, MIB, Work

MIX = [("download", 256 * KIB, 4 * MIB, 1 * MIB)] * 2 + [("download", 8 * MIB, 24 * MIB, 3 * MIB)] * 2 \
    + [("data", 1, 64 * KIB, 0)] * 2 + [("upload", 1, 512 * KIB, 0)] * 2
APP = "org.quiesce.tests.Harness"


class AppWork(Work):
    """One of them, as a line of the app's orders."""

    def __init__(self, number, chance, server, kills):
        super().__init__(number, chance, server, None, kills, MIX)
        count = 0
        if self.kind == "upload":
            count = self.size // 4 + 1
            self.sha256 = hashlib.sha256(f"{number} ".encode() * count).hexdigest()
        self.order = f"{number} {self.kind} {self.url} {count}\n"


class App:
    """What it was ordered, and what is recorded of it for judgement.py."""

    def __init__(self, device, folder, works):
        self.device, self.folder, self.works = device, folder, []
        self.container = device.install("TransferHarnessApp", APP, folder)
        self.acknowledged, self.quits = {}, []
        self.open()
        self.order(works)
        self.kill()
        self.open()

    def order(self, works):
        """It begins them when it is launched next."""
        self.works += works
        with open(os.path.join(self.folder, "orders"), "w", encoding="ascii") as file:
            file.writelines(work.order for work in self.works)
        os.chmod(file.name, 0o644)
        os.rename(file.name, os.path.join(self.container, "orders"))

    def open(self):
        self.device.ask("open", APP)

    def leave(self):
        self.device.ask("home")

    def kill(self):
        return self.device.kill_app(APP)

    def lines(self):
        """Launch, number, task and end of each verdict that it was told; number None: it was killed before it had
        said what the task was for."""
        found = []
        try:
            with open(os.path.join(self.container, "verdicts"), encoding="ascii") as file:
                for line in file:
                    launch, number, task, end = line.rstrip("\n").split(" ", 3)
                    found.append((launch, None if number == "none" else int(number), task, end))
        except FileNotFoundError:
            pass
        return found

    def rows(self, rows):
        return {row["transfer"]: row for row in rows if row.get("app") == APP}

    def resumed(self, rows):
        """Its transfers without those that it was killed over before it had resumed them: it begins others instead."""
        return {transfer: row for transfer, row in self.rows(rows).items() if is_resumed(row)}

    def note(self, rows):
        """Notes which verdicts it has taken: the daemon doesn't list those any more."""
        before = self.lines()
        listed = {number_of(row) for row in self.resumed(rows()).values()}
        after = len(self.lines())
        for _, number, task, _ in before:
            if number is not None and number not in listed:
                # What it is told from now on is told after that.
                self.acknowledged.setdefault((number, task), after)

    def undone(self):
        told = {number for _, number, _, _ in self.lines()}
        return {work.number for work in self.works} - told

    def quit(self, rows):
        """Force-quits it (X7). How many transfers that ended."""
        self.note(rows)
        under_way = self.undone()
        before = self.rows(rows())
        lines = len(self.lines())
        if self.device.ask("quit", APP).returncode != 0:
            return 0
        after = self.rows(rows())
        cancelled = {number_of(after[transfer]) for transfer in ended_by_quit(before, after)}
        self.quits.append({
            "lines": lines, "under_way": under_way, "cancelled": cancelled,
            "left": {number_of(row) for row in after.values() if row["state"] in ("waiting", "running")},
            # The one that was quit may still be saying its last words.
            "launched": any(row["state"] != "notRunning" and not row.get("ending")
                            for row in self.device.told("ps") if row["id"] == APP)})
        return len(cancelled)

    def files(self, server):
        """What is wrong with each file that it kept."""
        found = {}
        works = {work.number: work for work in self.works}
        for name in os.listdir(os.path.join(self.container, "files")):
            if name.startswith(".dat.nosync"):
                continue  # Foundation's, of an atomic write that a kill ended.
            number, _, task = name.partition("-")
            if int(number) not in works:
                continue
            work = works[int(number)]
            with open(os.path.join(self.container, "files", name), "rb") as file:
                found[work.number, task] = work.wrong(file.read(), server.state(work.path))
        return found

    def mistakes(self, server):
        names = {work.number: f"the app's {work.kind} {work.number} ({work.size} bytes)" for work in self.works}
        return judge_app(names, self.lines(), self.acknowledged, self.quits, self.files(server))


def number_of(row):
    """The number that a transfer's path ends with."""
    return int(urllib.parse.urlsplit(row["url"]).path.rpartition("/")[2])
