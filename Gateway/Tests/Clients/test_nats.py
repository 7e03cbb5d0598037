"""Several gateways on one NATS server: what one is sent comes through another, and none is needed."""

import os
import random
import subprocess
import time
import unittest

from gateway import BINARY, PATIENCE, Connection, Device, Gateway
from nats import NATS
from traffic import Traffic

PUSHES = int(os.environ.get("QUIESCE_GATEWAY_PUSHES", "2000"))
KILLS = int(os.environ.get("QUIESCE_GATEWAY_KILLS", "10"))
CUTS = int(os.environ.get("QUIESCE_GATEWAY_CUTS", "5"))


class NATSTests(unittest.TestCase):
    def setUp(self):
        self.nats = self.enterContext(NATS())
        self.options = ["--nats", self.nats.url, "--keep", str(PUSHES), "--device-rate", "0"]

    def gateway(self, like=None):
        return self.enterContext(Gateway(like=like)).start(*self.options)

    def status(self, gateway):
        return gateway.command("status", "--nats", self.nats.url, "--json")

    def pending(self, gateway):
        """How many pushes wait; True while it isn't back from the server's absence and can't know."""
        told = gateway.command("status", "--nats", self.nats.url, "--json", check=False)
        if isinstance(told, dict):
            return told["pending"]
        self.assertIn("the NATS server", told.stderr)
        return True

    def test_a_device_of_one_gateway_is_the_others(self):
        a = self.gateway()
        b = self.gateway(like=a)
        device = Device(a)
        token = device.token()
        self.assertEqual(device.at(b).token(), token)
        with device.at(b).connect() as stream, Connection(a) as provider:
            sent = provider.push(a, token).headers["apns-id"]
            line = stream.next()
            self.assertEqual(line["id"], sent)
            # A newer connection, at the other, ends it.
            with device.connect() as newer:
                self.assertIsNone(stream.next())
                self.assertEqual(newer.next()["sequence"], line["sequence"])
                device.at(b).acknowledge(line["sequence"])
                self.assertEqual(b.command("push", sent, "--json")[0]["state"], "delivered")
                a.command("devices", "revoke", device.id)
                self.assertIsNone(newer.next())
            self.assertEqual(provider.push(a, token).told, (410, "Unregistered"))
        with Connection(b) as provider:
            self.assertEqual(provider.push(b, token).told, (410, "Unregistered"))

    def test_commands_ask_the_server_when_no_gateway_runs(self):
        a = self.gateway()
        device = Device(a)
        with Connection(a) as provider:
            provider.push(a, device.token())
        self.assertEqual(a.stop(), 0)
        status = self.status(a)
        self.assertEqual((status["running"], status["devices"], status["pending"]), (False, 1, 1))
        self.assertFalse(os.path.exists(os.path.join(a.home, "gateway.db")))

    def test_a_server_that_is_not_there_says_so(self):
        self.nats.kill()
        with Gateway() as gateway:
            done = subprocess.run(
                [BINARY, "serve", "--home", gateway.home, "--nats", self.nats.url],
                capture_output=True, text=True, timeout=PATIENCE,
            )
        self.assertEqual(done.returncode, 69)
        self.assertRegex(done.stderr, r"\Aquiesce-gateway: can't reach the NATS server.*\n\Z")

    def test_providers_are_told_to_come_again_while_the_server_is_away(self):
        a = self.gateway()
        device = Device(a)
        token = device.token()
        with device.connect() as stream, Connection(a) as provider:
            self.nats.kill()
            self.assertEqual(provider.push(a, token).told, (503, "ServiceUnavailable"))
            answer = device.ask("POST", "/device/tokens", {"topic": "other"})
            self.assertEqual(answer.told, (503, "ServiceUnavailable"))
            self.nats.start()
            while (answer := provider.push(a, token)).status == 503:
                time.sleep(0.01)
            self.assertEqual(answer.told, (200, None))
            # The same connection of the device's.
            self.assertEqual(stream.next()["id"], answer.headers["apns-id"])

    def test_one_of_two_gateways_dies_and_the_other_goes_on(self):
        a = self.gateway()
        b = self.gateway(like=a)
        device = Device(a)
        traffic = Traffic([a, b], device, device.token(), PUSHES, seed=1)
        traffic.wait_until(PUSHES // 3)
        a.kill()
        traffic.gateways.remove(a)
        traffic.finish(lambda: self.pending(b))
        self.check(traffic, b)

    def test_whatever_is_killed_no_push_is_lost_and_none_comes_twice(self):
        seed = int(os.environ.get("SEED", time.time_ns()))
        print(f"SEED={seed}", flush=True)
        chance = random.Random(seed)
        a = self.gateway()
        b = self.gateway(like=a)
        device = Device(a)
        traffic = Traffic([a, b], device, device.token(), PUSHES, seed)
        for count in sorted(chance.randrange(PUSHES) for _ in range(KILLS)):
            traffic.wait_until(count)
            time.sleep(chance.random() * 0.02)
            victim = chance.choice([a, b, self.nats])
            victim.kill()
            time.sleep(chance.random() * 0.2)
            victim.start(*([] if victim is self.nats else self.options))
        traffic.finish(lambda: self.pending(b))
        self.check(traffic, b)

    def test_what_is_sent_after_a_power_cut_of_the_server_is_taken_for_new(self):
        a = self.gateway()
        b = self.gateway(like=a)
        device = Device(a)
        token = device.token()
        with Connection(a) as provider:
            kept = [self.sent(provider, a, token) for _ in range(3)]
            self.nats.kill()
            copy = self.nats.copy()
            self.nats.start()
            # Of this line the server will know nothing.
            lost = [self.sent(provider, a, token) for _ in range(5)]
            with device.connect(last=0) as stream:
                had = [stream.next() for _ in range(8)]
                self.assertEqual([line["id"] for line in had], kept + lost)
                last = had[-1]["sequence"]
                # The device knows this, and the server will not.
                device.acknowledge(*(line["sequence"] for line in had))
                self.nats.kill()
                self.nats.lose_what_came_since(copy)
                self.nats.start()
                # One by each gateway.
                new = [self.sent(provider, a, token)]
                with Connection(b) as other:
                    new.append(self.sent(other, b, token))
        with device.connect(last=last) as stream:
            self.assertEqual([line["id"] for line in self.above(stream, last, 2)], new)
        # A gateway that knew nothing of it has the same to say.
        with device.at(b).connect(last=last) as stream:
            self.assertEqual([line["id"] for line in self.above(stream, last, 2)], new)

    def test_power_cuts_of_the_server_while_pushes_come_lose_none_that_came_after(self):
        seed = int(os.environ.get("SEED", time.time_ns()))
        print(f"SEED={seed}", flush=True)
        chance = random.Random(seed)
        count = 60 * CUTS
        # What waits is read anew after each cut, and may not get through before the next: none is dropped for that.
        self.options[self.options.index("--keep") + 1] = str(count + 1)
        a = self.gateway()
        b = self.gateway(like=a)
        device = Device(a)
        token = device.token()
        traffic = Traffic([a, b], device, token, count, seed)
        cuts = []
        for _ in range(CUTS):
            traffic.wait_until(len(traffic.answered) + chance.randrange(1, 20))
            self.nats.kill()
            # Before another is: what was answered is in the copy.
            kept = set(traffic.answered)
            copy = self.nats.copy()
            self.nats.start()
            traffic.wait_until(len(kept) + chance.randrange(20))
            self.nats.kill()
            cuts.append((kept, time.monotonic()))
            self.nats.lose_what_came_since(copy)
            # Gateways, too, die of it, or live on.
            for gateway in [each for each in (a, b) if chance.random() < 0.5]:
                gateway.kill()
            self.nats.start()
            for gateway in (a, b):
                if gateway.process is None:
                    gateway.start(*self.options)
        with Connection(a) as provider:
            last = self.sent(provider, a, token)
        traffic.finish(lambda: self.pending(a))
        status = self.status(a)
        self.assertEqual((status["pending"], status["dropped"]), (0, 0))
        self.assertIn(last, traffic.received.values())
        self.assertLessEqual(traffic.statuses, {200, 503})
        lost = traffic.answered - set(traffic.received.values())
        # Those that the server hadn't synced, and no other.
        unsynced = {
            each for each in lost for kept, cut in cuts
            if each not in kept and traffic.asked[each] <= cut
        }
        self.assertEqual(lost - unsynced, set())
        print(f"{CUTS} cuts, {len(lost)} pushes lost with the server's end")

    def sent(self, provider, gateway, token):
        while (answer := provider.push(gateway, token)).status == 503:
            time.sleep(0.01)
        self.assertEqual(answer.told, (200, None))
        return answer.headers["apns-id"]

    def above(self, stream, last, count):
        """What a device doesn't take for old, which has all up to `last`."""
        lines = []
        while len(lines) < count:
            line = stream.next()
            if line["sequence"] > last:
                last = line["sequence"]
                lines.append(line)
        return lines

    def check(self, traffic, gateway):
        # Under new sequences none came twice, either.
        self.assertEqual(sorted(traffic.received.values()), sorted(traffic.answered))
        self.assertEqual(len(traffic.answered), PUSHES)
        status = self.status(gateway)
        self.assertEqual((status["accepted"], status["delivered"]), (PUSHES, PUSHES))


if __name__ == "__main__":
    unittest.main()
