"""Web Push: messages of pywebpush's, over HTTP/1.1 and HTTP/2, to topics of a UnifiedPush distributor's."""

import base64
import hashlib
import http.client
import json
import os
import ssl
import time
import unittest

import http_ece
import jwt
import pywebpush
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid

from gateway import Connection, Device, Gateway

TOPIC = "unifiedpush.00112233445566778899aabbccddeeff"


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def point(key):
    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


class WebPushTests(unittest.TestCase):
    def setUp(self):
        self.gateway = Gateway().start()
        self.device = Device(self.gateway)
        self.token = self.device.token(TOPIC)
        self.url = f"https://localhost:{self.gateway.port}/webpush/"
        # The connector's keys, and the sender's.
        self.keys, self.secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.sender = ec.generate_private_key(ec.SECP256R1())

    def tearDown(self):
        self.gateway.__exit__()

    def restricted(self, key=None):
        key = point(key or self.sender)
        return self.device.token(TOPIC + ".vapid-" + hashlib.sha256(key).hexdigest())

    def send(self, text, token=None, vapid=True, **options):
        keys = {"p256dh": base64url(point(self.keys)), "auth": base64url(self.secret)}
        session = pywebpush.requests.Session()
        session.verify, session.trust_env = self.gateway.certificate, False
        with session:
            if vapid:
                private = self.sender.private_bytes(
                    serialization.Encoding.DER, serialization.PrivateFormat.PKCS8,
                    serialization.NoEncryption())
                options |= {
                    "vapid_private_key": Vapid.from_der(base64.b64encode(private)),
                    "vapid_claims": {"sub": "mailto:tester@example.org"},
                }
            return pywebpush.webpush(
                {"endpoint": self.url + (token or self.token), "keys": keys}, text,
                ttl=options.pop("ttl", 60), requests_session=session, **options)

    def opened(self, line):
        body = base64.b64decode(json.loads(line["payload"])["webpush"])
        return http_ece.decrypt(
            body, private_key=self.keys, auth_secret=self.secret, version="aes128gcm").decode()

    def post(self, token=None, body=b"x", method="POST", **headers):
        """By HTTP/2; the status and the reason."""
        fields = {"ttl": "60"} | {name.replace("_", "-"): value for name, value in headers.items()}
        with Connection(self.gateway) as connection:
            return connection.request(
                method, "/webpush/" + (token or self.token),
                [each for each in fields.items() if each[1] is not None], body)

    def vapid(self, key=None, algorithm="ES256", shown=None, **claims):
        claims = {"aud": "https://localhost", "exp": int(time.time()) + 3_600} | claims
        token = jwt.encode(claims, key or self.sender, algorithm=algorithm)
        return f"vapid t={token}, k={base64url(point(shown or key or self.sender))}"

    def test_a_message_comes_unread_and_as_it_was_sent(self):
        answer = self.send("Grüße", headers={"Urgency": "low", "Topic": "greeting"})
        self.assertEqual(answer.status_code, 201)
        self.assertTrue(answer.headers["location"].startswith(self.url + "messages/"))
        self.assertEqual(answer.headers["ttl"], "60")
        with self.device.connect() as stream:
            line = stream.next()
        self.assertEqual(self.opened(line), "Grüße")
        self.assertEqual((line["topic"], line["priority"], line["collapseID"]), (TOPIC, 5, "greeting"))
        self.assertLessEqual(abs(line["expiration"] - time.time() - 60), 5)

    def test_a_topic_replaces_what_waits_and_no_ttl_is_for_who_is_there(self):
        for text in ["old", "new"]:
            self.send(text, headers={"Topic": "same"})
        self.send("late", ttl=0)
        with self.device.connect() as stream:
            self.assertEqual(self.opened(stream.next()), "new")
            self.send("now", ttl=0)
            self.assertEqual(self.opened(stream.next()), "now")

    def test_only_who_has_the_key_may_send_where_there_is_one(self):
        token = self.restricted()
        self.assertEqual(self.send("mine", token).status_code, 201)
        self.assertEqual(self.post(token).told, (401, "MissingVAPID"))
        other = ec.generate_private_key(ec.SECP256R1())
        self.assertEqual(self.post(token, authorization=self.vapid()).status, 201)
        for bad in [
            self.vapid(other), self.vapid(other, shown=self.sender), self.vapid(aud="https://a.example"),
            self.vapid(exp=int(time.time()) - 1), self.vapid(exp=int(time.time()) + 90_000),
            self.vapid(b"s" * 32, "HS256", shown=self.sender), self.vapid().replace("vapid", "bearer"),
            "vapid", "vapid t=a.b.c, k=AAAA", self.vapid()[:-9],
        ]:
            self.assertEqual(self.post(token, authorization=bad).told, (403, "BadVAPID"), bad)
        # Where nobody asks for a key, one that is shown must be right all the same.
        self.assertEqual(self.post(authorization=self.vapid(other)).status, 201)
        self.assertEqual(self.post(authorization=self.vapid(exp=1)).told, (403, "BadVAPID"))

    def test_a_bad_message_is_refused_and_nothing_comes_of_it(self):
        retired = self.device.token(TOPIC + "0")
        with Connection(self.gateway, self.device.certificate) as connection:
            answer = connection.request("DELETE", f"/device/tokens/{TOPIC}0")
            self.assertEqual(answer.status, 204)
        # An app's token is for its provider alone.
        app = self.device.token("org.example.App")
        for told, answer in [
            ((404, "Unknown"), self.post("ab" * 32)), ((404, "Unknown"), self.post("x")),
            ((404, "Unknown"), self.post(app)), ((410, "Unregistered"), self.post(retired)),
            ((405, "MethodNotAllowed"), self.post(method="GET", body=b"")),
            ((400, "BadTTL"), self.post(ttl=None)), ((400, "BadTTL"), self.post(ttl="-1")),
            ((400, "BadTopic"), self.post(topic="a b")), ((400, "BadTopic"), self.post(topic="a" * 33)),
            ((400, "BadUrgency"), self.post(urgency="now")),
            ((415, "BadEncoding"), self.post(content_encoding="aesgcm")),
            ((400, "PayloadEmpty"), self.post(body=b"")),
            ((413, "PayloadTooLarge"), self.post(body=b"x" * 4_097)),
        ]:
            self.assertEqual(answer.told, told)
        self.assertEqual(self.post(body=b"x" * 4_096, ttl="9" * 30).headers["ttl"], "2592000")
        self.assertEqual(self.gateway.status()["accepted"], 1)

    def test_by_http_1_there_is_web_push_alone(self):
        context = ssl.create_default_context(cafile=self.gateway.certificate)
        for protocols in [["http/1.1"], None]:
            if protocols:
                context.set_alpn_protocols(protocols)
            line = http.client.HTTPSConnection("localhost", self.gateway.port, context=context)
            for path, body, told in [
                (f"/webpush/{self.token}", b"\0\xff", (201, None)),
                (f"/webpush/{self.token}", b"x" * 5_000, (413, "PayloadTooLarge")),
                (f"/3/device/{self.token}", b"{}", (505, "HTTPVersionNotSupported")),
                ("/device/register", b"{}", (505, "HTTPVersionNotSupported")),
            ]:
                line.request("POST", path, body, {"TTL": "9"})
                answer = line.getresponse()
                text = answer.read()
                self.assertEqual((answer.status, json.loads(text)["reason"] if text else None), told)
            line.close()
        with self.device.connect() as stream:
            body = json.loads(stream.next()["payload"])["webpush"]
            self.assertEqual(base64.b64decode(body), b"\0\xff")
        self.assertEqual(self.gateway.stop(), 0)


if __name__ == "__main__":
    unittest.main()
