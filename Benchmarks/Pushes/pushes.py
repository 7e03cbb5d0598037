#!/usr/bin/env python3
"""Pushes from a server through the built gateway and daemon to an app's handler.

pushes.py PRODUCTS GATEWAY [--store sqlite nats] [--rounds N] [--pushes N] [--devices N] [--json]

PRODUCTS is the folder of quiesced, quiesce, quiesce-pushd, bare and BenchApp. Everything is on this machine; the gateway's
store is on the disk of --folder, the device in /tmp. Root, or a delegated cgroup, as for the other benchmarks."""
import argparse
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile

from figures import Report, ratio, spread
from mail_device import Device
from marks import Bare
from server import Crowd, Server, measured_memory

STORES = {"sqlite": "SQLite", "nats": "NATS"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("products")
    parser.add_argument("gateway")
    parser.add_argument("--store", nargs="+", choices=STORES, default=list(STORES))
    parser.add_argument("--rounds", type=int, default=300, help="samples of each wake")
    parser.add_argument("--pushes", type=int, default=3_000, help="for each rate")
    parser.add_argument("--devices", type=int, default=1_000, help="simulated connections")
    parser.add_argument("--folder", default=".", help="on the disk to measure")
    parser.add_argument("--json", action="store_true", help="one JSON array instead of tables")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # Leaves nothing behind.
    report = Report(options.json)
    for store in options.store:
        missing = why_not(store, options.gateway)
        if missing:
            report.skip(f"pushes, {STORES[store]} store", missing)
            continue
        with scratch(options.folder) as folder, scratch("/tmp") as home:
            os.chmod(home, 0o711)  # Apps have users of their own.
            measure(options, store, folder, home, report)
    report.end()


def scratch(where):
    return tempfile.TemporaryDirectory(prefix="quiesce-bench-", dir=where, ignore_cleanup_errors=True)


def why_not(store, gateway):
    """Why a store can't be measured here; None: it can."""
    if store == "sqlite":
        return None
    told = subprocess.run([gateway, "serve", "--help"], capture_output=True, text=True, check=False)
    if "--nats" not in told.stdout:
        return f"{gateway} has no NATS store"
    os.environ["PATH"] += ":/usr/sbin:/usr/local/sbin"
    return None if shutil.which("nats-server") else "there is no nats-server"


def measure(options, store, folder, home, report):
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(
            contextlib.closing(Server(options.gateway, os.path.abspath(folder), store == "nats")))
        device = stack.enter_context(contextlib.closing(Device(options.products, home, server)))
        reference = stack.enter_context(contextlib.closing(Bare(options.products)))
        report.begin(f"pushes, {STORES[store]} store, one device")
        wakes(report, options.rounds, device, server, reference)
        rates(report, options.pushes, device, server)

        before = measured_memory(server.pid)
        crowd = stack.enter_context(contextlib.closing(Crowd(server, options.devices, folder)))
        after = measured_memory(server.pid)
        report.begin(f"pushes, {STORES[store]} store, {options.devices} more devices are connected")
        for name in ("Pss", "Rss"):
            report.row(f"the gateway's {name}, per idle connection",
                       (after[name] - before[name]) / options.devices, "KiB")
        wakes(report, options.rounds, device, server, reference)
        rates(report, options.pushes, device, server)
        report.row("to them all, acknowledged", crowd.rate(options.pushes), "pushes/s")
        with crowd.busy(100):
            report.begin(f"pushes, {STORES[store]} store, while these get 100 a second")
            wakes(report, options.rounds, device, server, reference)


def wakes(report, rounds, device, server, reference):
    """A silent push wakes a suspended app: the server's, a tool's, and the kernel's part of it, in turn."""
    device.suspend()
    samples = {"bare wake": [], "a tool's push to handler": [], "a server's push to handler": [],
               "a server's push to 200": [], "  post to accepted by the daemon": [],
               "  accepted to handler": []}
    for round in range(rounds + 10):
        sample = [reference.sample(), device.wake_by_tool(), *device.wake_by(server)]
        if round >= 10:
            for name, time in zip(samples, sample):
                samples[name].append(time)
    for name, times in samples.items():
        spread(report, name, times)
    ratio(report, "server / bare", samples["a server's push to handler"], samples["bare wake"])
    ratio(report, "server / tool", samples["a server's push to handler"],
          samples["a tool's push to handler"])


def rates(report, count, device, server):
    device.open()
    report.row("silent, app in front, to its handler", device.handled(server, count), "pushes/s")
    device.suspend()
    report.row("alerts, shown", device.shown(server, count), "pushes/s")


if __name__ == "__main__":
    main()
