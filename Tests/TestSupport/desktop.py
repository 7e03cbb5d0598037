"""A desktop of its own: a bus, a mocked notification server, feedbackd. Takes commands as lines of JSON on
standard input, each answered by a line; says by other lines what the servers are asked. Ends, with
everything that it started, when standard input does.

    desktop.py FOLDER
"""

import json
import os
import signal
import subprocess
import sys

import dbus
import dbus.bus
import dbus.lowlevel
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

MOCK = "org.freedesktop.DBus.Mock"
NOTIFICATIONS = ("org.freedesktop.Notifications", "/org/freedesktop/Notifications")
FEEDBACK = ("org.sigxcpu.Feedback", "/org/sigxcpu/Feedback")
CONFIGURATION = """<busconfig>
  <type>session</type>
  <listen>unix:path=%s</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


def plain(value):
    """What JSON can say of a value of D-Bus."""
    if isinstance(value, dbus.Boolean):
        return bool(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value]


def say(**words):
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


class Desktop:
    def __init__(self, folder):
        self.folder = folder
        self.socket = os.path.join(folder, "bus")
        self.children = {}
        self.bus = None

    def start(self, name, arguments, **options):
        environment = dict(os.environ, DBUS_SESSION_BUS_ADDRESS="unix:path=" + self.socket)
        self.children[name] = subprocess.Popen(
            arguments, env=environment, stdin=subprocess.DEVNULL, **options)
        return self.children[name]

    def end(self, name):
        child = self.children.pop(name)
        child.kill()
        child.wait()

    # The commands.

    def open_bus(self):
        configuration = os.path.join(self.folder, "bus.conf")
        with open(configuration, "w") as file:
            file.write(CONFIGURATION % self.socket)
        if os.path.exists(self.socket):
            os.unlink(self.socket)
        daemon = self.start(
            "bus",
            ["dbus-daemon", "--config-file=" + configuration, "--nofork", "--print-address"],
            stdout=subprocess.PIPE)
        daemon.stdout.readline()
        self.bus = dbus.bus.BusConnection("unix:path=" + self.socket)
        self.bus.set_exit_on_disconnect(False)
        self.bus.add_signal_receiver(
            lambda name, arguments: say(called=str(name), args=plain(arguments)),
            signal_name="MethodCalled", dbus_interface=MOCK)

    def kill_bus(self):
        self.end("bus")
        # They end by themselves without it.
        for name in list(self.children):
            self.end(name)

    def mock(self, kind, name, arguments):
        options = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.start(kind, [sys.executable, "-m", "dbusmock", "--session"] + arguments, **options)
        while not self.bus.name_has_owner(name):
            if self.children[kind].poll() is not None:
                sys.exit("dbusmock ended at once")
            GLib.usleep(10_000)

    def serve(self, capabilities):
        self.mock("server", NOTIFICATIONS[0], [
            "--template", "notification_daemon",
            "--parameters", json.dumps({"capabilities": capabilities})])

    def feedback(self):
        name, path = FEEDBACK
        self.mock("feedback", name, [name, path, name])
        self.bus.get_object(name, path).AddMethod(
            name, "TriggerFeedback", "ssa{sv}i", "u", "ret = 1", dbus_interface=MOCK)

    def kill_server(self):
        self.end("server")
        while self.bus.name_has_owner(NOTIFICATIONS[0]):
            GLib.usleep(10_000)

    def freeze(self):
        os.kill(self.children["server"].pid, signal.SIGSTOP)

    def thaw(self):
        os.kill(self.children["server"].pid, signal.SIGCONT)

    def emit(self, name, signature, args):
        self.bus.get_object(*NOTIFICATIONS).EmitSignal(
            NOTIFICATIONS[0], name, signature, args, dbus_interface=MOCK)

    def forge(self, name, args):
        """The same signals from somebody else: to everybody, and to each connection alone."""
        for to in [None] + [n for n in self.bus.list_names() if n.startswith(":")]:
            message = dbus.lowlevel.SignalMessage(NOTIFICATIONS[1], NOTIFICATIONS[0], name)
            message.append(*[dbus.UInt32(a) if isinstance(a, int) else a for a in args])
            if to is not None:
                message.set_destination(to)
            self.bus.send_message(message)
        self.bus.flush()


def main():
    DBusGMainLoop(set_as_default=True)
    loop = GLib.MainLoop()
    desktop = Desktop(sys.argv[1])

    def read(_channel, _condition):
        line = sys.stdin.readline()
        if not line:
            loop.quit()
            return False
        command = json.loads(line)
        getattr(desktop, command.pop("do"))(**command)
        say(done=True)
        return True

    GLib.io_add_watch(GLib.IOChannel.unix_new(0), GLib.IO_IN | GLib.IO_HUP, read)
    try:
        loop.run()
    finally:
        for name in list(desktop.children):
            desktop.end(name)


main()
