"""A device whose daemon is killed at its Nth commit, and the app on it that does what it is told."""
import json
import mmap
import os
import plistlib
import shutil
import socket
import struct
import subprocess
import sys
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.join(FOLDER, "..")
sys.path[:0] = [os.path.join(TESTS, name) for name in ("PushHarness", "NotificationHarness")]
sys.path.insert(0, FOLDER)
from judgement import Promise  # noqa: E402
from phone import Phone, Refused  # noqa: E402
from device import patient_profile  # noqa: E402

PUPPET = os.path.join(TESTS, "Python", "puppet.py")
CLIENT = os.path.join(TESTS, "..", "Examples", "Python", "quiesce_app.py")
PATIENCE = 60
# Its sources are one file: no build of Swift's has to know of it.
SHIM = os.path.join(FOLDER, "commits.c")


class Dead(Exception):
    """The daemon has been killed."""


def compiled(folder):
    path = os.path.join(folder, "commits.so")
    compiler = shutil.which("clang") or "cc"  # Swift's own comes first.
    subprocess.run([compiler, "-O2", "-Wall", "-shared", "-fPIC", "-o", path, SHIM, "-ldl"], check=True)
    return path


class Board(Phone):
    def __init__(self, products, folder, shim, patience=None):
        self.patience = patience or PATIENCE
        self.products, self.home, self.shim = products, os.path.join(folder, "home"), shim
        self.folder, self.daemon, self.options = folder, None, ["--profile", self.profile(folder)]
        self.log = open(os.path.join(folder, "daemon.log"), "ab")
        # Or it would show its notifications on the desktop of whoever runs this.
        self.plain = {name: value for name, value in os.environ.items() if name not in
                      ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "PULSE_SERVER")}
        self.environment = self.plain
        self.commits = os.path.join(folder, "commits")
        # Requests that its daemons acknowledged, of the control protocol and of apps.
        self.promises, self.controls, self.requests = [], set(), set()

    @staticmethod
    def profile(folder):
        """Without quotas, so that what is due comes at once."""
        return patient_profile(folder, "silentPushesPerHour = 1000000")

    # The daemon

    def arm(self, point, after):
        """The next daemon dies at this commit; 0: it only counts."""
        with open(self.commits, "wb") as file:
            file.truncate(mmap.PAGESIZE)
        self.environment = {**self.plain, "LD_PRELOAD": self.shim, "QUIESCE_COMMITS": self.commits,
                            "QUIESCE_DIE_AT": str(point)}
        if after:
            self.environment["QUIESCE_DIE_AFTER"] = "1"

    def disarm(self):
        self.environment = self.plain

    def count(self):
        with open(self.commits, "rb") as file:
            return struct.unpack("QQ", file.read(16))[0]

    def died_at(self):
        """The call at which it was killed; None if it wasn't."""
        with open(self.commits, "rb") as file:
            _, died = struct.unpack("QQ", file.read(16))
            return file.read(256).split(b"\0")[0].decode() if died else None

    def start(self):
        """Until it answers; Dead if it doesn't come to that."""
        self.daemon = subprocess.Popen(
            [os.path.join(self.products, "quiesced"), "--home", self.home, *self.options],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        self.wait("the daemon answers", self.answers)

    def answers(self):
        try:
            self._ask({"type": "status"})
            return True
        except OSError:
            return False

    def rows(self, **request):
        try:
            return self._ask(request)
        except OSError as error:
            self.check(wait=True)
            raise SystemExit(f"{request}: {error}, and the daemon lives") from error

    def _ask(self, request):
        rows = super()._ask(request)
        self.controls.add(request["type"])
        return rows

    def check(self, wait=False):
        """Raises Dead if the daemon is."""
        try:
            if self.daemon.wait(5 if wait else 0) is not None:
                raise Dead
        except subprocess.TimeoutExpired:
            pass

    def wait(self, what, is_so):
        end = time.monotonic() + self.patience
        while not is_so():
            self.check()
            if time.monotonic() > end:
                raise SystemExit(f"{what}: not within {self.patience} s")
            time.sleep(0.005)  # It is looked at as a user would.

    def install_app(self, identifier, modes=(), **keys):
        bundle = os.path.join(self.folder, f"{identifier}.app")
        if not os.path.exists(bundle):
            os.mkdir(bundle)
            shutil.copy2(PUPPET, os.path.join(bundle, "App"))
            os.chmod(os.path.join(bundle, "App"), 0o755)
            shutil.copy2(CLIENT, os.path.join(bundle, "quiesce_app.py"))
            with open(os.path.join(bundle, "Info.plist"), "wb") as file:
                plistlib.dump({
                    "CFBundleIdentifier": identifier, "CFBundleExecutable": "App",
                    "UIBackgroundModes": ["fetch", "remote-notification", "processing", *modes],
                    "BGTaskSchedulerPermittedIdentifiers": ["news", "tidy"], **keys}, file)
        done = self.ask("install", bundle)
        if done.returncode != 0:
            self.check(wait=True)
            raise SystemExit(f"quiesce install: {done.stderr.strip()}")
        self.controls.add("install")

    def end_app(self, app):
        self.kill_app(app)
        self.wait("the app has ended", lambda: self.state(app) == "notRunning")

    # What is asked of it

    def promise(self, kind, key, value, ask, *also):
        """Has it asked for, and notes whether it was acknowledged. `also`: what is promised with it."""
        self.promise_all([(kind, key, value), *also], ask)

    def promise_all(self, wishes, ask):
        made = [Promise(*each) for each in wishes]
        self.promises += made
        ask()
        for each in made:
            each.acknowledged = True

    def order(self, kind, key, value, **request):
        self.promise(kind, key, value, lambda: self.rows(**request))

    def bring(self, app, state):
        """Opens it, or sends it away, and waits for that."""
        self.rows(type="open", app=app)
        self.wait("active", lambda: self.state(app) == "active")
        if state != "active":
            self.rows(type="home")
            self.wait(state, lambda: self.state(app) == state)


class Puppet:
    """The other end of Tests/Python/puppet.py."""

    def __init__(self, board, app):
        self.board, self.app, self.socket = board, app, None

    def run(self, code):
        """What the code leaves in `result`. The app must be running, but the daemon needn't."""
        if self.socket is None:
            self.connect()
        self.socket.sendall(json.dumps(code).encode() + b"\n")
        line = b""
        while not line.endswith(b"\n"):
            data = self.socket.recv(65_536)
            if not data:
                raise SystemExit(f"{self.app} has gone")
            line += data
        answer = json.loads(line)
        if "error" in answer:
            raise SystemExit(f"{self.app}: {answer['error']}")
        return answer["result"]

    def connect(self):
        path = os.path.join(self.board.home, "containers", self.app, "tmp", "puppet")
        end = time.monotonic() + PATIENCE
        while True:
            self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self.socket.settimeout(PATIENCE)
            try:
                return self.socket.connect(path)
            except OSError:
                self.socket.close()
                if time.monotonic() > end:
                    raise SystemExit(f"{self.app} does not listen")
                self.board.check()
                time.sleep(0.005)  # Nothing announces that it listens.

    def asked(self, code):
        """Runs what asks something of the daemon, and waits until that has acknowledged it."""
        self.run(code)
        self.settled()

    def settled(self):
        self.board.wait("all is acknowledged", lambda: self.run("result = len(app._outbox)") == 0)
        self.board.requests |= set(self.run("result = sorted(asked)"))

    def end(self):
        """It ends by itself, instead of an answer."""
        if self.socket is None:
            self.connect()
        self.socket.sendall(json.dumps("os._exit(0)").encode() + b"\n")
        try:
            while self.socket.recv(65_536):
                pass
        except ConnectionResetError:
            pass
        self.close()

    def calls(self):
        return self.run("result = calls")

    def close(self):
        if self.socket:
            self.socket.close()
        self.socket = None
