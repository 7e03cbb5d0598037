#!/usr/bin/env -S python3 -B
"""The day of a desktop: real programs under sway or X11, frozen by Quiesce, beside ones that never are.

Told by the programs' servers, the kernel, the sound server and the screen, never by Quiesce, but for what
`quiesce why` names as the obstacle of a program that must not sleep.
"""
import argparse
import contextlib
import os
import shutil
import signal
import sys
import tempfile

import checks
import kernel
import programs
from again import SecondStarts
from device import Device
from kills import Kills
from rows import Rows, progress
from servers import IMAP, Servers
from session import Desktop, stop
from sway import Sway
from xserver import XServer

# Hardly busy by themselves, they do in each thaw whatever they have put off since the last.
KNOWN = ("CPU kept: Firefox", "CPU kept: Thunderbird")
SCREENS = {"sway": Sway, "x11": XServer}
COMMANDS = ("dbus-daemon", "pulseaudio", "parec", "playerctl", IMAP)


def parsed():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--products", required=True, help="the folder of the built programs")
    parser.add_argument("--screen", choices=SCREENS, default="sway",
                        help="x11: Xvfb with openbox (default: sway)")
    parser.add_argument("--minutes", type=float, default=2,
                        help="out of sight with connections kept, and a third of it without")
    parser.add_argument("--kills", type=int, default=20, metavar="N",
                        help="deaths and stops of the daemon")
    parser.add_argument("--freezer", choices=("any", "cgroup", "signals"), default="any",
                        help="the day fails with another one")
    parser.add_argument("--only", help="programs of the day, as Chat,Job; the rest isn't started")
    parser.add_argument("--json", metavar="FILE", help="the rows, for programs")
    parser.add_argument("--keep", action="store_true", help="keep the folder, with its logs")
    return parser.parse_args()


def chosen(options):
    day = [program for program in programs.PROGRAMS if program.screen in (None, options.screen)]
    names = options.only.split(",") if options.only else [program.name for program in day]
    return [program for program in day if program.name in names]


def missing(screen, day):
    path = "/usr/bin:/bin:/usr/games"
    wanted = {*COMMANDS, *screen.COMMANDS} | {program.executable for program in day}
    return sorted(name for name in wanted if not shutil.which(name, path=path))


def live(options, folder, rows):
    products = os.path.abspath(options.products)
    with contextlib.ExitStack() as ends:
        servers = Servers()
        ends.callback(servers.end)
        plain, ours = [
            Desktop(SCREENS[options.screen], f"{folder}/{name}", servers)
            for name in ("plain", "ours")]
        device, kills = Device(products, ours), Kills(products, ours, rows)
        ours.run = device.before
        for end in (ours.end, plain.end, kills.end, device.down):
            ends.callback(end)
        ends.callback(progress, "ending")
        for desktop in (plain, ours):
            desktop.begin()
        device.up()
        if not checks.freezer(rows, device, options.freezer):
            return
        day = checks.Day(rows, ours, plain, device, servers, chosen(options))
        day.begin()
        day.leave()
        day.keep(options.minutes * 60)
        day.sleep(options.minutes * 20)
        SecondStarts(day).tell()
        day.come_back()
        plain.end()
        kills.real(device, [program.name for program in day.sleepers])
        kills.many(options.kills - 2)


def main():
    options = parsed()
    if os.geteuid() == 0:
        raise SystemExit("run it as an ordinary user, as `make test-desktop` does")
    absent = missing(SCREENS[options.screen], chosen(options))
    if absent:
        raise SystemExit(f"not installed: {', '.join(absent)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    folder = tempfile.mkdtemp(prefix="quiesce-day-")
    rows = Rows(KNOWN)
    try:
        live(options, folder, rows)
    except KeyboardInterrupt:
        return 130
    except SystemExit as end:
        if isinstance(end.code, int):
            raise
        rows.fail("the day", end.code, "its end")
    finally:
        stop(kernel.Processes().below(folder))
        if options.json:
            rows.write(options.json)
        if options.keep:
            print(folder)
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return 0 if rows.summary() else 1


if __name__ == "__main__":
    sys.exit(main())
