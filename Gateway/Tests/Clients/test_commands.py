"""The command line: what it prints, and what it says of what is wrong."""

import os
import re
import socket
import subprocess
import unittest

from gateway import BINARY, PATIENCE, TOPIC, Connection, Device, Gateway


class CommandTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.gateway = Gateway()

    @classmethod
    def tearDownClass(cls):
        cls.gateway.__exit__()

    def refused(self, code, said, *words, home=None):
        done = subprocess.run(
            [BINARY, *words, "--home", home or self.gateway.home], capture_output=True, text=True,
            timeout=PATIENCE,
        )
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        self.assertRegex(done.stderr, said)
        if code != 64:
            self.assertRegex(done.stderr, r"\Aquiesce-gateway: .*\n\Z")

    def test_making_a_home_again_prints_the_same(self):
        first = {name: getattr(self.gateway, name) for name in
                 ("certificate", "providerKey", "keyID", "teamID")}
        self.assertEqual(self.gateway.command("init"), first)
        self.assertTrue(os.path.isfile(first["providerKey"]))

    def test_what_can_not_be_done_says_why(self):
        away = os.path.join(self.gateway.home, "nowhere")
        for words in [["serve"], ["status"], ["keys"], ["devices"], ["token"]]:
            self.refused(78, "quiesce-gateway init", *words, home=away)
        self.refused(78, "no key NOBODY", "keys", "revoke", "NOBODY")
        self.refused(1, "no device nobody", "devices", "revoke", "nobody")
        self.refused(1, "no push", "push", "00000000-0000-0000-0000-000000000000")
        self.refused(1, "can't read", "keys", "add", "/nowhere.p8", "--id", "ABCDE12345")
        self.refused(78, "not a P-256 key", "keys", "add", __file__, "--id", "ABCDE12345")
        self.refused(78, "neither a host", "init", "--host", "a host")
        self.refused(78, "the team is", "init", "--team", "OTHER67890")
        self.refused(64, "--listen", "serve", "--listen", "here")
        self.refused(64, "--log-level", "serve", "--log-level", "loud")
        self.refused(64, "belong together", "keys", "add", "--id", "ABCDE12345")

    def test_an_address_that_is_taken_says_so(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            listen = "127.0.0.1:%d" % taken.getsockname()[1]
            self.refused(69, "can't listen", "serve", "--listen", listen)
        self.refused(69, "can't listen", "serve", "--listen", "nowhere.invalid:0")

    def test_keys_are_listed_as_they_are(self):
        added = self.gateway.command("keys", "add", "--topic", "b", "--topic", "a", "--json")
        listed = self.gateway.command("keys", "--json")
        self.assertEqual(listed["teamID"], self.gateway.teamID)
        row = next(row for row in listed["keys"] if row["keyID"] == added["keyID"])
        self.assertEqual((row["kind"], row["topics"]), ("key", ["a", "b"]))
        self.gateway.command("keys", "revoke", added["keyID"])
        self.refused(1, "revoked before", "keys", "revoke", added["keyID"])
        self.assertIn("revoked", self.gateway.command("keys"))

    def test_devices_and_pushes_are_told_with_and_without_a_gateway(self):
        with Gateway().start() as gateway:
            device = Device(gateway, name="kitchen\x1b[2J")
            with Connection(gateway) as connection:
                sent = connection.push(gateway, device.token()).headers["apns-id"]
            for _ in range(2):
                listed = gateway.command("devices")
                self.assertRegex(listed, device.id + r"  joined \d{4}-.*  kitchen\[2J\n")
                self.assertEqual(gateway.command("devices", "--json")[0]["device"], device.id)
                fate = gateway.command("push", sent, "--json")[0]
                self.assertEqual((fate["state"], fate["sequence"]), ("pending", 1))
                self.assertRegex(gateway.command("push", sent), "pending .*" + TOPIC)
                status = gateway.status()
                self.assertEqual((status["devices"], status["pending"]), (1, 1))
                self.assertRegex(gateway.command("status"), "1 push: 0 delivered, 1 wait")
                if status["running"]:
                    gateway.stop()
            gateway.command("devices", "revoke", device.id)
            self.assertEqual(gateway.status()["devices"], 0)

    def test_a_token_of_the_command_line_is_a_providers(self):
        with Gateway().start() as gateway:
            token = gateway.command("token").strip()
            with Connection(gateway) as connection:
                answer = connection.push(gateway, Device(gateway).token(), authorization=token)
            self.assertEqual(answer.told, (200, None))

    def test_what_is_in_a_home_is_its_owners_alone(self):
        with Gateway().start() as gateway:
            Device(gateway).token()
            for folder, _, files in os.walk(gateway.home):
                self.assertEqual(os.stat(folder).st_mode & 0o777, 0o700)
                for name in files:
                    if name == "log" or re.match(r"[0-9a-f]{8}-", name):
                        continue  # This test's own.
                    mode = os.stat(os.path.join(folder, name)).st_mode & 0o777
                    self.assertEqual(mode & 0o077, 0, name)


if __name__ == "__main__":
    unittest.main()
