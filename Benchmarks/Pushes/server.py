"""The gateway, a server that pushes, and the devices that nobody looks at."""
import contextlib
import itertools
import json
import os
import subprocess
import sys
import threading
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(FOLDER, "..", "..", "Tests", "PushHarness"))
from gateways import Real  # noqa: E402
from http2 import PATIENCE, Connection, head  # noqa: E402

CROWD = "org.quiesce.bench.Crowd"
SILENT, ALERT = b'{"aps":{"content-available":1}}', b'{"aps":{"alert":"A letter"}}'
# Pushes under way at once: an app in front may have 64 that it hasn't dealt with.
WINDOW = 40


class Server:
    """The gateway, and a server with one connection to it."""

    def __init__(self, program, folder, nats):
        rates = [word for name in ("device", "provider", "registration")
                 for word in (f"--{name}-rate", "0")]
        self.gateway = Real(program, folder, nats, rates)
        self.connection = Connection(self.gateway.port, self.gateway.certificate)

    @property
    def pid(self):
        return self.gateway.processes["gateway"].pid

    def to(self, token, topic, kind):
        """The head of pushes of a kind to an app."""
        return head("POST", f"/3/device/{token}", ("apns-topic", topic), ("apns-push-type", kind),
                    ("apns-priority", "5" if kind == "background" else "10"),
                    ("authorization", f"bearer {self.gateway.bearer}"))

    def answers(self, timeout=0):
        """How many pushes were answered meanwhile."""
        count = 0
        for _, data, is_end in self.connection.receive(timeout):
            if data:
                raise SystemExit(f"pushes.py: a push was refused: {data}")
            count += is_end
        return count

    def close(self):
        self.connection.close()
        self.gateway.close()


def run(server, heads, payload, done, window=WINDOW):
    """Posts them all, no more than the window at once; how many a second were done."""
    sent = answered = 0
    begun, end = time.monotonic(), time.monotonic() + 10 * PATIENCE
    while (finished := done()) < len(heads) or answered < sent:
        if time.monotonic() > end:
            raise SystemExit(f"pushes.py: of {len(heads)} pushes {finished} arrived")
        while sent < len(heads) and sent - min(finished, answered) < window:
            server.connection.ask(heads[sent], payload)
            sent += 1
        answered += server.answers(0.001)
    return len(heads) / (time.monotonic() - begun)


class Crowd:
    """Simulated devices on the gateway, in a process of their own."""

    def __init__(self, server, count, folder):
        self.server = server
        self.process = subprocess.Popen(
            [sys.executable, "-B", os.path.join(FOLDER, "crowd.py"), str(server.gateway.port),
             server.gateway.certificate, str(count), folder],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("pushes.py: the simulated devices ended")
        self.heads = [server.to(token, CROWD, "alert") for token in json.loads(line)]

    def taken(self):
        print(file=self.process.stdin, flush=True)
        return int(self.process.stdout.readline())

    def rate(self, count):
        """Pushes a second that they acknowledge, each one's turn after the others'."""
        before, heads = self.taken(), [self.heads[at % len(self.heads)] for at in range(count)]
        return run(self.server, heads, ALERT, lambda: self.taken() - before, window=400)

    @contextlib.contextmanager
    def busy(self, rate):
        """They get `rate` pushes a second, from a server of their own."""
        is_over = threading.Event()

        def push():
            connection = Connection(self.server.gateway.port, self.server.gateway.certificate)
            for at in itertools.count():
                if is_over.wait(1 / rate):
                    break
                connection.ask(self.heads[at % len(self.heads)], ALERT)
                connection.receive()
            connection.close()
        thread = threading.Thread(target=push)
        thread.start()
        try:
            yield
        finally:
            is_over.set()
            thread.join()

    def close(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


def measured_memory(pid):
    """Kibibytes, by name, when it has come to rest."""
    time.sleep(3)
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
        fields = [line.split() for line in file]
    return {words[0][:-1]: int(words[1]) for words in fields if words[-1] == "kB"}
