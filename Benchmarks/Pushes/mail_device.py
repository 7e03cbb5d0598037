"""A device with one app, to which a server pushes."""
import json
import os
import plistlib
import select
import shutil
import socket
import sys
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(FOLDER, "..", "..", "Tests", "NotificationHarness"))
from http2 import PATIENCE  # noqa: E402
from marks import ACCEPTED, FROZEN, PUSH, SENT, THAWED, Marks  # noqa: E402
from phone import Phone  # noqa: E402
from server import ALERT, SILENT, run  # noqa: E402

APP = "org.quiesce.bench.Mail"
# No push of these waits for a quota, which is tried elsewhere.
PROFILE = "silentPushesPerHour = 1000000\n"


class Device:
    """The daemon with BenchApp, which has a token of the server's gateway."""

    def __init__(self, products, folder, server):
        profile, trace = os.path.join(folder, "profile.toml"), os.path.join(folder, "trace")
        with open(profile, "w", encoding="ascii") as file:
            file.write(PROFILE)
        self.phone = Phone(products, folder, {**os.environ, "QUIESCE_TRACE": trace},
                           ["--profile", profile])
        try:
            self.prepare(products, folder, server)
        except BaseException:
            self.phone.close()
            raise
        self.trace = Marks(trace)
        self.marks = Marks(os.path.join(self.phone.home, "containers", APP, "marks"))

    def prepare(self, products, folder, server):
        bundle = os.path.join(folder, "Mail.app")
        os.mkdir(bundle)
        shutil.copy2(os.path.join(products, "BenchApp"), bundle)
        with open(os.path.join(bundle, "Info.plist"), "wb") as file:
            plistlib.dump({"CFBundleIdentifier": APP, "CFBundleExecutable": "BenchApp",
                           "UIBackgroundModes": ["remote-notification"]}, file)
        done = self.phone.ask("install", bundle)
        if done.returncode != 0:
            raise SystemExit(f"pushes.py: {done.stderr.strip()}")
        rows = self.phone.rows
        rows(type="setPermission", app=APP, permission="notifications", state="authorized")
        with open(server.gateway.certificate, encoding="ascii") as file:
            rows(type="joinGateway", url=server.gateway.url, certificate=file.read())
        self.open()
        self.wait("the app has a token", lambda: rows(type="gateway")[0].get("tokens", {}).get(APP))
        token = rows(type="gateway")[0]["tokens"][APP]
        self.silent = server.to(token, APP, "background")
        self.alert = server.to(token, APP, "alert")

    @staticmethod
    def wait(what, is_so):
        end = time.monotonic() + PATIENCE
        while not is_so():
            if time.monotonic() > end:
                raise SystemExit(f"pushes.py: waited in vain: {what}")
            time.sleep(0.001)  # It is looked at as a user would.

    def open(self):
        self.phone.rows(type="open", app=APP)
        self.wait("the app is in front", lambda: self.phone.state(APP) == "active")

    def suspend(self):
        self.phone.rows(type="home")
        self.wait("the app is suspended", lambda: self.phone.state(APP) == "suspended")

    # One push

    def wake_by_tool(self):
        """From the request on the control socket to the handler. Nanoseconds."""
        self.rest()
        begun = time.monotonic_ns()
        self.phone.rows(type="sendPush", app=APP, payload=SILENT.decode())
        self.wait("a tool's push", self.is_over)
        return self.moments()[1] - begun

    def wake_by(self, server):
        """From the server's post to the handler, to its answer; to the daemon, and from there. Nanoseconds."""
        self.rest()
        begun, answered = time.monotonic_ns(), None
        server.connection.ask(self.silent, SILENT)
        end = time.monotonic() + PATIENCE
        while not (answered and self.is_over()):
            if server.answers(0.001):
                answered = time.monotonic_ns()
            if time.monotonic() > end:
                raise SystemExit("pushes.py: waited in vain: a server's push")
        accepted, handled = self.moments()
        return handled - begun, answered - begun, accepted - begun, handled - accepted

    def rest(self):
        """Leaves what was set going time to end."""
        time.sleep(0.01)
        self.trace.skip()
        self.marks.skip()

    def is_over(self):
        return any(step == FROZEN for step, _ in self.trace.new())

    def moments(self):
        """When the daemon accepted the push, and when the app's handler was called."""
        marks = self.trace.new()
        steps = [step for step, _ in marks]
        sent = len(steps) - 1 - steps[::-1].index(SENT, len(steps) - 1 - steps.index(THAWED))
        accepted = max(at for at in range(sent) if steps[at] == ACCEPTED)
        return marks[accepted][1], next(when for step, when in self.marks.new() if step == PUSH)

    # Many

    def handled(self, server, count):
        """Pushes a second that reach the handler."""
        self.marks.skip()
        seen = 0

        def handled():
            nonlocal seen
            seen += sum(step == PUSH for step, _ in self.marks.take())
            return seen
        return run(server, [self.silent] * count, SILENT, handled)

    def shown(self, server, count):
        """Pushes a second that are shown to the user."""
        with Following(self.phone, type="pushes", app=APP, follow=True) as following:
            pushes = set()

            def shown():
                before = len(pushes)
                pushes.update(row["push"] for row in following.rows() if row["state"] == "shown")
                # Many on the screen would be another benchmark.
                if len(pushes) // 50 > before // 50:
                    self.phone.rows(type="dismissNotification")
                return len(pushes)
            shown()
            pushes.clear()
            return run(server, [self.alert] * count, ALERT, shown)

    def close(self):
        self.phone.close()


class Following:
    """The rows that the daemon tells of from now on."""

    def __init__(self, phone, **request):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.connect(os.path.join(phone.home, "control.sock"))
        self.socket.send(json.dumps(request).encode())

    def rows(self):
        while select.select([self.socket], [], [], 0)[0]:
            reply = json.loads(self.socket.recv(65_536))
            if reply["type"] == "item":
                yield json.loads(reply["value"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
