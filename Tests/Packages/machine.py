"""A bare Debian 12 with a real systemd, in namespaces of its own, made by debootstrap. Needs root and cgroup v2."""
import os
import pathlib
import re
import subprocess
import time

# Those of a machine that somebody logs in to; the packages bring what else they need.
INCLUDED = "systemd-sysv,dbus,dbus-user-session,libpam-systemd,polkitd"
APT = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}


def wait(what, condition, seconds=60):
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds} s in vain for {what}")
        time.sleep(0.05)
    return value


def cgroup_mount():
    """Where cgroup v2 is mounted."""
    for line in pathlib.Path("/proc/self/mountinfo").read_text().splitlines():
        fields, _, kind = line.partition(" - ")
        if kind.startswith("cgroup2 "):
            return pathlib.Path(fields.split()[4])
    raise SystemExit("no cgroup v2 is mounted here")


class Machine:
    """Starts with what debootstrap makes; nothing that happens in it stays."""

    def __init__(self, folder, shared):
        self.base, self.root = folder / "base", folder / "root"
        self.shared, self.layer = shared, folder / "layer"
        self.cgroup = cgroup_mount() / "quiesce-packages"
        # Of the machine's own start alone: what it does then is in its own log.
        self.log = (folder / "boot.log").open("w")
        self.process = None
        if not (self.base / "made").exists():
            print("making the Debian, which takes two minutes", flush=True)
            subprocess.run(["rm", "-rf", self.base], check=True)
            made = subprocess.run(["debootstrap", f"--include={INCLUDED}", "bookworm", self.base],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if made.returncode:
                # Its order of configuration can't have both of systemd's PAM module and the bus.
                subprocess.run(["chroot", self.base, "apt-get", "install", "-qq", "-y", "-f"], check=True,
                               stdin=subprocess.DEVNULL, env=APT)
            # A player and a sound server, as a desktop has them.
            subprocess.run(["chroot", self.base, "apt-get", "install", "-qq", "-y", "--no-install-recommends", "mpv",
                            "pulseaudio", "pulseaudio-utils"], check=True, stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, env=APT)
            (self.base / "made").touch()
        self.root.mkdir(exist_ok=True)
        self.layer.mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", self.layer], check=True)
        for name in ("upper", "work"):
            (self.layer / name).mkdir()
        subprocess.run(
            ["mount", "-t", "overlay", "overlay", "-o",
             f"lowerdir={self.base},upperdir={self.layer}/upper,workdir={self.layer}/work", self.root], check=True)
        (self.root / "etc/resolv.conf").write_bytes(pathlib.Path("/etc/resolv.conf").read_bytes())

    def start(self):
        """Boots it, and returns when it is up."""
        self.cgroup.mkdir(exist_ok=True)
        root = self.root
        script = f"""
            echo 0 >{self.cgroup}/cgroup.procs
            exec unshare --pid --fork --mount --uts --ipc --cgroup --propagation slave --kill-child bash -euc '
                hostname bare
                mount --bind {root} {root}
                mount -t proc proc {root}/proc
                # The kernel is not its own: it starts no udev, and sets nothing.
                mount --bind {root}/proc/sys {root}/proc/sys
                mount -o remount,bind,ro {root}/proc/sys
                mount -t sysfs -o ro sysfs {root}/sys
                mount -t cgroup2 cgroup2 {root}/sys/fs/cgroup
                mount -t tmpfs tmpfs {root}/run
                mount -t tmpfs tmpfs {root}/dev
                for device in null zero full random urandom tty; do
                    touch {root}/dev/$device
                    mount --bind /dev/$device {root}/dev/$device
                done
                ln -s /proc/self/fd {root}/dev/fd
                mkdir {root}/dev/pts {root}/dev/shm
                mount -t devpts -o newinstance,ptmxmode=666 devpts {root}/dev/pts
                ln -s pts/ptmx {root}/dev/ptmx
                mkdir -p {root}/shared
                mount --bind {self.shared} {root}/shared
                exec env -i container=quiesce PATH=$PATH chroot {root} /lib/systemd/systemd
            '
        """
        self.process = subprocess.Popen(["bash", "-euc", script], stdin=subprocess.DEVNULL,
                                        stdout=self.log, stderr=self.log, start_new_session=True)
        wait("the machine to be up", lambda: self.run("systemctl is-system-running", check=False).strip()
             in ("running", "degraded"))

    def _init(self):
        """The machine's process 1, as it is numbered here."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        child = children.read_text().split()
        return child[0] if child else None

    def words(self, command, user):
        """A command in it, of root or of a user in their session."""
        init = self._init()
        words = ["nsenter", "-t", init or "0", "-p", "-m", "-u", "-i", "-C", "-r", "-w", "env", "-i",
                 "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive"]
        if user:
            runtime = f"/run/user/{self.uid(user)}"
            words += ["runuser", "-u", user, "--", "env", f"HOME=/home/{user}", f"XDG_RUNTIME_DIR={runtime}",
                      f"DBUS_SESSION_BUS_ADDRESS=unix:path={runtime}/bus"]
        else:
            words += ["HOME=/root"]
        return words + ["bash", "-c", command]

    def run(self, command, user=None, check=True):
        """What a command prints."""
        done = subprocess.run(self.words(command, user), stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if check and done.returncode:
            raise AssertionError(f"{command}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def uid(self, user):
        return re.search(rf"^{user}:x:(\d+):", (self.root / "etc/passwd").read_text(), re.M)[1]

    def stop(self):
        """Switches it off in order."""
        self.run("systemctl poweroff", check=False)
        self.process.wait(90)
        self.process = None

    def end(self):
        """Leaves nothing of it."""
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, 9)
            self.process.wait()
        (self.cgroup / "cgroup.kill").write_text("1")
        for mount in (self.root, self.layer):
            wait(f"{mount} to be let go", lambda: subprocess.run(["umount", mount], capture_output=True).returncode == 0)

        def remove():
            for folder in sorted(self.cgroup.rglob("*/"), reverse=True):
                try:
                    folder.rmdir()
                except OSError:
                    pass
            try:
                self.cgroup.rmdir()
            except OSError:
                return False
            return True
        wait("its cgroups to be empty", remove)
