#!/usr/bin/env -S python3 -B
"""Terminals under a real sway, focused in turn with a key at once: frozen ones beside ones that Quiesce doesn't know.

Told by the kernel, by the programs and by sway, never by Quiesce: whether a program was frozen when it got the focus,
when its key arrived, and whether it lives after the pointer has moved over it.
"""
import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import kernel
from rows import Rows
from sway import Sway
from waiting import wait

# Programs of each kind. The focus comes back to one after PROGRAMS x EACH seconds, which must be more than a program
# runs on out of sight (5 s).
PROGRAMS = 10
EACH = 0.8
MOTIONS = 2000
# The goals, in milliseconds, beside programs that are never frozen.
LATER_P50, LATER_P99 = 10, 50
# A key counts as lost after so many seconds.
LOST = 10

READER = """
import sys, termios, time, tty
tty.setraw(0)
log = open(sys.argv[1], "a", buffering=1)
log.write("ready\\n")
while key := sys.stdin.buffer.raw.read(1):
    log.write(f"{time.monotonic_ns()} {key[0]}\\n")
"""


class Terminal:
    """A window whose program notes each key, and when it came."""

    def __init__(self, sway, folder, name, wrapper):
        self.sway, self.name, self.log = sway, name, f"{folder}/{name}.keys"
        command = ["foot", "-a", name, "python3", "-c", READER, self.log]
        self.process = subprocess.Popen(
            [word.replace("NAME", name) for word in wrapper] + command, env=sway.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait(f"the window of {name}", lambda: name in sway.pids())
        wait(f"the program in {name}", lambda: self.lines()[:1] == ["ready"])
        self.pid = sway.pids()[name]

    def lines(self):
        if not os.path.exists(self.log):
            return []
        with open(self.log) as file:
            return file.read().splitlines()

    def is_frozen(self):
        return kernel.is_frozen(self.pid)

    def focus(self, key):
        """Milliseconds from the focus to the key's arrival; nil: it never came."""
        count = len(self.lines())
        begin = time.monotonic_ns()
        self.sway.do(f"[app_id={self.name}] focus")
        subprocess.run(["wtype", key], env=self.sway.environment, check=True)
        end = time.monotonic() + LOST
        while time.monotonic() < end:
            lines = self.lines()
            if len(lines) > count:
                moment, code = lines[-1].split()
                return (int(moment) - begin) / 1e6 if chr(int(code)) == key else None
            time.sleep(0.001)
        return None


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def focus_in_turn(terminals, changes):
    """Milliseconds of each key, None for a lost one; and how many programs were frozen when they got the focus."""
    times, frozen = [], 0
    for number in range(changes):
        terminal = terminals[number % len(terminals)]
        begin = time.monotonic()
        frozen += terminal.is_frozen()
        times.append(terminal.focus(chr(ord("a") + number % 26)))
        if number % 20 == 19:
            print(f"  {number + 1} of {changes}", file=sys.stderr, flush=True)
        time.sleep(max(0, EACH - (time.monotonic() - begin)))
    return times, frozen


def focus_after(sway, terminals, seconds):
    """Milliseconds of a key for each, at once with the focus, after all were frozen for so long."""
    sway.show("Nobody")
    wait("all to be frozen", lambda: all(terminal.is_frozen() for terminal in terminals))
    print(f"  {seconds} s frozen", file=sys.stderr, flush=True)
    time.sleep(seconds)
    return [terminal.focus(chr(ord("A") + number)) for number, terminal in enumerate(terminals)]


def move_over(sway, left, right):
    """Whether a program lives that is shown without the focus, after the pointer has moved over it."""
    sway.do(f"[app_id={left.name}] move to workspace 9; [app_id={right.name}] move to workspace 9")
    sway.do(f"workspace 9; [app_id={left.name}] focus; layout splith; [app_id={right.name}] focus")
    time.sleep(8)  # Longer than a program that is hidden would run on.
    was_frozen = left.is_frozen()
    for number in range(MOTIONS):
        sway.do(f"seat seat0 cursor set {20 + number % 400} {20 + number % 300}")
    answered = left.focus("x")
    return not was_frozen and left.name in sway.pids() and answered is not None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--products", required=True, help="the folder of the built programs")
    parser.add_argument("--changes", type=int, default=200, help="of the focus, for each kind of program")
    parser.add_argument("--pauses", default="2,60", metavar="SECONDS,…",
                        help="for which all are frozen before a key each (default: 2,60)")
    options = parser.parse_args()
    if os.geteuid() == 0:
        raise SystemExit("run it as an ordinary user, as `make test-desktop` does")
    missing = [name for name in ("sway", "foot", "wtype") if not shutil.which(name)]
    if missing:
        raise SystemExit(f"not installed: {', '.join(missing)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    folder = tempfile.mkdtemp(prefix="quiesce-desktop-")
    tool = os.path.abspath(options.products) + "/quiesce"
    sway = None
    try:
        sway = Sway(folder, layout="tabbed")
        home = ["--home", f"{folder}/q"]
        print(f"{PROGRAMS} terminals that Quiesce doesn't know", file=sys.stderr)
        plain = [Terminal(sway, folder, f"plain{number}", []) for number in range(PROGRAMS)]
        free, _ = focus_in_turn(plain, options.changes)
        for terminal in plain:
            terminal.process.kill()
        print(f"{PROGRAMS} terminals by `quiesce run`", file=sys.stderr)
        run = [tool, "run", *home, "--detach", "--name", "NAME", "--"]
        hosted = [Terminal(sway, folder, f"app{number}", run) for number in range(PROGRAMS)]
        wait("nine frozen ones", lambda: sum(terminal.is_frozen() for terminal in hosted) >= PROGRAMS - 1)
        thawed, frozen = focus_in_turn(hosted, options.changes)
        rows = Rows()
        rows.add("frozen when they got the focus", f"{frozen} of {options.changes}", "19 of 20",
                 frozen >= options.changes * 0.95)
        rows.add("keys lost", thawed.count(None), 0, None not in thawed)
        free, thawed = [
            [took for took in times if took is not None] or [LOST * 1e3]
            for times in (free, thawed)]
        for part, later in ((0.5, LATER_P50), (0.99, LATER_P99)):
            beside = percentile(free, part)
            value = percentile(thawed, part)
            rows.add(f"focus to key, p{part * 100:.0f}", f"{value:.1f} ms beside {beside:.1f}",
                     f"never frozen + {later} ms", value <= beside + later)
        beside = percentile(free, 0.99)
        for pause in map(int, options.pauses.split(",")):
            times = focus_after(sway, hosted, pause)
            slowest = max(LOST * 1e3 if took is None else took for took in times)
            rows.add(f"keys after {pause} s",
                     f"{times.count(None)} of {len(times)} lost, the slowest {slowest:.1f} ms beside {beside:.1f}",
                     f"none, never frozen + {LATER_P99} ms",
                     None not in times and slowest <= beside + LATER_P99)
        alive = move_over(sway, hosted[0], hosted[1])
        rows.add("shown, without the focus",
                 f"{MOTIONS} motions of the pointer over it: " + ("lives" if alive else "doesn't"),
                 "runs, and answers a key", alive)
        return 0 if rows.summary() else 1
    finally:
        subprocess.run([tool, "down", "--home", f"{folder}/q"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if sway:
            sway.end()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
