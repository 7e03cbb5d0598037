#!/usr/bin/env python3
"""How fast an app's transfers are accepted, and how much of the daemon's memory each that waits takes.

queued.py PRODUCTS [--count N] [--rounds N] [--folder DIR]

PRODUCTS is the folder of a built quiesced and quiesce. In each round a new device gets an app in Python
(queueing.py beside this) that makes and resumes N download tasks while there is no network, so that all of
them wait. One is accepted once its `resume` is acknowledged: it survives a power cut then. Beside it stands
how many commits of the same size the disk alone takes, each synced, as they share theirs.
"""
import argparse
import json
import os
import plistlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CLIENT = os.path.join(HERE, "../../Examples/Python/PythonApp.app/quiesce_app.py")
PATIENCE, SYNCS = 600, 200


class Device:
    def __init__(self, products, folder):
        self.products, self.home = products, os.path.join(folder, "home")
        self.log = open(os.path.join(folder, "daemon.log"), "wb")
        self.daemon = subprocess.Popen(
            [os.path.join(products, "quiesced"), "--home", self.home], stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=self.log)
        end = time.monotonic() + PATIENCE
        while self.ask("status").returncode != 0:
            if self.daemon.poll() is not None or time.monotonic() > end:
                sys.exit(f"queued.py: the daemon did not start; see {self.log.name}")
            time.sleep(0.02)  # Nothing announces that a socket has begun to listen.

    def ask(self, *arguments):
        return subprocess.run(
            [os.path.join(self.products, "quiesce"), "--home", self.home, *arguments],
            stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def told(self, *arguments):
        done = self.ask(*arguments)
        if done.returncode != 0:
            sys.exit(f"queued.py: quiesce {' '.join(arguments)}: {done.stderr.strip()}")
        return done.stdout

    def memory(self):
        """The daemon's own, in bytes: what is shared with nobody."""
        with open(f"/proc/{self.daemon.pid}/smaps_rollup", encoding="ascii") as file:
            return sum(
                int(line.split()[1]) * 1024 for line in file if line.startswith("Private_"))

    def cpu(self):
        with open(f"/proc/{self.daemon.pid}/stat", encoding="ascii", errors="replace") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.ask("down")
        self.daemon.wait()
        self.log.close()


def bundle(folder):
    path = os.path.join(folder, "Queueing.app")
    os.mkdir(path)
    shutil.copy(os.path.join(HERE, "queueing.py"), os.path.join(path, "Queueing"))
    os.chmod(os.path.join(path, "Queueing"), 0o755)
    shutil.copy(CLIENT, path)
    with open(os.path.join(path, "Info.plist"), "wb") as file:
        plistlib.dump(
            {"CFBundleIdentifier": "org.quiesce.bench.Queueing", "CFBundleExecutable": "Queueing",
             "CFBundleName": "Queueing"}, file)
    return path


def one_round(options, folder):
    device = Device(options.products, folder)
    try:
        # All wait: what is measured is accepting them, not the network.
        device.told("send", "network", "none")
        device.told("install", bundle(folder))
        app = "org.quiesce.bench.Queueing"
        results = os.path.join(device.home, "containers", app)
        device.told("open", app, "--", str(options.count))
        ready, go, done = (os.path.join(results, name) for name in ["ready", "go", "done"])
        await_file(ready, device)
        memory, cpu = device.memory(), device.cpu()
        open(go, "w", encoding="ascii").close()
        os.chmod(go, 0o644)
        await_file(done, device)
        with open(done, encoding="ascii") as file:
            seconds = json.load(file)["seconds"]
        waiting = json.loads(device.told("status", "--json"))["transfers"]["waiting"]
        if waiting != options.count:
            sys.exit(f"queued.py: {waiting} of {options.count} wait")
        return (options.count / seconds, (device.cpu() - cpu) / options.count,
                (device.memory() - memory) / options.count)
    finally:
        device.stop()


def await_file(path, device):
    end = time.monotonic() + PATIENCE
    while not os.path.exists(path):
        if device.daemon.poll() is not None or time.monotonic() > end:
            sys.exit(f"queued.py: no {os.path.basename(path)}; see {device.log.name}")
        time.sleep(0.05)


def syncs(folder):
    """Appends of 1 KiB a second, each synced alone."""
    with open(os.path.join(folder, "syncs"), "wb", buffering=0) as file:
        began = time.monotonic()
        for _ in range(SYNCS):
            file.write(b"x" * 1024)
            os.fdatasync(file.fileno())
        return SYNCS / (time.monotonic() - began)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("products")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", default=None, help="on the file system to measure")
    options = parser.parse_args()
    options.products = os.path.abspath(options.products)
    folder = os.path.abspath(tempfile.mkdtemp(prefix="quiesce-queued-", dir=options.folder))
    os.chmod(folder, 0o755)
    try:
        rows = []
        for number in range(options.rounds):
            place = os.path.join(folder, str(number))
            os.mkdir(place)
            rows.append((*one_round(options, place), syncs(place)))
        rate, cpu, memory, synced = (statistics.median(column) for column in zip(*rows))
        print(f"{options.count} queued transfers, medians of {options.rounds} rounds")
        print(f"accepted        {rate:8.0f} a second   (the disk syncs {synced:.0f} times a second)")
        print(f"the daemon's    {cpu * 1e6:8.0f} µs of CPU each")
        print(f"                {memory:8.0f} bytes of memory each")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


main()
