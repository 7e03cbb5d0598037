"""Times that other processes mark, and the program that does the kernel's part alone."""
import mmap
import os
import struct
import subprocess
import time

from http2 import PATIENCE

# What quiesced and BenchApp mark (MarkReader.swift).
ACCEPTED, SENT, THAWED, FROZEN, PUSH = 1, 4, 5, 7, 106


class Marks:
    """Reads what another process marks (CMarks.h)."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.map = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        self.capacity = struct.unpack_from("<Q", self.map, 8)[0]
        self.skip()

    def count(self):
        return struct.unpack_from("<Q", self.map)[0]

    def skip(self):
        self.next = self.count()

    def take(self):
        """(step, time) since the last `take` or `skip`."""
        new = self.new()
        self.next += len(new)
        return new

    def new(self):
        """(step, time) since `skip`."""
        return [struct.unpack_from("<Qq", self.map, 16 + at % self.capacity * 16)
                for at in range(self.next, self.count())]


class Bare:
    """The C program that does the kernel's part of a wake alone."""

    def __init__(self, products):
        self.process = subprocess.Popen(
            [os.path.join(products, "bare"), f"{own_cgroup()}/quiesce-bench-{os.getpid()}", "1"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def sample(self):
        """Nanoseconds."""
        time.sleep(0.005)
        print(0, file=self.process.stdin, flush=True)
        return int(self.process.stdout.readline().split()[0])

    def close(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


def own_cgroup():
    with open("/proc/self/mountinfo", encoding="utf-8") as file:
        point = next((line.split()[4] for line in file if " - cgroup2 " in line), None)
    with open("/proc/self/cgroup", encoding="utf-8") as file:
        own = next((line.strip()[3:] for line in file if line.startswith("0::")), None)
    if not point or own is None:
        raise SystemExit("pushes.py: there is no cgroup v2 here, so nothing can be frozen")
    return point + own.rstrip("/")
