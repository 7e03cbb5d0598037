"""Programs as the kernel sees them: processes, whether frozen, and their use of the processor."""
import os
import re
import time

# In the environment of each process of the day, which its children inherit.
MARK = "DAY_OF"
TICK = os.sysconf("SC_CLK_TCK")
MOUNTS = ("/sys/fs/cgroup", "/sys/fs/cgroup/unified")


def read(path):
    """Empty where it is gone, or another's."""
    try:
        with open(path, "rb") as file:
            return file.read().decode(errors="replace")
    except OSError:
        return ""


def fields(pid):
    """/proc/PID/stat from the state on; empty: the process is gone."""
    return read(f"/proc/{pid}/stat").rpartition(")")[2].split()


def mark_of(pid):
    for entry in read(f"/proc/{pid}/environ").split("\0"):
        if entry.startswith(MARK + "="):
            return entry[len(MARK) + 1:]
    return None


class Processes:
    """A look at all processes of the machine."""

    def __init__(self):
        self.marks, self.children = {}, {}
        for name in os.listdir("/proc"):
            if not name.isdigit():
                continue
            stat = fields(name)
            if stat and stat[0] not in "ZX":
                self.children.setdefault(int(stat[1]), []).append(int(name))
                self.marks[int(name)] = mark_of(name)

    def of(self, mark, started=()):
        """Those with this mark, those that were started, and all below them: Chromium hides its
        environment."""
        found = set()
        rest = [pid for pid, own in self.marks.items() if own == mark or pid in started]
        while rest:
            pid = rest.pop()
            if pid not in found and self.marks.get(pid) in (mark, None):
                found.add(pid)
                rest += self.children.get(pid, [])
        return sorted(found)

    def below(self, folder):
        """Those of all marks that begin so."""
        marks = {mark for mark in self.marks.values() if mark and mark.startswith(folder)}
        return sorted({pid for mark in marks for pid in self.of(mark)})


def name(pid):
    return read(f"/proc/{pid}/comm").strip()


def is_frozen(pid):
    """Stopped, or in a cgroup that is frozen; None: it is gone."""
    stat = fields(pid)
    if not stat or stat[0] in "ZX":
        return None
    if stat[0] == "T":
        return True
    for line in read(f"/proc/{pid}/cgroup").splitlines():
        place = line.split(":", 2)[2]
        for mount in MOUNTS:
            if "frozen 1" in read(f"{mount}{place}/cgroup.events"):
                return True
    return False


def are_frozen(pids):
    """Whether all are, of those that are left; False where none is."""
    states = [state for state in map(is_frozen, pids) if state is not None]
    return bool(states) and all(states)


def used(pids):
    """Nanoseconds of the processor, with those of children that have ended."""
    total = 0
    for pid in pids:
        stat = fields(pid)
        if not stat:
            continue
        total += (int(stat[13]) + int(stat[14])) * 1_000_000_000 // TICK
        try:
            # The clock of another process, clock_getcpuclockid(3).
            total += time.clock_gettime_ns(~pid << 3 | 2)
        except OSError:
            continue
    return total


def switches(pids):
    """Context switches by thread: a sum would fall when one ends."""
    found = {}
    for pid in pids:
        try:
            threads = os.listdir(f"/proc/{pid}/task")
        except OSError:
            continue
        for thread in threads:
            status = read(f"/proc/{pid}/task/{thread}/status")
            found[thread] = sum(map(int, re.findall(r"ctxt_switches:\s+(\d+)", status)))
    return found


class Use:
    """The processor's use by a program from one moment to another."""

    def __init__(self, pids):
        self.began, self.cpu, self.switches = time.monotonic(), used(pids), switches(pids)

    def until(self, pids):
        """(milliseconds of the processor, context switches a second)"""
        seconds = time.monotonic() - self.began
        after = switches(pids)
        count = sum(number - self.switches.get(thread, 0) for thread, number in after.items())
        return max(0, used(pids) - self.cpu) / 1e6, count / seconds
