"""A device of the harness's own: the built daemon in a home below a scratch folder."""
import json
import os
import plistlib
import shutil
import signal
import subprocess
import time

PATIENCE = 60
# A busy machine takes longer for these than the profiles allow, and no app is to be ended for that.
LIMITS = ("launchLimit", "backgroundTransitionLimit", "freezeLimit", "reconnectGrace")


def patient_profile(folder, *lines):
    """Writes a profile with these lines, whose limits no busy machine breaks. Its path."""
    path = os.path.join(folder, "profile.toml")
    with open(path, "w", encoding="ascii") as file:
        file.writelines(f"{line}\n" for line in lines)
        file.writelines(f"{limit}Seconds = 60\n" for limit in LIMITS)
    return path


class Device:
    """Starts `quiesced` as a child, and asks it by `quiesce`. `products`: the folder of both."""

    environment = None  # The daemon's; None: ours.
    options = None  # The daemon's; None: a profile that is patient.

    def __init__(self, products, folder):
        self.products, self.home = products, os.path.join(folder, "home")
        if self.options is None:
            self.options = ["--profile", patient_profile(folder)]
        self.log = open(os.path.join(folder, "daemon.log"), "ab")
        self.daemon = None
        self.start()

    def start(self):
        self.daemon = subprocess.Popen(
            [os.path.join(self.products, "quiesced"), "--home", self.home, *self.options],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        end = time.monotonic() + PATIENCE
        while self.ask("status").returncode != 0:
            if self.daemon.poll() is not None or time.monotonic() > end:
                with open(self.log.name, errors="replace") as log:
                    raise SystemExit(f"the daemon did not start: {log.read()[-2000:]}")
            time.sleep(0.02)  # Nothing announces that a socket has begun to listen.

    def ask(self, *arguments, **options):
        return subprocess.run(
            [os.path.join(self.products, "quiesce"), *arguments, "--home", self.home],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, **options)

    def told(self, *arguments):
        """What the answer says, from JSON; raises if it is a refusal."""
        done = self.ask(*arguments, "--json")
        if done.returncode != 0:
            raise RuntimeError(f"quiesce {' '.join(arguments)}: {done.stderr.strip()}")
        return json.loads(done.stdout)

    def kill(self):
        self.daemon.kill()
        self.daemon.wait()

    def kill_child(self, name):
        """SIGKILL to the daemon's own child of that name; False if it has none. By a descriptor, so
        that no other process of that number can be hit."""
        def is_it(pid):
            return parent(pid) == self.daemon.pid and \
                os.path.basename(os.readlink(f"/proc/{pid}/exe")) == name
        return any(kill(pid, is_it) for pid in children(self.daemon.pid))

    def install(self, executable, identifier, folder):
        """An app of one executable. Where its container is."""
        bundle = os.path.join(folder, f"{executable}.app")
        os.mkdir(bundle)
        shutil.copy2(os.path.join(self.products, executable), bundle)
        with open(os.path.join(bundle, "Info.plist"), "wb") as file:
            plistlib.dump({"CFBundleIdentifier": identifier, "CFBundleExecutable": executable}, file)
        done = self.ask("install", bundle)
        if done.returncode != 0:
            raise RuntimeError(f"quiesce install: {done.stderr.strip()}")
        return os.path.join(self.home, "containers", identifier)

    def kill_app(self, identifier):
        """SIGKILL to the app's process, frozen or not; False if it has none."""
        for row in self.told("ps"):
            if row["id"] == identifier and row.get("pid"):
                return kill(row["pid"], lambda pid: os.readlink(f"/proc/{pid}/exe").startswith(
                    os.path.realpath(self.home) + "/"))
        return False

    def close(self):
        if self.daemon.poll() is None:
            self.ask("down")
            try:
                self.daemon.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
        self.log.close()


def kill(pid, is_it):
    """SIGKILL to a process, if it is the one that is meant."""
    try:
        handle = os.pidfd_open(pid)
    except OSError:
        return False
    try:
        # Looked at after it was opened: now it is this process, or none any more.
        if is_it(pid):
            signal.pidfd_send_signal(handle, signal.SIGKILL)
            return True
    except OSError:
        pass
    finally:
        os.close(handle)
    return False


def children(pid):
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
                found += [int(word) for word in file.read().split()]
    except OSError:
        pass
    return found


def parent(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
        return int(file.read().rsplit(")", 1)[1].split()[1])
