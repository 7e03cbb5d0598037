#!/usr/bin/env python3
"""console_viewers.py --products DIR [--apps N] [--viewers N] [--seconds S]: how late programs are thawed that have a
schedule, with nobody looking and with many pages of the console open, one after the other in one run. A schedule lets
a thaw be a tenth later, to share a moment with others (Y1): 10 % is on time."""
import argparse
import datetime
import json
import os
import plistlib
import shutil
import statistics
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
from console import Console, expect  # noqa: E402
from device import Device  # noqa: E402  console.py says where it is

EVERY, LASTING = 20, 0.5


def program(folder, number):
    app = os.path.join(folder, f"Sleeper{number}.app")
    os.mkdir(app)
    with open(os.path.join(app, "sleeper"), "w", encoding="ascii") as file:
        file.write("#!/bin/sh\nexec sleep 100000\n")
    os.chmod(file.name, 0o755)
    with open(os.path.join(app, "Info.plist"), "wb") as file:
        plistlib.dump({"CFBundleIdentifier": f"org.quiesce.tests.Sleeper{number}", "CFBundleExecutable": "sleeper",
                       "CFBundleShortVersionString": "1.0", "QuiesceHosted": True,
                       "QuiesceThaw": f"every {EVERY}s for {LASTING}s"}, file)
    return app


class Viewer(threading.Thread):
    """A page: it looks, and takes whatever comes."""

    def __init__(self, address, cookie, key):
        super().__init__(daemon=True)
        self.line, self.messages = address.line(cookie), 0
        self.line.send({"key": key, "looking": True})
        self.start()

    def run(self):
        try:
            while True:
                self.line.receive()
                self.messages += 1
        except (OSError, ConnectionError):
            pass


def seconds(text):
    return datetime.datetime.fromisoformat(text).timestamp()


def lateness(device, since):
    """Of each thaw after that decision: how long after its program's freeze it came, less its interval, in seconds."""
    rows = [json.loads(line) for line in device.ask("log", "--json").stdout.splitlines()]
    frozen, late = {}, []
    for row in rows:
        if row.get("reason") == "wokenForThaw":
            if row["app"] in frozen and row["seq"] > since:
                late.append(seconds(row["time"]) - frozen.pop(row["app"]) - EVERY)
        elif row.get("to") == "suspended":
            frozen[row["app"]] = seconds(row["time"])
    return late, max(row["seq"] for row in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--products", required=True)
    parser.add_argument("--apps", type=int, default=200)
    parser.add_argument("--viewers", type=int, default=10)
    parser.add_argument("--seconds", type=int, default=120)
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="quiesce-")
    os.chmod(folder, 0o711)
    device = Device(os.path.abspath(options.products), folder)
    try:
        for number in range(options.apps):
            installed = device.ask("install", program(folder, number))
            expect(installed.returncode == 0, installed.stderr)
            device.ask("open", f"Sleeper{number}")
        device.ask("home")
        _, since = lateness(device, 0)
        with Console(device) as console:
            for viewers in (0, options.viewers):
                cookie, key = console.address.enter() if viewers else (None, None)
                pages = [Viewer(console.address, cookie, key) for _ in range(viewers)]
                began = time.process_time()
                time.sleep(options.seconds)
                late, since = lateness(device, since)
                late.sort()
                print(f"{viewers} viewers, {options.apps} programs: {len(late)} thaws, late by p50 "
                      f"{statistics.median(late) / EVERY:.1%}, p99 {late[int(len(late) * 0.99)] / EVERY:.1%}, at most "
                      f"{late[-1] / EVERY:.1%} of {EVERY} s; {sum(page.messages for page in pages)} messages taken "
                      f"in {time.process_time() - began:.0f} s of this script's processor time", flush=True)
                for page in pages:
                    page.line.close()
    finally:
        device.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
