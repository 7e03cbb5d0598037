"""The gateway is killed again and again while pushes are sent: none that it answered is lost."""

import os
import random
import threading
import time
import unittest
import uuid

from gateway import Connection, Device, Gateway

PUSHES = int(os.environ.get("QUIESCE_GATEWAY_PUSHES", "2000"))
KILLS = int(os.environ.get("QUIESCE_GATEWAY_KILLS", "10"))
SENDERS = 8


class KillTests(unittest.TestCase):
    def test_a_push_that_was_answered_reaches_its_device_once(self):
        seed = int(os.environ.get("SEED", time.time_ns()))
        print(f"SEED={seed}", flush=True)
        chance = random.Random(seed)
        with Gateway().start("--keep", str(PUSHES), "--device-rate", "0") as gateway:
            device = Device(gateway)
            token = device.token()
            answered, received = set(), {}
            ids = iter([str(uuid.uuid4()) for _ in range(PUSHES)])
            lock, stop = threading.Lock(), threading.Event()
            failures = []

            def send():
                """Sends the next push until it is answered, as providers do."""
                connection = None
                while not failures:
                    with lock:
                        chosen = next(ids, None)
                    if chosen is None:
                        break
                    while True:
                        try:
                            connection = connection or Connection(gateway)
                            answer = connection.push(gateway, token, apns_id=chosen)
                            if answer.status == 200:
                                break
                            if answer.status < 500:
                                failures.append(answer.told)
                                break
                        except OSError:
                            if connection:
                                connection.close()
                            connection = None
                            time.sleep(0.01)
                    with lock:
                        answered.add(chosen)
                if connection:
                    connection.close()

            def receive():
                """Takes pushes, and acknowledges them now and then."""
                while not stop.is_set():
                    try:
                        with device.connect() as stream:
                            taken = []
                            while line := stream.next():
                                received.setdefault(line["sequence"], line["id"])
                                taken.append(line["sequence"])
                                if len(taken) >= 10 or stream.lines.empty():
                                    device.acknowledge(*taken)
                                    taken = []
                    except (OSError, AssertionError):
                        time.sleep(0.01)

            senders = [threading.Thread(target=send) for _ in range(SENDERS)]
            receiver = threading.Thread(target=receive, daemon=True)
            for thread in [*senders, receiver]:
                thread.start()
            kills = sorted(chance.randrange(PUSHES) for _ in range(KILLS))
            for count in kills:
                while len(answered) < count and any(thread.is_alive() for thread in senders):
                    time.sleep(0.001)
                time.sleep(chance.random() * 0.02)
                gateway.kill()
                gateway.start("--keep", str(PUSHES), "--device-rate", "0")
            for thread in senders:
                thread.join()
            self.assertEqual(failures, [])
            deadline = time.monotonic() + 60
            while len(received) < PUSHES or gateway.status()["pending"]:
                self.assertLess(time.monotonic(), deadline, gateway.status())
                time.sleep(0.05)
            stop.set()
            # Under new sequences none came twice, either.
            self.assertEqual(sorted(received.values()), sorted(answered))
            status = gateway.status()
            self.assertEqual((status["accepted"], status["delivered"]), (PUSHES, PUSHES))


if __name__ == "__main__":
    unittest.main()
