"""Bluetooth by BlueZ's daemon and two virtual controllers: the device has the first, who speaks with it has the second."""
import os
import re
import shutil
import subprocess
import threading

from device_under_test import DeviceTestCase, wait

HEART_RATE, BEACON = "org.quiesce.examples.HeartRate", "org.quiesce.examples.Beacon"
CONTROLLERS = ("hci0", "hci1")
COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|[\x01\x02]")


class Program:
    """One that is told a line at a time."""

    def __init__(self, *command):
        self.name, self.said = command[-1], ""
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self):
        while piece := os.read(self.process.stdout.fileno(), 4096):
            self.said += piece.decode(errors="replace")

    def tell(self, line, answer=None):
        """Tells it a line, and waits for the `answer`, a pattern; what that found."""
        before = len(self.said)
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return answer and self.wait_for(answer, before)

    def wait_for(self, answer, before=0):
        return wait(lambda: f"{self.name} to say {answer!r}; it said:\n{self.said[-3000:]}",
                    lambda: re.search(answer, COLOURS.sub("", self.said[before:])))

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def address(controller):
    shown = subprocess.run(["hciconfig", controller], capture_output=True, text=True).stdout
    found = re.search(r"BD Address: (\S+)", shown)
    return found and found[1]


def bluetoothd(verb, controller, *words):
    return subprocess.run(
        ["busctl", verb, "org.bluez", f"/org/bluez/{controller}", "org.bluez.Adapter1", *words],
        capture_output=True, text=True).stdout


def is_so(controller, property):
    """What bluetoothd says of a controller."""
    return "true" in bluetoothd("get-property", controller, property)


def switch(controller, on):
    bluetoothd("set-property", controller, "Powered", "b", "true" if on else "false")


def switch_on(controller):
    """As the user does with one that isn't on; whether it is."""
    if is_so(controller, "Powered"):
        return True
    switch(controller, True)
    return False


class Bluetooth(DeviceTestCase):
    def prepare(self):
        # It would know the belt of the test before by the services that this had when it ended: none.
        subprocess.run(["systemctl", "stop", "bluetooth"], check=True)
        shutil.rmtree("/var/lib/bluetooth", ignore_errors=True)
        self.begin_air()
        self.addCleanup(lambda: self.end_air())

    def begin_air(self):
        subprocess.run(["modprobe", "hci_vhci"], check=True)
        # The kernel gives up on a controller that takes two seconds to answer, as one of a slow machine may: it is plugged in again.
        for _ in range(9):
            self.air = subprocess.Popen(["btvirt", "-L", "-l2"], stdout=subprocess.DEVNULL)
            if self.is_set_up():
                break
            self.end_air()
        subprocess.run(["systemctl", "start", "bluetooth"], check=True)
        self.wait_for_bluetoothd()

    @staticmethod
    def is_set_up():
        try:
            return wait("addresses", lambda: all(address(each) not in (None, "00:00:00:00:00:00") for each in CONTROLLERS), seconds=20)
        except AssertionError:
            return False

    def wait_for_bluetoothd(self):
        wait(lambda: "two controllers that are on: " + subprocess.run(["btmgmt", "info"], capture_output=True, text=True).stdout,
             lambda: all(switch_on(each) for each in CONTROLLERS))

    def end_air(self):
        self.air.kill()
        self.air.wait()
        wait("no controllers", lambda: not os.listdir("/sys/class/bluetooth"))

    def open_app(self, app):
        self.device.install_app(app.split(".")[-1])
        self.device.allow(app, "bluetooth")
        self.device.rows(type="open", app=app)

    def begin_belt(self):
        """A heart rate belt at the second controller, once it can be found."""
        belt = Program("python3", "belt.py")
        self.addCleanup(belt.end)
        belt.wait_for("advertising")
        return belt

    def test_central(self):
        """B1, B3: A frozen app is woken by a belt's beat, and one that has ended is launched for it"""
        belt = self.begin_belt()
        self.open_app(HEART_RATE)
        self.device.wait_for(HEART_RATE, "listening")
        belt.tell("72")
        self.device.wait_for(HEART_RATE, "72 beats a minute")
        self.device.leave(HEART_RATE)
        belt.tell("75")
        self.device.wait_for(HEART_RATE, "75 beats a minute")
        self.device.wait_until(HEART_RATE, "suspended")
        first = self.device.row(HEART_RATE)["launch"]
        self.assertTrue(self.device.kill_app(HEART_RATE))
        self.device.wait_until(HEART_RATE, "notRunning")
        belt.tell("80")
        wait(lambda: f"another launch: {self.device.row(HEART_RATE)}\n{self.device.daemon_log()}",
             lambda: self.device.row(HEART_RATE)["launch"] != first)
        self.device.wait_for(HEART_RATE, "restored 1 belt")
        self.device.wait_for(HEART_RATE, "80 beats a minute")
        self.device.wait_until(HEART_RATE, "suspended")

    def test_peripheral(self):
        """B2: What an app offers is found, read, heard and written by another device while the app is frozen"""
        self.open_app(BEACON)
        self.device.wait_for(BEACON, "advertising")
        self.device.leave(BEACON)
        other, here = Program("bluetoothctl"), address("hci0")
        self.addCleanup(other.end)
        other.wait_for("Controller " + address("hci1"))
        other.tell("select " + address("hci1"))
        other.tell("scan le", f"Device {here} ")
        other.tell(f"connect {here}", "Connection successful")
        path = other.wait_for(r"(/org/bluez/hci1/dev_\w+/service\w+/char\w+)\s+00002a19")[1]
        other.tell("menu gatt")
        other.tell(f"select-attribute {path}")
        other.tell("read", r"\b64\b")
        self.device.wait_for(BEACON, "said 100 %")
        self.device.wait_until(BEACON, "suspended")
        other.tell("notify on", "Notify started")
        self.device.wait_for(BEACON, "somebody listens")
        before = len(other.said)
        other.tell('write "0x32"')
        self.device.wait_for(BEACON, "told 50 %")
        other.wait_for(r"\b32\s+2\b", before)
        self.device.wait_until(BEACON, "suspended")

    def test_bluetoothd_again(self):
        """B1: bluetoothd that is started again is asked for all anew: the belt is connected and heard"""
        belt = self.begin_belt()
        self.open_app(HEART_RATE)
        self.device.wait_for(HEART_RATE, "listening")
        self.device.leave(HEART_RATE)
        belt.end()
        # It is the belt's daemon, too, and the controller would go on advertising without its services.
        switch("hci1", False)
        subprocess.run(["systemctl", "restart", "bluetooth"], check=True)
        self.wait_for_bluetoothd()
        belt = self.begin_belt()
        self.device.wait_for(HEART_RATE, "listening", times=2)
        belt.tell("90")
        self.device.wait_for(HEART_RATE, "90 beats a minute")

    def test_adapter_taken_away(self):
        """B1: An app hears that the adapter is gone, and finds a belt by the next one"""
        self.open_app(HEART_RATE)
        self.device.wait_until(HEART_RATE, "active")
        wait("a scan", lambda: is_so("hci0", "Discovering"))
        self.end_air()
        self.device.wait_for(HEART_RATE, "no Bluetooth yet")
        self.begin_air()
        self.begin_belt()
        self.device.wait_for(HEART_RATE, "listening")
