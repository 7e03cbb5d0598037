"""The gateway is killed again and again while pushes are sent: none that it answered is lost."""

import os
import random
import time
import unittest

from gateway import Device, Gateway
from traffic import Traffic

PUSHES = int(os.environ.get("QUIESCE_GATEWAY_PUSHES", "2000"))
KILLS = int(os.environ.get("QUIESCE_GATEWAY_KILLS", "10"))


class KillTests(unittest.TestCase):
    # Proves: reliability D1.
    def test_a_push_that_was_answered_reaches_its_device_once(self):
        seed = int(os.environ.get("SEED", time.time_ns()))
        print(f"SEED={seed}", flush=True)
        chance = random.Random(seed)
        options = ["--keep", str(PUSHES), "--device-rate", "0"]
        with Gateway().start(*options) as gateway:
            device = Device(gateway)
            traffic = Traffic([gateway], device, device.token(), PUSHES, seed)
            for count in sorted(chance.randrange(PUSHES) for _ in range(KILLS)):
                traffic.wait_until(count)
                time.sleep(chance.random() * 0.02)
                gateway.kill()
                gateway.start(*options)
            traffic.finish(lambda: gateway.status()["pending"])
            # Under new sequences none came twice, either.
            self.assertEqual(sorted(traffic.received.values()), sorted(traffic.answered))
            status = gateway.status()
            self.assertEqual((status["accepted"], status["delivered"]), (PUSHES, PUSHES))


if __name__ == "__main__":
    unittest.main()
