"""The gateway of the harness, with the server that pushes: a fake one, or the built quiesce-gateway."""
import collections
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
PATIENCE = 60


class Fake:
    """By fake_gateway.py: it isn't killed, as it keeps all in memory."""
    parts = []

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-B", os.path.join(FOLDER, "fake_gateway.py")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        listening = json.loads(self.process.stdout.readline())
        self.url, self.certificate = listening["url"], listening["certificate"]
        self.acknowledged = set()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            self.acknowledged |= set(json.loads(line).get("sequences", []))

    def push(self, token, pushes):
        for number, push in pushes:
            order = {"do": "push", "token": token, "payload": push["payload"], "id": identifier(number),
                     "collapseID": push.get("collapse"), "expiration": push.get("expires")}
            self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()

    def close(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)


class Real:
    """`quiesce-gateway`, and a server that speaks Apple's API by curl. `nats`: a NATS server is the store.
    `options`: of `serve`."""

    def __init__(self, program, folder, nats=False, options=()):
        self.options = options
        self.program, self.home = program, os.path.join(folder, "gateway")
        self.folder, self.port = folder, free_port()
        self.url = f"https://127.0.0.1:{self.port}"
        made = json.loads(subprocess.run(
            [program, "init", "--home", self.home], check=True, capture_output=True, text=True).stdout)
        self.certificate, self.made = made["certificate"], made
        self.nats = free_port() if nats else None
        self.processes = {}
        self.parts = ["nats", "gateway"] if nats else ["gateway"]
        for part in self.parts:
            self.start(part)
        self.bearer = self.token()  # Another on the same connection is refused for a while.

    def start(self, part):
        if part == "nats":
            command = ["nats-server", "-js", "-a", "127.0.0.1", "-p", str(self.nats), "-sd",
                       os.path.join(self.folder, "nats")]
        else:
            command = [self.program, "serve", "--home", self.home, "--listen",
                       f"127.0.0.1:{self.port}", *self.options]
            if self.nats:
                command += ["--nats", f"nats://127.0.0.1:{self.nats}"]
        with open(os.path.join(self.folder, f"{part}.log"), "ab") as log:
            self.processes[part] = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        port = self.nats if part == "nats" else self.port
        end = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return
            except OSError:
                if self.processes[part].poll() is not None or time.monotonic() > end:
                    raise SystemExit(f"{part} does not serve; see {log.name}")
                time.sleep(0.01)  # Nothing announces that it listens.

    def kill(self, part):
        self.processes[part].kill()
        self.processes[part].wait()
        self.start(part)

    def token(self):
        """A provider's, for an hour."""
        return subprocess.run(
            [self.program, "token", "--home", self.home], check=True, capture_output=True,
            text=True).stdout.strip()

    def push(self, token, pushes):
        """`pushes`: numbers and what goes with each: its payload, collapse id and expiration. Until the gateway has said of each that it has it. What it may have is posted again with the same id."""
        left = collections.OrderedDict(pushes)
        end = time.monotonic() + PATIENCE
        while left:
            for number, status in self._post(token, in_order(left)).items():
                if status == 200:
                    del left[number]
                elif status not in (0, 429, 500, 503):
                    raise SystemExit(f"push {number} was answered with {status}")
            if left and time.monotonic() > end:
                raise SystemExit(f"{len(left)} pushes were not taken")

    def _post(self, token, pushes):
        """The statuses of one attempt; 0: there was no answer."""
        lines = []
        for number, push in pushes.items():
            lines += [
                "next", f'url = "{self.url}/3/device/{token}"', "http2", "silent",
                f'cacert = "{self.certificate}"', f"data = {json.dumps(push['payload'])}",
                'header = "apns-topic: org.quiesce.tests.Mail"',
                f'header = "apns-id: {identifier(number)}"', 'header = "apns-push-type: alert"',
                f'header = "authorization: bearer {self.bearer}"', "max-time = 20", 'output = "/dev/null"',
                f'write-out = "{number} %{{http_code}}\\n"',
            ]
            lines += [f'header = "apns-{name}: {push[key]}"'
                      for name, key in (("collapse-id", "collapse"), ("expiration", "expires")) if push.get(key)]
        with tempfile.NamedTemporaryFile("w", dir=self.folder, suffix=".curl") as file:
            file.write("\n".join(lines[1:]) + "\n")
            file.flush()
            said = subprocess.run(
                ["curl", "--parallel", "--parallel-max", "50", "-K", file.name],
                capture_output=True, text=True, check=False).stdout
        statuses = dict.fromkeys(pushes, 0)
        for line in said.splitlines():
            number, status = line.split()
            statuses[int(number)] = int(status)
        return statuses

    def close(self):
        for process in self.processes.values():
            process.send_signal(signal.SIGTERM)
        for process in self.processes.values():
            process.wait(PATIENCE)


def in_order(pushes):
    """One of each collapse id: they are posted side by side, and the newest must be the gateway's newest, too."""
    firsts = {}
    for number, push in pushes.items():
        firsts.setdefault(push.get("collapse") or number, number)
    return {number: pushes[number] for number in firsts.values()}


def identifier(number):
    return f"00000000-0000-0000-0000-{number:012}"


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]
