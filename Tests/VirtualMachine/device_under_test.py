"""A device in the virtual machine, and waiting as long as an emulated one needs."""
import os
import shutil
import sys
import tempfile
import time
import unittest

JOB = "/job"
sys.path.append(os.path.join(JOB, "tests", "NotificationHarness"))
from phone import Phone  # noqa: E402

PATIENCE = 90


def wait(what, condition, seconds=PATIENCE):
    """What `condition` says, once that is true. Fails with `what`."""
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"waited in vain for {what() if callable(what) else what}")
        time.sleep(0.05)  # What is waited for has no event that another program could hear.


class Device(Phone):
    def __init__(self, folder):
        super().__init__(os.path.join(JOB, "bin"), folder)

    def install_app(self, name):
        """An example, or the tests' app; its id."""
        done = self.ask("install", os.path.join(JOB, "apps", f"{name}.app"))
        if done.returncode != 0:
            raise AssertionError(f"quiesce install {name}: {done.stderr}")
        return f"org.quiesce.examples.{name}"

    def allow(self, app, permission):
        self.rows(type="setPermission", app=app, permission=permission, state="authorized")

    def row(self, app):
        return next(row for row in self.rows(type="ps") if row["id"] == app)

    def printed(self, app):
        """All that the newest launch has printed."""
        try:
            with open(self.rows(type="output", app=app)[0]["path"], errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def wait_for(self, app, text, times=1):
        wait(lambda: f"{app} to print {text!r}:\n{self.printed(app)}\n{self.daemon_log()}",
             lambda: self.printed(app).count(text) >= times)

    def wait_until(self, app, state):
        wait(lambda: f"{app} to be {state}; it is {self.row(app)}\n{self.daemon_log()}", lambda: self.row(app)["state"] == state)

    def leave(self, app):
        """The user presses Home, and the app is frozen."""
        self.rows(type="home")
        self.wait_until(app, "suspended")

    def tell(self, app, *commands):
        """The tests' app does what it is told (Tests/KitTestApp)."""
        self.wait_for(app, "ready")
        with open(os.path.join(self.home, "containers", app, "commands"), "w") as pipe:
            pipe.writelines(command + "\n" for command in commands)

    def daemon_log(self):
        """What the daemon says and has decided, for whoever looks into a failure."""
        with open(self.log.name, errors="replace") as log:
            said = log.read()[-3000:]
        decided = self.rows(type="log", limit=60)
        return said + "\n".join(f"{row['kind']} {row['reason']} {row.get('detail', '')}" for row in decided)


class DeviceTestCase(unittest.TestCase):
    """Each test has a device of its own."""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        os.chmod(self.folder, 0o711)
        self.addCleanup(shutil.rmtree, self.folder)
        self.device = None
        self.prepare()
        self.device = Device(self.folder)
        self.addCleanup(self.end)

    def prepare(self):
        """Before the device is started."""

    def end(self):
        self.device.rows(type="down")
        self.device.daemon.wait(PATIENCE)
        self.device.log.close()
