"""A disk of the harness's own, an ext4 in a file, whose power can be cut at any moment.

A cut is ext4's own (EXT4_IOC_SHUTDOWN without a flush, as file systems are tested with): from that instant nothing more
reaches the disk, whatever is under way. The image is copied as it is then, while it is mounted, and what was started
goes on with the copy, in the same place.
"""
import fcntl
import os
import re
import shutil
import struct
import subprocess
import sys
import uuid

SHUTDOWN, WITHOUT_FLUSH = 0x8004587D, 2
BOOT_ID = "/proc/sys/kernel/random/boot_id"
SIZE = 512 << 20
# An exit code for what can't be tried here, as other tools have it.
SKIPPED = 77


def enter():
    """Goes on in a mount namespace of this process's own: whatever becomes of it, no mount and no loop device stays."""
    if os.environ.get("QUIESCE_POWER_CUTS") == "inside":
        return
    why = None
    if os.geteuid() != 0:
        why = "mounting needs root"
    elif not os.path.exists("/dev/loop-control"):
        why = "there are no loop devices"
    elif not shutil.which("mkfs.ext4", path="/usr/sbin:/sbin:/usr/bin"):
        why = "there is no mkfs.ext4 (apt-get install e2fsprogs)"
    if why:
        print(f"SKIPPED: {why}")
        sys.exit(SKIPPED)
    os.environ["QUIESCE_POWER_CUTS"] = "inside"
    os.execvp("unshare", ["unshare", "--mount", "--propagation", "private", sys.executable, "-B", *sys.argv])


class Disk:
    def __init__(self, folder):
        self.folder, self.number = folder, 0
        self.place = os.path.join(folder, "disk")
        self.boot = os.path.join(folder, "boot-id")
        os.mkdir(self.place)
        with open(self.image, "wb") as file:
            file.truncate(SIZE)
        run("mkfs.ext4", "-q", "-F", "-J", "size=8", self.image)
        self.new_boot()
        run("mount", "--bind", self.boot, BOOT_ID)
        self.mount()

    @property
    def image(self):
        return os.path.join(self.folder, f"image-{self.number}")

    def new_boot(self):
        with open(self.boot, "w", encoding="ascii") as file:
            file.write(f"{uuid.uuid4()}\n")

    def mount(self):
        run("mount", "-o", "loop", self.image, self.place)
        os.chmod(self.place, 0o711)  # Every app's user may enter.

    def cut(self):
        """From when this returns, nothing reaches the disk any more."""
        place = os.open(self.place, os.O_RDONLY)
        try:
            fcntl.ioctl(place, SHUTDOWN, struct.pack("I", WITHOUT_FLUSH))
        finally:
            os.close(place)

    def go_on(self):
        """With what is on the disk, once nobody has a file of it open."""
        before = self.image
        self.number += 1
        run("cp", "--sparse=always", before, self.image)
        run("umount", self.place)
        os.remove(before)
        self.new_boot()
        self.mount()

    def close(self):
        subprocess.run(["umount", "-l", self.place], check=False)
        subprocess.run(["umount", BOOT_ID], check=False)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: {done.stderr.strip()}")


def kill_all(roots, folder):
    """Ends, as a power cut does, all that was started from `roots` and all that has its place in `folder`; returns when
    they are gone. By descriptors, so that no other process of a number is hit."""
    import select
    import signal
    while True:
        parents, waiting = {}, []
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as file:
                        parents[int(name)] = int(re.sub(r".*\)", "", file.read(), flags=re.S).split()[1])
                except OSError:
                    pass
        for pid in parents:
            if pid != os.getpid() and (descends(pid, roots, parents) or is_in(pid, folder)):
                try:
                    handle = os.pidfd_open(pid)
                    if descends(pid, roots, parents) or is_in(pid, folder):
                        signal.pidfd_send_signal(handle, signal.SIGKILL)
                        waiting.append(handle)
                    else:
                        os.close(handle)
                except OSError:
                    pass
        for root in roots:
            root.wait()
        if not waiting:
            return
        for handle in waiting:
            select.select([handle], [], [], 30)
            os.close(handle)
        roots = []


def descends(pid, roots, parents):
    heads = {root.pid for root in roots}
    while pid > 1:
        if pid in heads:
            return True
        pid = parents.get(pid, 0)
    return False


def is_in(pid, folder):
    for link in ("exe", "cwd"):
        try:
            if os.readlink(f"/proc/{pid}/{link}").startswith(folder + "/"):
                return True
        except OSError:
            pass
    return False
