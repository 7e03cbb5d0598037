"""Senders that send each push until it is answered, and a device that takes what comes."""

import random
import threading
import time
import uuid

from gateway import Connection

SENDERS = 8
# How long the device may take to have what was answered, once all was.
PATIENCE = 120


class Traffic:
    """`count` pushes to one token through any of `gateways`, each with an `apns-id` of its own.

    Whoever is cut off, or told 5xx, asks again, perhaps at another gateway. `answered` are the ids that
    were answered 200, `received` the id of each sequence that the device got: as Quiesce does, it says what
    it has, and passes over those that aren't above all before.
    """

    def __init__(self, gateways, device, token, count, seed):
        self.gateways = list(gateways)
        self.device = device
        self.token = token
        self.answered, self.received, self.failures = set(), {}, []
        # When each push was last asked for.
        self.asked = {}
        self.statuses = set()
        self.ids = iter([str(uuid.uuid4()) for _ in range(count)])
        self.lock, self.stopping = threading.Lock(), threading.Event()
        self.senders = [
            threading.Thread(target=self.send, args=(random.Random(seed + number),))
            for number in range(SENDERS)
        ]
        self.receiver = threading.Thread(
            target=self.receive, args=(random.Random(seed - 1),), daemon=True
        )
        for thread in [*self.senders, self.receiver]:
            thread.start()

    def is_sending(self):
        return any(thread.is_alive() for thread in self.senders)

    def wait_until(self, answered):
        """Returns once so many are answered, or all."""
        while len(self.answered) < answered and self.is_sending():
            time.sleep(0.001)

    def send(self, chance):
        connection = None
        while not self.failures:
            with self.lock:
                chosen = next(self.ids, None)
            if chosen is None:
                break
            while True:
                try:
                    if not connection:
                        gateway = chance.choice(self.gateways)
                        connection = (Connection(gateway), gateway)
                    self.asked[chosen] = time.monotonic()
                    answer = connection[0].push(connection[1], self.token, apns_id=chosen)
                    self.statuses.add(answer.status)
                    if answer.status == 200:
                        break
                    if answer.status < 500:
                        self.failures.append(answer.told)
                        break
                    time.sleep(0.01)
                except OSError:
                    if connection:
                        connection[0].close()
                    connection = None
                    time.sleep(0.01)
            with self.lock:
                self.answered.add(chosen)
        if connection:
            connection[0].close()

    def receive(self, chance):
        """Takes pushes, and acknowledges them now and then; connects again where it can."""
        while not self.stopping.is_set():
            try:
                device = self.device.at(chance.choice(self.gateways))
                with device.connect(last=next(reversed(self.received), 0)) as stream:
                    taken = []
                    while line := stream.next():
                        if line["sequence"] > next(reversed(self.received), 0):
                            self.received[line["sequence"]] = line["id"]
                        taken.append(line["sequence"])
                        if len(taken) >= 10 or stream.lines.empty():
                            device.acknowledge(*taken)
                            taken = []
            except (OSError, AssertionError):
                time.sleep(0.01)

    def finish(self, pending):
        """Returns once all was sent, received and, as `pending` says, acknowledged."""
        for thread in self.senders:
            thread.join()
        assert not self.failures, self.failures
        deadline = time.monotonic() + PATIENCE
        while pending() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.stopping.set()
