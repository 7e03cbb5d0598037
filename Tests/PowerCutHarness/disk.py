"""A disk of the harness's own, a file system in a file, whose power can be cut at any moment.

A cut is ext4's or XFS's own (EXT4_IOC_SHUTDOWN without a flush, as file systems are tested with): from that instant
nothing more reaches the disk, whatever is under way. The image is copied as it is then, while it is mounted, and what was
started goes on with the copy, in the same place.

Btrfs has none. Its image is on an XFS, which clones it in an instant, with all that the disk was told by then.
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
FICLONE = 0x40049409
SIZE = 512 << 20
XFS = ["mkfs.xfs", "-q", "-f"]
# How each is made and mounted, and the package of what makes it. A copy has the UUID of its image.
KINDS = {
    "ext4": (["mkfs.ext4", "-q", "-F", "-J", "size=8"], "loop", "e2fsprogs"),
    "xfs": (XFS, "loop,nouuid", "xfsprogs"),
    "btrfs": (["mkfs.btrfs", "-q", "-f", "-m", "single", "-d", "single"], "loop", "btrfs-progs"),
}
# An exit code for what can't be tried here, as other tools have it.
SKIPPED = 77


def enter(kind="ext4"):
    """Goes on in a mount namespace of this process's own: whatever becomes of it, no mount and no loop device stays."""
    if os.environ.get("QUIESCE_POWER_CUTS") == "inside":
        return
    why = None
    if os.geteuid() != 0:
        why = "mounting needs root"
    elif not os.path.exists("/dev/loop-control"):
        why = "there are no loop devices"
    elif kind not in known() and os.system(f"modprobe -q {kind} 2>/dev/null") != 0:
        why = f"the kernel has no {kind}"
    for each in (kind, "xfs") if kind == "btrfs" else (kind,):
        program, _, package = KINDS[each][0][0], *KINDS[each][1:]
        if not why and not shutil.which(program, path="/usr/sbin:/sbin:/usr/bin"):
            why = f"there is no {program} (apt-get install {package})"
    if why:
        print(f"SKIPPED: {why}")
        sys.exit(SKIPPED)
    os.environ["QUIESCE_POWER_CUTS"] = "inside"
    os.execvp("unshare", ["unshare", "--mount", "--propagation", "private", sys.executable, "-B", *sys.argv])


def known():
    with open("/proc/filesystems", encoding="ascii") as file:
        return {line.split()[-1] for line in file}


class Disk:
    def __init__(self, folder, kind="ext4"):
        self.folder, self.kind, self.number = folder, kind, 0
        self.make, self.options, _ = KINDS[kind]
        self.images = folder
        self.place = os.path.join(folder, "disk")
        self.boot = os.path.join(folder, "boot-id")
        os.mkdir(self.place)
        if self.clones:
            self.images = os.path.join(folder, "images")
            os.mkdir(self.images)
            self.format(os.path.join(folder, "outer"), 6 * SIZE, XFS)
            run("mount", "-o", "loop", os.path.join(folder, "outer"), self.images)
        self.format(self.image, SIZE, self.make)
        self.new_boot()
        run("mount", "--bind", self.boot, BOOT_ID)
        self.mount()

    @staticmethod
    def format(image, size, make):
        with open(image, "wb") as file:
            file.truncate(size)
        run(*make, image)

    @property
    def clones(self):
        return self.kind == "btrfs"

    @property
    def image(self):
        return os.path.join(self.images, f"image-{self.number}")

    def new_boot(self):
        with open(self.boot, "w", encoding="ascii") as file:
            file.write(f"{uuid.uuid4()}\n")

    def mount(self):
        run("mount", "-t", self.kind, "-o", self.options, self.image, self.place)
        os.chmod(self.place, 0o711)  # Every app's user may enter.

    def cut(self):
        """From when this returns, nothing reaches the disk any more."""
        if self.clones:
            before = self.image
            self.number += 1
            with open(before, "rb") as source, open(self.image, "wb") as copy:
                fcntl.ioctl(copy, FICLONE, source.fileno())
            return
        place = os.open(self.place, os.O_RDONLY)
        try:
            fcntl.ioctl(place, SHUTDOWN, struct.pack("I", WITHOUT_FLUSH))
        finally:
            os.close(place)

    def go_on(self):
        """With what is on the disk, once nobody has a file of it open."""
        if self.clones:
            before = os.path.join(self.images, f"image-{self.number - 1}")
        else:
            before = self.image
            self.number += 1
            run("cp", "--sparse=always", before, self.image)
        run("umount", self.place)
        os.remove(before)
        self.new_boot()
        self.mount()

    def close(self):
        subprocess.run(["umount", "-l", self.place], check=False)
        if self.clones:
            subprocess.run(["umount", "-l", self.images], check=False)
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
