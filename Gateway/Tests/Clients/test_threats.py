"""The lines of docs/THREAT_MODEL.md about the gateway that the other tests don't try."""

import contextlib
import json
import os
import socket
import ssl
import stat
import struct
import time
import unittest

import h2.exceptions

from gateway import PATIENCE, TOPIC, Connection, Device, Gateway


class ThreatTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.gateway = Gateway().start("--log-level", "debug")
        cls.device = Device(cls.gateway)
        cls.token = cls.device.token()

    @classmethod
    def tearDownClass(cls):
        cls.gateway.__exit__()

    def push(self, connection, token=None, **fields):
        return connection.push(self.gateway, token or self.token, **fields)

    def accepts_others(self):
        with Connection(self.gateway) as connection:
            self.assertEqual(self.push(connection).status, 200)

    def until(self, ask, wanted):
        deadline = time.monotonic() + PATIENCE
        while (last := ask()) != wanted:
            self.assertLess(time.monotonic(), deadline, last)
            time.sleep(0.01)

    # Who it is

    def test_only_whoever_has_the_authoritys_key_is_the_gateway(self):
        with Gateway() as other:
            context = ssl.create_default_context(cafile=other.certificate)
            context.set_alpn_protocols(["h2"])
            with self.assertRaises(ssl.SSLCertVerificationError):
                Connection(self.gateway, context=context)

    def test_nothing_is_said_without_tls_or_by_an_old_one(self):
        with socket.create_connection(("127.0.0.1", self.gateway.port), PATIENCE) as plain:
            plain.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0]))
            self.assertNotIn(b"\0\0\0\4\1", self.rest(plain))
        context = self.gateway.context()
        context.set_ciphers("DEFAULT@SECLEVEL=0")
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.maximum_version = ssl.TLSVersion.TLSv1_1
        with self.assertRaises((ssl.SSLError, ConnectionError)):
            Connection(self.gateway, context=context)

    @staticmethod
    def rest(connection):
        data = b""
        try:
            while part := connection.recv(65_536):
                data += part
        except ConnectionError:
            pass
        return data

    def test_tokens_are_random_and_each_is_another(self):
        tokens = {self.device.token(f"org.example.App{number}") for number in range(50)}
        tokens |= {Device(self.gateway).token() for _ in range(5)}
        self.assertEqual(len(tokens), 55)
        self.assertTrue(all(len(token) == 64 for token in tokens))
        # Each of the 32 bytes differs in some: nothing of them counts or names anybody.
        for place in range(0, 64, 2):
            self.assertGreater(len({token[place:place + 2] for token in tokens}), 10)

    def test_a_key_that_is_revoked_sends_no_more_on_its_open_connection(self):
        added = self.gateway.command("keys", "add", "--json")
        with open(added["file"]) as file:
            token = self.gateway.token(key=file.read(), key_id=added["keyID"])

        def first():
            with Connection(self.gateway) as connection:
                return self.push(connection, authorization=token).status
        self.until(first, 200)
        with Connection(self.gateway) as connection:
            self.assertEqual(self.push(connection, authorization=token).status, 200)
            self.gateway.command("keys", "revoke", added["keyID"])
            self.until(
                lambda: self.push(connection, authorization=token).told,
                (403, "InvalidProviderToken"),
            )

    # Floods

    def test_a_provider_that_sends_too_much_is_refused_alone(self):
        with Gateway().start("--provider-rate", "0.01") as gateway:
            token = Device(gateway).token()
            added = gateway.command("keys", "add", "--json")
            with open(added["file"]) as file:
                other = gateway.token(key=file.read(), key_id=added["keyID"])
            with Connection(gateway) as connection:
                self.assertEqual(connection.push(gateway, token).status, 200)
                self.assertEqual(
                    connection.push(gateway, token).told, (429, "TooManyRequests")
                )

            def with_other():
                with Connection(gateway) as connection:
                    return connection.push(gateway, token, authorization=other).status
            # The gateway looks for new keys once a second.
            self.until(with_other, 200)

    def test_requests_that_are_given_up_at_once_hold_nobody_up(self):
        # "Rapid reset": each costs its sender nothing, and a server much.
        with Connection(self.gateway) as connection:
            try:
                for _ in range(5_000):
                    stream = connection.ask("POST", "/3/device/" + self.token, end=False)
                    connection.h2.reset_stream(stream)
                    connection.flush()
            except (OSError, h2.exceptions.ProtocolError):
                pass  # Ended for it, or not.
            self.accepts_others()

    def test_connections_without_a_handshake_are_closed_long_before_others(self):
        with contextlib.ExitStack() as open_connections:
            silent = [
                open_connections.enter_context(
                    socket.create_connection(("127.0.0.1", self.gateway.port), PATIENCE))
                for _ in range(300)]
            known = open_connections.enter_context(Connection(self.gateway))
            self.accepts_others()
            for connection in silent:
                self.assertEqual(connection.recv(1), b"")
            # It has done its handshake and asked for nothing, and is in no hurry yet.
            self.assertEqual(self.push(known).status, 200)

    def test_headers_without_an_end_end_their_connection(self):
        with Connection(self.gateway) as connection:
            connection.receive()
            send = connection.socket.sendall
            with self.assertRaises(OSError):
                send(frame(1, 0, 1, b"\0\1a\x7f\x81\x7f" + b"x" * 16_000))
                for _ in range(10_000):
                    send(frame(9, 0, 1, b"x" * 16_000))
        self.accepts_others()

    def test_pings_and_settings_without_end_hold_nobody_up(self):
        for content in [frame(6, 0, 0, bytes(8)), frame(4, 0, 0, b"")]:
            with Connection(self.gateway) as connection:
                connection.socket.settimeout(5)
                try:
                    # Their answers are never read.
                    for _ in range(2_000):
                        connection.socket.sendall(content * 100)
                except OSError:
                    pass
                self.accepts_others()

    def test_a_device_that_reads_nothing_keeps_nothing_from_others(self):
        deaf = Device(self.gateway)
        token = deaf.token()
        payload = json.dumps({"a": "x" * 4_000}).encode()
        with Connection(self.gateway, deaf.certificate) as line:
            line.ask("GET", "/device/pushes")
            with Connection(self.gateway) as connection:
                before = self.memory()
                for _ in range(1_000):
                    self.assertEqual(self.push(connection, token, payload=payload).status, 200)
                # They wait on the disk: it may have read a batch of them.
                self.assertLess(self.memory() - before, 16 << 10)
            self.accepts_others()

    def memory(self):
        """Its own, KiB."""
        with open(f"/proc/{self.gateway.process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("RssAnon"))

    # Secrets

    def test_the_log_has_nothing_that_is_secret(self):
        with Connection(self.gateway) as connection:
            self.push(connection, payload=b'{"aps":{"alert":"between us"}}')
            self.push(connection, payload=b'{"between us')
            self.push(connection, authorization="between.us.too")
        with self.device.connect() as stream:
            while "between us" not in stream.next()["payload"]:
                pass
        with Connection(self.gateway) as connection:
            self.device.register(connection)
        log = self.gateway.logged()
        self.assertIn(self.device.id, log)  # What isn't secret is there.
        for secret in ["between", self.token, self.gateway.usual_token, "BEGIN", "bearer"]:
            self.assertNotIn(secret, log)

    def test_what_was_acknowledged_is_off_the_disk(self):
        text = b"burn after reading"
        with Gateway().start() as gateway:
            device = Device(gateway)
            token = device.token()
            with Connection(gateway) as connection:
                connection.push(gateway, token, payload=json.dumps({"a": text.decode()}).encode())
            with device.connect() as stream:
                sequence = stream.next()["sequence"]
            self.assertTrue(any(text in data for data in database(gateway)))
            device.acknowledge(sequence)
            gateway.stop()
            # The write-ahead log is emptied each hour, and at a start.
            gateway.start()
            self.assertFalse(any(text in data for data in database(gateway)))

    def test_nobody_else_reads_a_running_gateways_files(self):
        self.assertEqual(stat.S_IMODE(os.stat(self.gateway.home).st_mode), 0o700)
        public = {os.path.realpath(self.gateway.certificate), self.gateway.log.name}
        for folder, _, names in os.walk(self.gateway.home):
            for path in (os.path.join(folder, name) for name in names):
                # The tests' own: what a device would keep, and the log that they redirected.
                if os.path.realpath(path) in public or path.endswith(".pem") and folder == self.gateway.home:
                    continue
                self.assertEqual(stat.S_IMODE(os.stat(path).st_mode) & 0o077, 0, path)


def database(gateway):
    for name in os.listdir(gateway.home):
        if name.startswith("gateway.db"):
            with open(os.path.join(gateway.home, name), "rb") as file:
                yield file.read()


def frame(kind, flags, stream, content):
    return struct.pack(">I", len(content))[1:] + struct.pack(">BBI", kind, flags, stream) + content


if __name__ == "__main__":
    unittest.main()
