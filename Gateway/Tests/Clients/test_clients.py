"""Provider libraries as servers use them: another host and port, and nothing else."""

import asyncio
import datetime
import json
import logging
import os
import time
import unittest
import uuid
from unittest import mock

import aioapns
import aioapns.connection
import kalyke
import kalyke.clients
from aioapns import NotificationRequest, PushType

from gateway import TOPIC, Device, Gateway

PUSHES = 1_000


class ClientTests:
    """What each library is asked; `send` gives (status or None, reason or None)."""

    @classmethod
    def setUpClass(cls):
        logging.disable(logging.CRITICAL)
        cls.gateway = Gateway().start()
        cls.device = Device(cls.gateway)
        cls.token = cls.device.token()

    @classmethod
    def tearDownClass(cls):
        cls.gateway.__exit__()
        logging.disable(logging.NOTSET)

    def test_a_thousand_at_once_all_arrive_once(self):
        async def send_all():
            client = self.client()
            return await asyncio.gather(
                *(self.send(client, payload={"n": number}) for number in range(PUSHES))
            )

        told = asyncio.run(send_all())
        self.assertEqual(set(told), {None})
        numbers = []
        with self.device.connect() as stream:
            sequences = []
            while len(numbers) < PUSHES:
                line = stream.next()
                sequences.append(line["sequence"])
                numbers.append(json.loads(line["payload"])["n"])
        self.device.acknowledge(*sequences)
        self.assertEqual(sorted(numbers), list(range(PUSHES)))
        self.assertEqual(sequences, sorted(set(sequences)))

    def told(self, **fields):
        """The reason for which a push is refused; None if it is taken."""

        async def send():
            return await self.send(self.client(), **fields)

        return asyncio.run(send())

    def test_what_a_sender_can_get_wrong(self):
        self.assertIsNone(self.told())
        self.assertEqual(self.told(token="0" * 64), "BadDeviceToken")
        self.assertEqual(self.told(token="xyz"), "BadDeviceToken")
        self.assertEqual(self.told(topic="org.other"), "DeviceTokenNotForTopic")
        self.assertEqual(self.told(topic="a b"), "BadTopic")
        self.assertEqual(self.told(collapse="c" * 65), "BadCollapseId")
        self.assertEqual(self.told(payload={"a": "x" * 4096}), "PayloadTooLarge")
        retired = self.device.token("org.retired")
        self.device.ask("DELETE", "/device/tokens/org.retired")
        self.assertEqual(self.told(token=retired, topic="org.retired"), "Unregistered")

    def test_who_a_sender_can_pretend_to_be(self):
        self.assertEqual(self.told(team="OTHER67890"), "InvalidProviderToken")
        self.assertEqual(self.told(key_id="UNKNOWN123"), "InvalidProviderToken")
        with mock.patch("time.time", lambda: 1_000_000_000.0), self.in_2001():
            self.assertEqual(self.told(), "ExpiredProviderToken")


class AioapnsTests(ClientTests, unittest.TestCase):
    def setUp(self):
        protocol = aioapns.connection.APNsProductionClientProtocol
        protocol.APNS_SERVER, protocol.APNS_PORT = "localhost", self.gateway.port

    def client(self, team=None, key_id=None):
        with open(self.gateway.providerKey) as file:
            key = file.read()
        return aioapns.APNs(
            key=key, key_id=key_id or self.gateway.keyID, team_id=team or self.gateway.teamID,
            topic=TOPIC, ssl_context=self.gateway.context(),
        )

    async def send(
        self, client, token=None, topic=None, payload=None, collapse=None, **fields
    ):
        if fields:
            client = self.client(**fields)
        request = NotificationRequest(
            device_token=token or self.token, message=payload or {"aps": {"alert": "Hi"}},
            apns_topic=topic, collapse_key=collapse, push_type=PushType.ALERT,
        )
        answer = await client.send_notification(request)
        assert answer.is_successful == (answer.status == "200")
        assert answer.notification_id == request.notification_id
        return None if answer.is_successful else answer.description

    def in_2001(self):
        return mock.MagicMock()

    def test_headers_that_this_library_lets_through(self):
        async def send(**fields):
            request = NotificationRequest(
                device_token=self.token, message={"aps": {}}, **fields
            )
            return (await self.client().send_notification(request)).description

        self.assertEqual(asyncio.run(send(priority=7)), "BadPriority")
        self.assertEqual(asyncio.run(send(time_to_live=-10**10)), "BadExpirationDate")
        self.assertEqual(asyncio.run(send(notification_id="x")), "BadMessageId")
        self.assertEqual(
            asyncio.run(send(push_type=mock.Mock(value="loud"))), "InvalidPushType"
        )

    def test_a_certificate_instead_of_a_key(self):
        added = self.gateway.command("keys", "add", "--certificate", "--topic", TOPIC, "--json")

        async def send():
            client = aioapns.APNs(
                client_cert=added["file"], ssl_context=self.gateway.context(), max_connections=1
            )
            # Its topic is its certificate's UID.
            assert client.pool.apns_topic == TOPIC
            answer = await client.send_notification(
                NotificationRequest(device_token=self.token, message={"aps": {}})
            )
            return answer.description

        # A second at most, until the gateway knows it.
        for _ in range(60):
            told = asyncio.run(send())
            if told is None:
                return
            self.assertEqual(told, "BadCertificate")
            time.sleep(0.1)
        self.fail(told)


class KalykeTests(ClientTests, unittest.TestCase):
    def setUp(self):
        # The host, and whom it is trusted by.
        os.environ["SSL_CERT_FILE"] = self.gateway.certificate
        base = kalyke.ApnsClient.__mro__[1]
        patch = mock.patch.object(
            base, "_base_url", property(lambda _: f"https://localhost:{self.gateway.port}")
        )
        patch.start()
        self.addCleanup(patch.stop)
        self.addCleanup(os.environ.pop, "SSL_CERT_FILE")

    def client(self, team=None, key_id=None):
        # It makes a connection for each push: no more at once than a process has files for.
        self.turns = asyncio.Semaphore(100)
        return kalyke.ApnsClient(
            use_sandbox=False, team_id=team or self.gateway.teamID,
            auth_key_id=key_id or self.gateway.keyID, auth_key_filepath=self.gateway.providerKey,
        )

    async def send(
        self, client, token=None, topic=None, payload=None, collapse=None, **fields
    ):
        if fields:
            client = self.client(**fields)
        async with self.turns:
            try:
                told = await client.send_message(
                    device_token=token or self.token,
                    payload=payload or {"aps": {"alert": "Hi"}},
                    apns_config=kalyke.ApnsConfig(
                        topic=topic or TOPIC, collapse_id=collapse, expiration=4_000_000_000
                    ),
                )
            except kalyke.exceptions.ApnsProviderException as refusal:
                return type(refusal).__name__
        assert str(uuid.UUID(told)) == told
        return None

    def in_2001(self):
        past = mock.Mock(wraps=datetime.datetime)
        past.now = lambda: datetime.datetime.fromtimestamp(1_000_000_000)
        return mock.patch("kalyke.clients.apns.datetime", past)


if __name__ == "__main__":
    unittest.main()
