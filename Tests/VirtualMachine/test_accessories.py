"""Accessories by a USB cable of the kernel's: a serial gadget (g_serial) behind a simulated controller (dummy_hcd)."""
import os
import subprocess

from device_under_test import DeviceTestCase, wait

RECORDER = "org.quiesce.tests.Recorder"
PROTOCOL = "org.example.scale"
# As g_serial says of itself.
MAP = f"[0525:a4a7]\nname = Scale\nprotocols = {PROTOCOL}\n"


def plug(*options):
    subprocess.run(["modprobe", "g_serial", *options], check=True)


def pull():
    subprocess.run(["rmmod", "g_serial"], check=True)


def say(text):
    """The accessory says something at its end of the cable."""
    wait("/dev/ttyGS0", lambda: os.path.exists("/dev/ttyGS0"))
    with open("/dev/ttyGS0", "wb", buffering=0) as end:
        end.write(text.encode())


class Accessories(DeviceTestCase):
    def prepare(self):
        subprocess.run(["modprobe", "dummy_hcd"], check=True)
        os.makedirs("/etc/quiesce", exist_ok=True)
        with open("/etc/quiesce/accessories.conf", "w") as file:
            file.write(MAP)
        self.addCleanup(subprocess.run, ["rmmod", "g_serial"], stderr=subprocess.DEVNULL)

    def open_recorder(self):
        self.device.install_app("Recorder")
        self.device.rows(type="open", app=RECORDER, arguments=["--fifo"])
        self.device.wait_until(RECORDER, "active")

    def test_session(self):
        """E1, E2: A session by a USB cable goes on while its app is frozen, and ends when the cable is pulled"""
        self.open_recorder()
        plug()
        self.device.wait_for(RECORDER, "event accessory Scale true")
        self.device.tell(RECORDER, f"session {PROTOCOL}")
        self.device.wait_for(RECORDER, "input open")
        say("7 kg")
        self.device.wait_for(RECORDER, "7 kg")
        self.device.leave(RECORDER)
        say("8 kg")
        self.device.wait_for(RECORDER, "8 kg")
        self.device.wait_until(RECORDER, "suspended")
        pull()
        self.device.wait_for(RECORDER, "disconnected Scale")
        self.device.wait_for(RECORDER, "input end")
        self.device.wait_until(RECORDER, "suspended")

    def test_another_device(self):
        """E2: Another device at the same path, which the map doesn't name, is no accessory; the first is one again"""
        self.open_recorder()
        plug()
        self.device.wait_for(RECORDER, "event accessory Scale true")
        pull()
        self.device.wait_for(RECORDER, "event accessory Scale false")
        plug("idProduct=0xa4a8")
        wait("/dev/ttyACM0", lambda: os.path.exists("/dev/ttyACM0"))
        pull()
        wait("/dev/ttyACM0 to be gone", lambda: not os.path.exists("/dev/ttyACM0"))
        plug()
        self.device.wait_for(RECORDER, "event accessory Scale true", times=2)
        self.assertEqual(self.device.printed(RECORDER).count("event accessory"), 3)

    def test_plugged_in_before(self):
        """E1: A daemon that is killed goes on with a session at a USB cable, and loses no byte"""
        plug()
        self.open_recorder()
        self.device.tell(RECORDER, f"session {PROTOCOL}")
        self.device.wait_for(RECORDER, "input open")
        self.device.leave(RECORDER)
        self.device.kill()
        say("9 kg")
        self.device.start()
        self.device.wait_for(RECORDER, "9 kg")
        self.device.wait_until(RECORDER, "suspended")
