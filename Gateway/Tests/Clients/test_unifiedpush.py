"""Web Push from pywebpush to a connector on a message bus: by the gateway and `quiesce-unifiedpush`, both as built.

QUIESCE_PRODUCTS is the folder with quiesce-unifiedpush. The connector is dbus-python's, of the system's Python.
"""
import json
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import http_ece
import pywebpush

import test_webpush
from gateway import PATIENCE
from test_webpush import base64url, point

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
PRODUCTS = os.environ.get("QUIESCE_PRODUCTS", os.path.join(ROOT, ".build/debug"))
NAME = "org.example.Connector"


class UnifiedPushTests(unittest.TestCase):
    send = test_webpush.WebPushTests.send

    def setUp(self):
        test_webpush.WebPushTests.setUp(self)
        self.folder = tempfile.mkdtemp(prefix="qu-", dir="/tmp")
        self.address = f"unix:path={self.folder}/bus"
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": self.folder, "XDG_STATE_HOME": self.folder + "/state",
            "XDG_CONFIG_HOME": self.folder + "/config", "DBUS_SESSION_BUS_ADDRESS": self.address,
        }
        self.running = {}
        self.start("bus", "dbus-daemon", "--session", "--nofork", "--print-address", "--address=" + self.address)
        self.distribute(
            "--gateway", f"https://localhost:{self.gateway.port}", "--certificate", self.gateway.certificate)

    def tearDown(self):
        for name in ["connector", "distributor", "bus"]:
            self.end(name)
        test_webpush.WebPushTests.tearDown(self)
        shutil.rmtree(self.folder)

    def start(self, name, *words, says=True):
        """Starts a process; returns once it has said a line."""
        self.running[name] = subprocess.Popen(
            words, env=self.environment, stdout=subprocess.PIPE if says else None, stderr=subprocess.DEVNULL)
        if says:
            self.assertTrue(self.running[name].stdout.readline(), name)

    def end(self, name, how=signal.SIGKILL):
        process = self.running.pop(name, None)
        if process:
            process.send_signal(how)
            process.wait(PATIENCE)
            if process.stdout:
                process.stdout.close()

    def distribute(self, *words):
        self.start("distributor", os.path.join(PRODUCTS, "quiesce-unifiedpush"), *words)

    def connect(self, *words):
        self.start(
            "connector", "/usr/bin/python3", "-B", os.path.join(ROOT, "Tests/UnifiedPush/connector.py"),
            NAME, self.folder + "/log", "2", "--register", "token", *words, says=False)
        return self.until(lambda: self.heard("endpoint"))[-1].removeprefix(self.url)

    def heard(self, what):
        if not os.path.exists(self.folder + "/log"):
            return []
        with open(self.folder + "/log") as log:
            events = [json.loads(line) for line in log if line.endswith("\n")]
        return [event[what] for event in events if what in event]

    def opened(self):
        return [
            http_ece.decrypt(
                text.encode("latin-1"), private_key=self.keys, auth_secret=self.secret,
                version="aes128gcm").decode()
            for text in self.heard("message")]

    def until(self, ask, so=bool):
        deadline = time.monotonic() + PATIENCE
        while not so(last := ask()):
            self.assertLess(time.monotonic(), deadline, last)
            time.sleep(0.01)
        return last

    def test_a_sender_with_the_right_key_reaches_the_connector(self):
        token = self.connect("--vapid", base64url(point(self.sender)))
        self.assertEqual(self.send("Grüße", token).status_code, 201)
        self.until(self.opened, lambda texts: texts == ["Grüße"])
        with self.assertRaises(pywebpush.WebPushException) as refused:
            self.send("no key", token, vapid=False)
        self.assertEqual(refused.exception.response.status_code, 401)

    def test_nothing_is_lost_while_all_are_killed(self):
        token = self.connect()
        dice, sent = random.Random(20261129), []
        for number in range(150):
            self.assertEqual(self.send(str(number), token, vapid=False).status_code, 201)
            sent.append(str(number))
            if dice.random() < 0.1:
                self.end("distributor")
                self.distribute()
            if dice.random() < 0.05:
                self.gateway.kill()
                self.gateway.start()
        texts = self.until(self.opened, lambda texts: len(set(texts)) == len(sent))
        self.assertEqual(list(dict.fromkeys(texts)), sent)
        self.until(lambda: self.gateway.status()["pending"], lambda pending: pending == 0)


if __name__ == "__main__":
    unittest.main()
