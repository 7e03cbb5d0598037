"""The device's side: joining, tokens, pushes, and who may not."""

import json
import ssl
import time
import unittest
import uuid

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec

from gateway import TOPIC, Connection, Device, Gateway, foreign_certificate


class DeviceTests(unittest.TestCase):
    def setUp(self):
        self.gateway = Gateway().start()
        self.device = Device(self.gateway)
        self.token = self.device.token()
        self.connection = Connection(self.gateway)

    def tearDown(self):
        self.connection.close()
        self.gateway.__exit__()

    def push(self, payload=b"{}", **fields):
        answer = self.connection.push(self.gateway, self.token, payload=payload, **fields)
        self.assertEqual(answer.told, (200, None))
        return answer.headers["apns-id"]

    def until_status(self, **wanted):
        deadline = time.monotonic() + 60
        while True:
            status = self.gateway.status()
            if all(status[name] == value for name, value in wanted.items()):
                return
            self.assertLess(time.monotonic(), deadline, status)

    # Proves: R1.
    def test_pushes_come_as_they_were_sent(self):
        payload = '{"aps" : {"alert":"Grüß \\u00e9"}, "n": 1.0}'.encode()
        end = int(time.time()) + 1000
        before = time.time()
        sent = self.push(
            payload, apns_priority="5", apns_collapse_id="score", apns_expiration=str(end)
        )
        with self.device.connect() as stream:
            line = stream.next()
            self.assertLess(abs(line.pop("sent") / 1000 - before), 60)
            self.assertEqual(
                line,
                {
                    "sequence": 1, "id": sent, "token": self.token, "topic": TOPIC,
                    "type": "alert", "priority": 5, "expiration": end, "collapseID": "score",
                    "payload": payload.decode(),
                },
            )
            later = self.push(apns_push_type=None)
            line = stream.next()
            self.assertEqual((line["sequence"], line["id"]), (2, later))
            self.assertEqual(
                (line["type"], line["expiration"], line["collapseID"]), (None, None, None)
            )

    # Proves: R1.
    def test_what_was_not_acknowledged_comes_again(self):
        ids = [self.push() for _ in range(3)]
        with self.device.connect() as stream:
            first = [stream.next() for _ in ids]
        self.assertEqual([line["id"] for line in first], ids)
        self.device.acknowledge(first[0]["sequence"], first[2]["sequence"])
        with self.device.connect() as stream:
            self.assertEqual(stream.next(), first[1])
            self.device.acknowledge(first[1]["sequence"])
            new = self.push()
            self.assertEqual(stream.next()["id"], new)
        self.until_status(accepted=4, delivered=3, pending=1)

    def test_what_a_device_says_it_has_is_believed_if_it_can_be(self):
        self.push()
        for said in ["-1", "x", "", str(2**62), str(2**63), str(2**64)]:
            with Connection(self.gateway, self.device.certificate) as connection:
                answer = connection.request("GET", "/device/pushes", [("last-event-id", said)])
                self.assertEqual(answer.told, (400, "BadRequest"), said)
        # It has had more than this gateway ever gave it.
        with self.device.connect(last=40) as stream:
            self.assertEqual(stream.next()["sequence"], 41)

    def test_a_restart_changes_nothing_for_a_device(self):
        first = self.push()
        self.gateway.kill()
        self.connection.close()
        self.gateway.start()
        self.connection = Connection(self.gateway)
        second = self.push()
        with self.device.connect() as stream:
            lines = [stream.next(), stream.next()]
        self.assertEqual([line["id"] for line in lines], [first, second])
        self.assertEqual([line["sequence"] for line in lines], [1, 2])
        self.assertEqual(self.device.token(), self.token)

    def test_a_newer_connection_ends_the_older(self):
        older = self.device.connect()
        with self.device.connect() as newer:
            self.assertIsNone(older.next())
            sent = self.push()
            self.assertEqual(newer.next()["id"], sent)
        older.close()

    def test_a_push_for_a_connected_device_is_for_no_other(self):
        away = self.push(apns_expiration="0")
        with self.device.connect() as stream:
            here = self.push(apns_expiration="0")
            self.assertEqual(stream.next()["id"], here)
        fate = self.gateway.command("push", away, "--json")[0]
        self.assertEqual((fate["state"], fate["topic"]), ("expired", TOPIC))

    def test_repetitions_come_once(self):
        sent = str(uuid.uuid4())
        for _ in range(3):
            self.push(apns_id=sent)
        with self.device.connect() as stream:
            self.assertEqual(stream.next()["id"], sent)
            last = self.push()
            self.assertEqual(stream.next()["id"], last)
        self.until_status(accepted=2, repeated=2)

    def test_a_device_that_joins_again_is_the_same(self):
        with Connection(self.gateway) as connection:
            told = json.loads(self.device.register(connection).body)
        self.assertEqual(told["device"], self.device.id)

    def test_the_status_counts_who_is_connected(self):
        with self.device.connect():
            self.until_status(running=True, devices=1, connected=1)
        self.until_status(connected=0)
        self.gateway.stop()
        self.assertEqual(self.gateway.status()["running"], False)


class ImpersonationTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.gateway = Gateway().start()
        cls.device = Device(cls.gateway)
        cls.token = cls.device.token()

    @classmethod
    def tearDownClass(cls):
        cls.gateway.__exit__()

    def told(self, method, path, certificate=None, value=None):
        with Connection(self.gateway, certificate) as connection:
            body = b"" if value is None else json.dumps(value).encode()
            return connection.request(method, path, body=body).told

    def test_without_a_certificate_nothing_is_told(self):
        for method, path in [
            ("GET", "/device/pushes"), ("POST", "/device/tokens"),
            ("POST", "/device/acknowledgements"), ("DELETE", "/device/tokens/" + TOPIC),
        ]:
            self.assertEqual(self.told(method, path), (403, "MissingCertificate"))

    def test_a_certificate_of_another_authority_is_no_certificate(self):
        with open(self.device.certificate, "rb") as file:
            own = x509.load_pem_x509_certificate(file.read())
        for issuer in [None, own.issuer]:
            foreign = foreign_certificate(self.gateway, self.device.id, issuer)
            with self.assertRaises((ssl.SSLError, ConnectionError)):
                self.told("GET", "/device/pushes", foreign)

    def test_a_providers_certificate_is_no_devices(self):
        added = self.gateway.command("keys", "add", "--certificate", "--json")
        self.assertEqual(self.told("GET", "/device/pushes", added["file"]), (403, "NotADevice"))

    def test_a_device_gets_no_others_pushes_and_acknowledges_none(self):
        other = Device(self.gateway)
        self.assertNotEqual(other.token(), self.token)
        with Connection(self.gateway) as connection:
            sent = connection.push(self.gateway, self.token).headers["apns-id"]
        other.acknowledge(*range(1, 1000))
        answer = other.ask("DELETE", "/device/tokens/" + TOPIC)
        self.assertEqual(answer.status, 204)
        self.assertEqual(self.device.token(), self.token)
        with self.device.connect() as stream:
            while stream.next()["id"] != sent:
                pass

    def test_a_key_of_somebody_else_joins_nobody(self):
        with Connection(self.gateway) as connection:
            answer = self.device.register(connection, ec.generate_private_key(ec.SECP256R1()))
            self.assertEqual(answer.told, (403, "BadSignature"))
            answer = connection.request("POST", "/device/register", body=b"{}")
            self.assertEqual(answer.told, (400, "BadRequest"))

    def test_a_revoked_device_is_let_in_no_more(self):
        device = Device(self.gateway)
        token = device.token()
        with device.connect() as stream:
            self.gateway.command("devices", "revoke", device.id)
            self.assertIsNone(stream.next())
        self.assertEqual(device.ask("GET", "/device/pushes").told, (403, "Revoked"))
        with Connection(self.gateway) as connection:
            self.assertEqual(
                connection.push(self.gateway, token).told, (410, "Unregistered")
            )
            self.assertEqual(device.register(connection).told, (403, "Revoked"))

    def test_guesses_of_a_token_find_nobody(self):
        close = ("0" if self.token[-1] != "0" else "1").join([self.token[:-1], ""])
        with Connection(self.gateway) as connection:
            for guess in [close, self.token + "00", self.token[:62] + "zz"]:
                self.assertEqual(
                    connection.push(self.gateway, guess).told, (400, "BadDeviceToken")
                )

    def test_requests_that_are_none(self):
        ask = lambda method, path, value=None: self.told(
            method, path, self.device.certificate, value
        )
        self.assertEqual(ask("GET", "/device/tokens"), (405, "MethodNotAllowed"))
        self.assertEqual(ask("POST", "/device/nothing"), (404, "BadPath"))
        self.assertEqual(ask("POST", "/device/tokens", {"topic": "a b"}), (400, "BadTopic"))
        self.assertEqual(ask("POST", "/device/tokens", []), (400, "BadRequest"))
        self.assertEqual(
            ask("POST", "/device/tokens", {"topic": "a" * 70_000}), (413, "PayloadTooLarge")
        )

    def test_registrations_from_one_address_have_a_limit(self):
        with Gateway().start("--registration-rate", "0.01") as gateway:
            device = Device(gateway)
            with Connection(gateway) as connection:
                self.assertEqual(device.register(connection).told, (429, "TooManyRequests"))


if __name__ == "__main__":
    unittest.main()
