"""The provider API by raw HTTP/2: every reason that a provider can cause."""

import contextlib
import json
import random
import socket
import time
import unittest
import uuid

import h2.events
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from gateway import TOPIC, Connection, Device, Gateway


CALLS = TOPIC + ".voip"


class ProviderTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.gateway = Gateway().start("--log-level", "debug")
        cls.device = Device(cls.gateway)
        cls.token = cls.device.token()
        # For the test of how long they are kept, which waits less if others run before it.
        cls.known, cls.unauthenticated = Connection(cls.gateway), Connection(cls.gateway)
        cls.known.push(cls.gateway, cls.token)
        cls.unauthenticated.push(cls.gateway, cls.token, authorization="nobody")

    @classmethod
    def tearDownClass(cls):
        cls.known.close()
        cls.unauthenticated.close()
        cls.gateway.__exit__()

    def setUp(self):
        self.connection = Connection(self.gateway)

    def tearDown(self):
        self.connection.close()

    def push(self, token=None, connection=None, **fields):
        return (connection or self.connection).push(self.gateway, token or self.token, **fields)

    def refused(self, status, reason, **fields):
        answer = self.push(**fields)
        self.assertEqual(answer.told, (status, reason))
        return answer

    def test_a_push_is_taken_and_its_id_returned(self):
        chosen = str(uuid.uuid4())
        answer = self.push(apns_id=chosen)
        self.assertEqual((answer.status, answer.body), (200, b""))
        self.assertEqual(answer.headers["apns-id"], chosen)
        made = self.push().headers["apns-id"]
        self.assertEqual(str(uuid.UUID(made)), made)

    def test_a_refusal_ends_on_its_only_frame(self):
        # aioapns reads no further than the frame with the reason.
        answer = self.refused(400, "BadPriority", apns_priority="3")
        self.assertEqual(answer.frames, [(len(answer.body), True)])
        self.assertEqual(answer.headers["content-type"], "application/json")

    def test_headers_that_are_wrong(self):
        self.refused(400, "BadCollapseId", apns_collapse_id="c" * 65)
        self.refused(400, "BadExpirationDate", apns_expiration="soon")
        self.refused(400, "BadMessageId", apns_id="one")
        self.refused(400, "BadPriority", apns_priority="11")
        self.refused(400, "BadPriority", apns_push_type="background", apns_priority="10")
        self.refused(400, "BadTopic", apns_topic="a b")
        self.refused(400, "InvalidPushType", apns_push_type="loud")
        self.refused(400, "MissingTopic", apns_topic=None)

    def test_a_header_that_is_there_twice(self):
        headers = [("authorization", "bearer " + self.gateway.usual_token)] + [("apns-topic", TOPIC)] * 2
        answer = self.connection.request("POST", "/3/device/" + self.token, headers, b"{}")
        self.assertEqual(answer.told, (400, "DuplicateHeaders"))

    def test_requests_that_are_none(self):
        ask = lambda method, path: self.connection.request(method, path, body=b"{}").told
        self.assertEqual(ask("POST", "/3/device/"), (400, "MissingDeviceToken"))
        self.assertEqual(ask("POST", "/1/anything"), (404, "BadPath"))
        self.assertEqual(ask("GET", "/3/device/" + self.token), (405, "MethodNotAllowed"))

    def test_tokens_that_are_wrong(self):
        self.refused(400, "BadDeviceToken", token="0" * 64)
        self.refused(400, "BadDeviceToken", token="abc")
        other = self.device.token("org.example.Other")
        self.refused(400, "DeviceTokenNotForTopic", token=other)
        before = int(time.time() * 1000)
        self.device.ask("DELETE", "/device/tokens/org.example.Other")
        answer = self.refused(410, "Unregistered", token=other, apns_topic="org.example.Other")
        self.assertIn(json.loads(answer.body)["timestamp"] - before, range(-1000, 60_000))
        self.assertNotEqual(self.device.token("org.example.Other"), other)

    def test_voip_pushes_go_to_their_own_token_and_topic(self):
        calls = self.device.token(CALLS)
        self.assertNotEqual(calls, self.token)
        call = dict(apns_topic=CALLS, apns_push_type="voip")
        self.assertEqual(self.push(token=calls, apns_priority="10", **call).told, (200, None))
        self.assertEqual(self.push(token=calls, apns_topic=CALLS, apns_push_type=None).told, (200, None))
        self.refused(400, "DeviceTokenNotForTopic", **call)
        self.refused(400, "DeviceTokenNotForTopic", token=calls)
        self.refused(400, "BadTopic", token=calls, apns_push_type="voip")
        self.refused(400, "InvalidPushType", token=calls, apns_topic=CALLS)
        self.refused(400, "BadPriority", token=calls, apns_priority="5", **call)

    def test_payloads_that_are_wrong(self):
        for payload in [b"", b"{", b"[]", b"no", b'{"a":"\xff"}', b'{"a":1,}']:
            self.refused(400, "PayloadEmpty", payload=payload)
        frame = len('{"a":""}')
        largest = json.dumps({"a": "x" * (4096 - frame)}, separators=(",", ":")).encode()
        self.assertEqual(self.push(payload=largest).status, 200)
        self.refused(413, "PayloadTooLarge", payload=largest + b" ")
        self.refused(413, "PayloadTooLarge", payload=b" " * 300_000)
        call = dict(token=self.device.token(CALLS), apns_topic=CALLS, apns_push_type="voip")
        self.assertEqual(self.push(payload=largest + b" " * 1024, **call).status, 200)
        self.refused(413, "PayloadTooLarge", payload=largest + b" " * 1025, **call)

    def fresh(self, **fields):
        """A push on a connection of its own, which no other token was used on."""
        with Connection(self.gateway) as connection:
            return self.push(connection=connection, **fields).told

    def test_provider_tokens_that_are_wrong(self):
        token, refused = self.gateway.token, (403, "InvalidProviderToken")
        self.assertEqual(self.fresh(authorization=token(team="OTHER67890")), refused)
        self.assertEqual(self.fresh(authorization=token(key_id="UNKNOWN123")), refused)
        self.assertEqual(self.fresh(authorization=token(age=-3600)), refused)
        self.assertEqual(self.fresh(authorization="rubbish"), refused)
        self.assertEqual(self.fresh(authorization=token(key="", algorithm="none")), refused)
        self.assertEqual(self.fresh(authorization=token(key="s" * 64, algorithm="HS256")), refused)
        key = ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        self.assertEqual(self.fresh(authorization=token(key=key)), refused)
        self.assertEqual(
            self.fresh(authorization=token(claims={"iss": self.gateway.teamID})), refused
        )
        self.assertEqual(
            self.fresh(authorization=token(age=3700)), (403, "ExpiredProviderToken")
        )
        with Connection(self.gateway) as connection:
            headers = [("apns-topic", TOPIC)]
            answer = connection.request("POST", "/3/device/" + self.token, headers, b"{}")
            self.assertEqual(answer.told, (403, "MissingProviderToken"))

    def test_a_connection_with_another_token(self):
        self.assertEqual(self.push(authorization=self.gateway.token(age=300)).status, 200)
        self.refused(429, "TooManyProviderTokenUpdates", authorization=self.gateway.token())
        added = self.gateway.command("keys", "add", "--json")
        with open(added["file"]) as file:
            other = self.gateway.token(key=file.read(), key_id=added["keyID"])
        # The gateway looks for new keys once a second.
        deadline = time.monotonic() + 60
        while (told := self.push(authorization=other).told) == (403, "InvalidProviderToken"):
            self.assertLess(time.monotonic(), deadline)
        self.assertEqual(told, (403, "UnrelatedKeyIdInToken"))
        self.assertEqual(self.fresh(authorization=other)[0], 200)

    def test_a_revoked_key_sends_no_more(self):
        added = self.gateway.command("keys", "add", "--json", "--topic", TOPIC)
        with open(added["file"]) as file:
            token = self.gateway.token(key=file.read(), key_id=added["keyID"])
        until = lambda told: self.until(lambda: self.fresh(authorization=token), told)
        until((200, None))
        self.assertEqual(
            self.fresh(authorization=token, apns_topic="org.other"), (400, "TopicDisallowed")
        )
        self.gateway.command("keys", "revoke", added["keyID"])
        until((403, "InvalidProviderToken"))

    def until(self, ask, told):
        deadline = time.monotonic() + 60
        while (last := ask()) != told:
            self.assertLess(time.monotonic(), deadline, last)

    def test_a_certificate_sends_to_its_topic(self):
        added = self.gateway.command("keys", "add", "--certificate", "--topic", TOPIC, "--json")

        def ask(topic=None):
            with Connection(self.gateway, added["file"]) as connection:
                headers = [("apns-topic", topic)] if topic else []
                return connection.request("POST", "/3/device/" + self.token, headers, b"{}").told

        self.until(ask, (200, None))
        self.assertEqual(ask(TOPIC), (200, None))
        self.assertEqual(ask("org.other"), (400, "TopicDisallowed"))
        self.gateway.command("keys", "revoke", added["keyID"])
        self.until(ask, (403, "BadCertificate"))

    def test_a_devices_certificate_sends_nothing(self):
        with Connection(self.gateway, self.device.certificate) as connection:
            answer = connection.request(
                "POST", "/3/device/" + self.token, [("apns-topic", TOPIC)], b"{}"
            )
        self.assertEqual(answer.told, (403, "BadCertificate"))

    def test_a_request_that_does_not_end_is_given_up(self):
        headers = [("authorization", "bearer " + self.gateway.usual_token), ("apns-topic", TOPIC)]
        answer = self.connection.request(
            "POST", "/3/device/" + self.token, headers, b'{"aps"', end=False
        )
        self.assertEqual(answer.told, (400, "IdleTimeout"))

    def test_garbage_ends_its_connection_and_no_other(self):
        chance = random.Random(7)
        for preface in [None, b"", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n"]:
            for _ in range(5):
                raw = socket.create_connection(("127.0.0.1", self.gateway.port), timeout=60)
                if preface is not None:
                    raw = self.gateway.context().wrap_socket(raw, server_hostname="localhost")
                with raw, contextlib.suppress(OSError):
                    raw.sendall((preface or b"") + chance.randbytes(4_000))
                    while raw.recv(65_536):
                        pass
        self.assertEqual(self.push().status, 200)

    def test_an_unauthenticated_connection_is_not_kept(self):
        self.unauthenticated.socket.settimeout(120)
        with self.assertRaises(ConnectionError):
            while True:
                self.unauthenticated.receive()
        self.assertEqual(self.known.push(self.gateway, self.token).status, 200)

    def test_logs_have_no_whole_token(self):
        self.push()
        self.refused(400, "BadPriority", apns_priority="3")
        self.assertNotIn(self.token, self.gateway.logged())
        self.assertNotIn("bearer", self.gateway.logged())


class LimitTests(unittest.TestCase):
    def test_too_many_pushes_to_a_device_are_refused(self):
        with Gateway().start("--device-rate", "0.01") as gateway:
            token = Device(gateway).token()
            with Connection(gateway) as connection:
                self.assertEqual(connection.push(gateway, token).status, 200)
                self.assertEqual(connection.push(gateway, token).told, (429, "TooManyRequests"))

    def test_a_stop_answers_what_was_asked_and_says_why_it_closes(self):
        with Gateway().start() as gateway:
            connection = Connection(gateway)
            self.assertEqual(connection.push(gateway, Device(gateway).token()).status, 200)
            self.assertEqual(gateway.stop(), 0)
            said = []
            with self.assertRaises(ConnectionError):
                while True:
                    said += connection.receive()
            connection.close()
            ends = [event for event in said if isinstance(event, h2.events.ConnectionTerminated)]
            self.assertEqual(json.loads(ends[0].additional_data), {"reason": "Shutdown"})

    def test_a_second_gateway_on_a_home_is_refused(self):
        with Gateway().start() as gateway:
            done = gateway.command("serve", "--listen", "127.0.0.1:0", check=False)
            self.assertEqual(done.returncode, 78)
            self.assertIn("another gateway runs", done.stderr)


if __name__ == "__main__":
    unittest.main()
