"""A device and the gateway, both as they are built: `quiesced` with its push agent, and a real app.

QUIESCE_PRODUCTS is the folder with the tools, Mailbox and Gallery."""

import contextlib
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from gateway import PATIENCE, Connection, Gateway

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
sys.path.append(os.path.join(ROOT, "Tests/NotificationHarness"))
sys.path.append(os.path.join(ROOT, "Tests/TransferHarness"))
from device import patient_profile  # noqa: E402
from phone import Phone, Refused  # noqa: E402

PRODUCTS = os.environ.get("QUIESCE_PRODUCTS", os.path.join(ROOT, ".build/debug"))
MAILBOX = "org.quiesce.examples.Mailbox"


class Letters(http.server.ThreadingHTTPServer):
    """Where Mailbox gets its letters from: it answers when it may."""

    def __init__(self):
        self.asked, self.may_answer = threading.Event(), threading.Event()
        super().__init__(("127.0.0.1", 0), Letters.Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.server.asked.set()
            self.server.may_answer.wait(PATIENCE)
            self.send_response(200)
            self.end_headers()
            with contextlib.suppress(OSError):
                self.wfile.write(b"Dear all")

        def log_message(self, *_):
            pass

    def close(self):
        self.may_answer.set()
        self.shutdown()
        self.server_close()


class World:
    """A gateway, and a device that has joined it with Mailbox in front."""

    def __init__(self, profile="ios8"):
        self.ends = contextlib.ExitStack()
        self.gateway = self.ends.enter_context(Gateway().start())
        # Short, as a socket's path has 107 bytes; apps have users of their own.
        folder = tempfile.mkdtemp(prefix="qt-", dir="/tmp")
        os.chmod(folder, 0o711)
        self.ends.callback(shutil.rmtree, folder, ignore_errors=True)
        self.device = Phone(
            PRODUCTS, folder,
            options=["--profile", patient_profile(folder, f'base = "{profile}"')])
        self.ends.callback(self.device.close)
        self.letters = Letters()
        self.ends.callback(self.letters.close)
        bundle = os.path.join(folder, "Mailbox.app")
        os.mkdir(bundle)
        shutil.copy2(os.path.join(PRODUCTS, "Mailbox"), bundle)
        shutil.copy2(os.path.join(ROOT, "Examples/Mailbox/Info.plist"), bundle)
        done = self.device.ask("install", bundle)
        assert done.returncode == 0, done.stderr
        self.rows(type="setPermission", app=MAILBOX, permission="notifications", state="authorized")
        self.join(self.gateway)
        self.rows(type="open", app=MAILBOX, arguments=[
            "--server", f"http://127.0.0.1:{self.letters.server_port}"])
        self.until(lambda: MAILBOX in self.row()["tokens"])
        self.token = self.row()["tokens"][MAILBOX]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ends.close()

    def rows(self, **request):
        return self.device.rows(**request)

    def row(self):
        return self.rows(type="gateway")[0]

    def join(self, gateway, certificate=None):
        with open(certificate or gateway.certificate) as file:
            self.rows(type="joinGateway", certificate=file.read(),
                      url=f"https://localhost:{gateway.port}")

    @staticmethod
    def until(is_so):
        end = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < end, "never so"
            time.sleep(0.005)

    def suspend(self):
        self.rows(type="home")
        self.until(lambda: self.device.state(MAILBOX) == "suspended")

    def push(self, number, token=None, **aps):
        payload = json.dumps({"aps": aps, "letter": number}).encode()
        with Connection(self.gateway) as connection:
            return connection.push(
                self.gateway, token or self.token, payload=payload, apns_topic=MAILBOX).told

    def shown(self):
        return [row["body"] for row in self.rows(type="notifications")]

    def pushes(self):
        return self.rows(type="pushes")

    def printed(self):
        """What the app has said, in order."""
        with open(self.rows(type="output", app=MAILBOX)[0]["path"]) as file:
            return file.read()

    def connections(self):
        """The agent's to the gateway."""
        port = f":{self.gateway.port:04X}"
        with open("/proc/net/tcp") as file:
            rows = [line.split() for line in file]
        return [row for row in rows if row[2].endswith(port) and row[3] == "01"]


@unittest.skipUnless(
    os.path.exists(os.path.join(PRODUCTS, "Mailbox")), f"nothing is built in {PRODUCTS}")
class TogetherTests(unittest.TestCase):
    def test_one_connection_carries_the_endless_answer_and_all_requests(self):
        with World() as world:
            world.letters.may_answer.set()
            world.suspend()
            before = world.connections()
            self.assertEqual(len(before), 1)
            for number in range(1, 11):
                self.assertEqual(
                    world.push(number, alert=f"{number}", **{"content-available": 1}), (200, None))
            world.until(lambda: world.gateway.status()["delivered"] == 10)
            world.until(lambda: len([
                row for row in world.pushes() if row.get("reason") == "completedNewData"]) == 10)
            # Acknowledged, and the line still stands: over the same connection, by its own port.
            self.assertEqual([row[1] for row in world.connections()], [before[0][1]])
            self.assertEqual(sorted(world.shown()), sorted(f"{n}" for n in range(1, 11)))

    # Proves: R3, R2.
    def test_the_alert_comes_after_its_content(self):
        # R3, as iOS 7 has it.
        with World("ios7") as world:
            world.suspend()
            self.assertEqual(world.push(7, alert="A letter", **{"content-available": 1}), (200, None))
            self.assertTrue(world.letters.asked.wait(PATIENCE))
            # The push is the device's, and its app at work: nothing is shown, however long that takes.
            world.until(lambda: world.gateway.status()["delivered"] == 1)
            time.sleep(1)
            self.assertEqual(world.shown(), [])
            self.assertNotIn("letter 7 is here", world.printed())
            world.letters.may_answer.set()
            world.until(lambda: world.shown() == ["A letter"])
            self.assertIn("letter 7 is here", world.printed())
            self.assertEqual(world.pushes()[0]["reason"], "completedNewData")

    # Proves: R3.
    def test_the_alert_does_not_wait(self):
        # R3, as iOS 8 has it.
        with World("ios8") as world:
            world.suspend()
            world.push(7, alert="A letter", **{"content-available": 1})
            world.until(lambda: world.shown() == ["A letter"])
            self.assertTrue(world.letters.asked.wait(PATIENCE))
            self.assertNotIn("letter 7 is here", world.printed())

    # Proves: R1, R2.
    def test_what_came_while_the_gateway_or_the_device_was_away(self):
        with World() as world:
            world.letters.may_answer.set()
            world.suspend()
            world.device.kill()
            world.push(1, alert="one")
            world.gateway.kill()
            world.gateway.start()
            world.push(2, alert="two")
            world.device.start()
            world.until(lambda: sorted(world.shown()) == ["one", "two"])
            world.until(lambda: world.gateway.status()["delivered"] == 2)
            world.gateway.kill()
            world.gateway.start()
            world.push(3, alert="three")
            world.until(lambda: sorted(world.shown()) == ["one", "three", "two"])
            self.assertEqual(len(world.pushes()), 3)

    def test_another_gateway_is_not_taken_for_this_one(self):
        with World() as world, Gateway().start() as other:
            with self.assertRaisesRegex(Refused, "certificate isn't the one"):
                world.join(other, world.gateway.certificate)
            self.assertEqual(world.row()["tokens"], {MAILBOX: world.token})
            # In its place at its address, it isn't talked to either.
            world.gateway.kill()
            port, other.port = other.port, world.gateway.port
            other.stop()
            other.start()
            world.until(lambda: "certificate" in (world.row().get("why") or ""))
            self.assertEqual(other.status()["connected"], 0)

    def test_a_revoked_device_gets_nothing_more(self):
        with World() as world:
            world.suspend()
            world.gateway.command("devices", "revoke", world.row()["device"])
            world.until(lambda: "Revoked" in (world.row().get("why") or ""))
            self.assertEqual(world.push(1, alert="one"), (410, "Unregistered"))
            self.assertEqual(world.shown(), [])

    # Proves: R1.
    def test_an_uninstalled_app_gets_nothing_more(self):
        with World() as world:
            world.rows(type="uninstall", app=MAILBOX)
            world.until(lambda: world.push(1, alert="one") == (410, "Unregistered"))

    def test_tokens_and_payloads_are_in_no_log_of_the_device(self):
        with World() as world:
            world.suspend()
            world.push(1, alert="A letter", note="between us")
            world.until(lambda: world.shown() == ["A letter"])
            world.letters.may_answer.set()
            world.device.close()
            for path in [world.device.log.name, os.path.join(world.device.home, "quiesce-pushd.log")]:
                if os.path.exists(path):
                    with open(path) as file:
                        text = file.read()
                    self.assertNotIn("between", text)
                    self.assertNotIn(world.token, text)
                    self.assertNotIn("PRIVATE", text)


class LongRunTests(unittest.TestCase):
    """`make kill-pushes` and `make power-cuts` in brief: their own tests have no gateway, or one of Python's."""

    def check(self, harness, *arguments):
        done = subprocess.run(
            ["/usr/bin/python3", "-B", os.path.join(ROOT, "Tests", harness), "--products", PRODUCTS,
             "--gateway", os.environ["QUIESCE_GATEWAY"], *arguments],
            cwd=ROOT, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout[-12_000:] + done.stderr[-3_000:])

    # Proves: R1.
    def test_kills_of_gateway_and_nats_server_lose_no_push(self):
        self.check("PushHarness/kill.py", "--nats", "--pushes", "300")

    # Proves: reliability D4.
    @unittest.skipUnless(
        os.geteuid() == 0 and os.path.exists("/dev/loop-control") and os.path.exists("/usr/sbin/mkfs.ext4"),
        "power cuts need root, loop devices and mkfs.ext4")
    def test_power_cuts_of_device_and_gateway_lose_no_push(self):
        self.check("PowerCutHarness/cut.py", "--cuts", "5", "--pause", "1")


if __name__ == "__main__":
    unittest.main()
