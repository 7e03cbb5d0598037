#!/usr/bin/env -S python3 -B
"""Tells each story to an older build, and has a newer one take the device over, and the older one again.

The older daemon is told to end by SIGTERM, which leaves the apps as they are, and the newer one begins. It is told to
end in turn, and the older one tries: where it can't read what the newer has written, it must refuse with what to do,
and leave no app frozen. Then the newer one says what the device is like, and judgement.py what it may be.
"""
import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, FOLDER)
from board import Board, Dead, PATIENCE  # noqa: E402
from matrix import Matrix  # noqa: E402
from phone import Refused  # noqa: E402
from stories import STORIES  # noqa: E402

BAD_CONFIGURATION = 78
# Seconds after which a daemon that refuses has what is frozen thawed.
THAW_AFTER = 1


class Upgrade(Matrix):
    """Matrix.look judges. `old`, `new`: folders of products. `journals`: where the older build's are kept, if at all."""

    def __init__(self, old, new, folder, journals=None):
        super().__init__(argparse.Namespace(products=old, control=False), folder)
        self.old, self.new, self.journals = old, new, journals

    def tell(self, name):
        """Whether the older build refused the newer one's device, and what is wrong."""
        board = self.board()
        board.options += ["--thaw-after", str(THAW_AFTER)]
        kind = STORIES[name]
        if kind.template:
            subprocess.run(["cp", "-a", self.template(kind), board.home], check=True)
        story = kind(board)
        mistakes, refused = [], None
        try:
            board.start()
            story.tell()
            self.hand_over(board)
            if self.journals:
                shutil.copytree(os.path.join(board.home, "journal"), os.path.join(self.journals, name))
            board.products = self.new
            board.start()
            self.hand_over(board)
            board.products = self.old
            refused = self.go_back(board)
            mistakes += [f"{app} is frozen, with no daemon" for app in self.frozen(board)] if refused else []
            board.products = self.new
            mistakes += self.look(board, story)
        except Dead:
            mistakes.append(f"a daemon of {board.products} ended by itself")
        except (Refused, SystemExit) as problem:
            mistakes.append(str(problem))
        finally:
            story.close()
            board.products = self.new
            if board.daemon.poll() is None or mistakes:
                self.clear(board)
            board.log.close()
        if not mistakes:
            shutil.rmtree(board.folder, ignore_errors=True)
        return refused, mistakes

    @staticmethod
    def hand_over(board):
        board.daemon.send_signal(signal.SIGTERM)
        code = board.daemon.wait(PATIENCE)
        if code != 0:
            raise SystemExit(f"told by SIGTERM to end, {board.products} ended with {code}")

    def go_back(self, board):
        """The words with which the older build refused; None if it took the device over, and was told to end again."""
        begun = os.path.getsize(board.log.name)
        try:
            board.start()
        except Dead:
            code = board.daemon.returncode
            with open(board.log.name, encoding="utf-8", errors="replace") as log:
                log.seek(begun)
                words = log.read()
            if code != BAD_CONFIGURATION or "newer" not in words:
                raise SystemExit(f"{board.products} ended with {code}, and said: {words[-500:]}") from None
            return words
        self.hand_over(board)
        return None

    @staticmethod
    def frozen(board):
        """Apps of this device that stay frozen, by the kernel's word."""
        end = time.monotonic() + PATIENCE
        while (found := list(frozen_groups(board.home))) and time.monotonic() < end:
            time.sleep(0.02)  # The kernel tells nobody who doesn't watch each group.
        return found


def frozen_groups(home):
    """The groups of processes that have a file of this home open or as their program, and are frozen."""
    groups = set()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                if os.path.realpath(home).encode() not in file.read():
                    continue
            with open(f"/proc/{pid}/cgroup", encoding="ascii") as file:
                groups |= {line.split(":", 2)[2].strip() for line in file if line.startswith("0:")}
        except OSError:
            continue  # It has ended.
    for mount in unified():
        for group in groups:
            try:
                with open(f"{mount}{group}/cgroup.events", encoding="ascii") as file:
                    if "frozen 1" in file.read():
                        yield os.path.basename(group)
            except OSError:
                continue


def unified():
    """Where cgroup v2 is mounted."""
    with open("/proc/self/mountinfo", encoding="utf-8") as file:
        for line in file:
            fields, _, kind = line.partition(" - ")
            if kind.split()[0] == "cgroup2":
                yield fields.split()[4]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--old", required=True, help="the folder of the older quiesced and quiesce")
    parser.add_argument("--new", required=True, help="the folder of the newer ones")
    parser.add_argument("--journals", metavar="DIR", help="keep what the older build wrote in a new folder DIR")
    parser.add_argument("stories", nargs="*", metavar="STORY", help=" ".join(STORIES))
    options = parser.parse_args()
    wrong = refusals = 0
    with tempfile.TemporaryDirectory(prefix="quiesce-upgrade-") as folder:
        os.chmod(folder, 0o711)  # Every app's user may enter.
        upgrade = Upgrade(options.old, options.new, folder, options.journals)
        stories = options.stories or list(STORIES)
        for name in stories:
            refused, mistakes = upgrade.tell(name)
            refusals += refused is not None
            wrong += upgrade.report(name, mistakes)
            how = "refused by the older build" if refused else "taken by both"
            print(f"{name}: {how}, {len(mistakes)} mistakes", flush=True)
    print(f"{len(stories)} stories, {refusals} refused by the older build, {wrong} mistakes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
