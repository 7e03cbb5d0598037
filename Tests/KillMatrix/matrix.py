#!/usr/bin/env -S python3 -B
"""Kills a device's daemon at each of its commits, one after the other: nothing acknowledged may be lost, nothing invented.

A commit is a call that changes a file or puts it on the disk: each write of the journal and of the store, each sync, each
rename. They are counted over all threads together (commits.c). Each of the stories (stories.py) is told again and again,
to a daemon that dies at its first commit, at its second, and so on: before the call, and right after it. Another daemon
is started then, and says what the device is like; judgement.py says what it may be.
"""
import argparse
import contextlib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, FOLDER)
import inventory  # noqa: E402
from board import Board, Dead, compiled  # noqa: E402
from judgement import blind, judge, untold  # noqa: E402
from phone import Refused  # noqa: E402
from stories import STORIES  # noqa: E402

PATIENCE = 30
# A lost thing doesn't come, however long it is waited for.
CONTROL_PATIENCE = 3
FACTS = """
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
assert store.execute("pragma integrity_check").fetchone() == ("ok",), "the store is damaged"
print("\\n".join(row[0] for row in store.execute("select key from facts")))
"""


class Matrix:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.shim = compiled(folder)
        self.patience = CONTROL_PATIENCE if options.control else PATIENCE
        self.templates = {}
        self.number = 0

    def board(self):
        """A device in a folder of its own, which isn't started."""
        self.number += 1
        folder = os.path.join(self.folder, str(self.number))
        os.mkdir(folder, 0o711)
        return Board(self.options.products, folder, self.shim, PATIENCE if self.options.control else None)

    def template(self, kind):
        """A device on which the story's apps are installed."""
        if kind not in self.templates:
            board = self.board()
            board.start()
            for app in kind.apps:
                board.install_app(app, kind.modes if app == kind.apps[0] else (),
                                  **(kind.keys if app == kind.apps[0] else {}))
            for permission in kind.permissions:
                board.rows(type="setPermission", app=kind.apps[0], permission=permission, state="authorized")
            self.end(board)
            self.templates[kind] = board.home
        return self.templates[kind]

    def end(self, board):
        """Ends all in good order; the facts that are left."""
        board.rows(type="down")
        try:
            code = board.daemon.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise SystemExit(f"the daemon was told to end, and hasn't within {PATIENCE} s") from None
        if code != 0:
            raise SystemExit(f"the daemon ended with {code}")
        done = subprocess.run([sys.executable, "-c", FACTS, os.path.join(board.home, "store.sqlite")],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(done.stderr.strip().splitlines()[-1])
        return done.stdout.split()

    def tell(self, name, point, after=False):
        """Tells a story to a daemon that dies at this commit, 0: at its end. Where it died, how many commits there
        were, and what is wrong."""
        board = self.board()
        kind = STORIES[name]
        if kind.template:
            subprocess.run(["cp", "-a", self.template(kind), board.home], check=True)
        story = kind(board)
        mistakes, died, count, stored = [], "nothing", 0, None
        try:
            board.arm(point, after)
            try:
                board.start()
                story.tell()
                board.kill()
                stored = self.stored(board)
            except Dead:
                if board.died_at() is None:
                    mistakes.append("the daemon ended by itself")
            count, died = board.count(), board.died_at() or "the end"
            board.disarm()
            if self.options.control:
                self.lose(board, story)
            mistakes += self.look(board, story)
            if stored is not None:
                # A wake-up and its push may begin and end within one commit, and were there if the app completed one.
                # Pushes come by a control request, or by the gateway, which promises them as such.
                if "completeWake" in board.requests:
                    pushed = "sendPush" in board.controls or any(each.kind == "push" for each in board.promises)
                    stored |= {"wake"} | ({"push"} if pushed else set())
                mistakes += untold(story, stored, board.controls, board.requests)
        except Dead:
            mistakes.append("the next daemon ended by itself")
        except (Refused, SystemExit) as hung:
            mistakes.append(str(hung))
        finally:
            story.close()
            if board.daemon.poll() is None or mistakes:
                self.clear(board)
            board.log.close()
        if not mistakes:
            shutil.rmtree(board.folder, ignore_errors=True)
        return died.replace(board.home + "/", ""), count, mistakes

    @staticmethod
    def lose(board, story):
        """What a daemon would leave that had written down nothing of what the story is about."""
        shutil.rmtree(os.path.join(board.home, "journal"))
        keys = [key for kind, key in inventory.facts().items() if kind in story.facts.split()]
        with contextlib.closing(sqlite3.connect(os.path.join(board.home, "store.sqlite"))) as store, store:
            for key in keys:
                store.execute("delete from facts where key = ? or key like ?", (key, f"{key}%"))

    @staticmethod
    def stored(board):
        """The kinds of facts that the store has, or had for a moment: those are in its log."""
        stored = b""
        for name in ("store.sqlite", "store.sqlite-wal"):
            path = os.path.join(board.home, name)
            if os.path.exists(path):
                with open(path, "rb") as file:
                    stored += file.read()
        return {kind for kind, key in inventory.facts().items() if key.encode() in stored}

    def look(self, board, story):
        board.start()
        if story.template:
            story.revive()
        end = time.monotonic() + self.patience
        while not story.promised() and time.monotonic() < end:
            board.check()
            time.sleep(0.01)
        # What comes once too often comes at once, too.
        found = None
        while (again := story.found()) != found and time.monotonic() < end + self.patience:
            found = again
            time.sleep(0.1)
        promises = [each for each in board.promises if each.kind != "fact"]
        mistakes = list(judge(promises, found))
        if not mistakes and all(each.acknowledged for each in promises):
            mistakes += blind(promises, found)
        # A store that wasn't there in full yet, before anything was acknowledged, is found empty.
        if story.template or any(each.acknowledged for each in board.promises):
            notes = board.rows(type="status")[0]["notes"]
            mistakes += [note for note in notes if "damaged" in note]
        keys = self.end(board)
        mistakes += judge([each for each in board.promises if each.kind == "fact"],
                          {("fact", key): ["there"] for key in keys if any(
                              (each.kind, each.key) == ("fact", key) for each in board.promises)})
        left = [key for key in keys if key.startswith(("wake/", "push/"))]
        if left:
            mistakes.append(f"without a verdict: {left}")
        return mistakes

    def clear(self, board):
        """Nothing may be left running, whatever went wrong."""
        if board.daemon.poll() is None:
            board.kill()
        board.disarm()
        try:
            board.start()
            self.end(board)
        except (Dead, Refused, SystemExit):
            board.kill()

    def go(self):
        chance = random.Random(self.options.seed)
        wrong = kills = 0
        todo, counts = [], {}
        for name in self.options.stories:
            _, count, mistakes = self.tell(name, 0)
            wrong += self.report(f"{name}, not killed", mistakes)
            counts[name] = count
            todo += [(name, point, after) for point in range(1, count + 1) for after in (False, True)]
        if self.options.sample:
            # As many of each story.
            each = max(1, self.options.sample // len(self.options.stories))
            todo = [point for name in self.options.stories for point in chance.sample(
                [other for other in todo if other[0] == name], min(each, 2 * counts[name]))]
        print(f"{sum(counts.values())} commits: " + ", ".join(f"{name} {count}" for name, count in counts.items()),
              flush=True)
        late = 0
        for name, point, after in todo:
            died, _, mistakes = self.tell(name, point, after)
            kills += died != "the end"
            late += died == "the end"
            wrong += self.report(f"{name} {point}{' after' if after else ''} ({died})", mistakes)
            if kills % 100 == 0:
                print(f"{kills} kills", flush=True)
        print(f"{kills} kills, of {2 * sum(counts.values())} that there are; {late} came to the end before")
        return wrong

    def control(self):
        """Each story whose facts are lost is found to have lost something."""
        wrong = 0
        for name in self.options.stories:
            if STORIES[name].lasts:
                _, _, mistakes = self.tell(name, 0)
                print(f"{name}: {mistakes[0] if mistakes else 'nothing is missed'}", flush=True)
                wrong += not mistakes
        return wrong

    @staticmethod
    def report(name, mistakes):
        for each in mistakes:
            print(f"MISTAKE {name}: {each}", flush=True)
        return len(mistakes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--products", required=True, help="the folder of quiesced and quiesce")
    parser.add_argument("--sample", type=int, help="so many kills of all, by the seed")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--point", type=int, help="only this one, of one story")
    parser.add_argument("--after", action="store_true", help="right after that call")
    parser.add_argument("--control", action="store_true", help="lose what was told, and see that it is missed")
    parser.add_argument("stories", nargs="*", metavar="STORY", help=" ".join(STORIES))
    options = parser.parse_args()
    options.stories = options.stories or list(STORIES)
    if options.sample:
        print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="quiesce-matrix-") as folder:
        os.chmod(folder, 0o711)  # Every app's user may enter.
        matrix = Matrix(options, folder)
        if options.point is not None:
            died, _, mistakes = matrix.tell(options.stories[0], options.point, options.after)
            wrong = matrix.report(f"{options.stories[0]} {options.point} ({died})", mistakes)
        elif options.control:
            wrong = matrix.control()
        else:
            wrong = matrix.go()
    print(f"{wrong} mistakes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
