"""Starts a transfer agent and speaks to it as the daemon does (Sources/QuiesceAgentProtocol)."""
import collections
import json
import os
import select
import signal
import socket
import subprocess
import time

LARGEST = 256 * 1024
# What the core tries again.
TRIED_AGAIN = {"hostNotFound", "cannotConnect", "connectionLost", "timedOut",
               "secureConnectionFailed", "serverBusy", "agentEnded", "noSpace"}


class AgentEnded(Exception):
    """The agent is gone: it was killed, or it failed."""


def request(url, **changes):
    """A `TransferRequest`: what isn't said is as usual, but no test waits a minute for a byte."""
    return {"url": url, "requestTimeout": 10.0, **changes}


class Message:
    """One message from the agent: its case's name, and what belongs to it by name or position."""

    def __init__(self, data):
        [(self.name, self.fields)] = json.loads(data).items()

    def __getitem__(self, key):
        return self.fields.get(f"_{key}" if isinstance(key, int) else key)

    @property
    def transfer(self):
        return self[0]

    def __repr__(self):
        return f"{self.name} {json.dumps(self.fields)}"


def only(case):
    """The name and fields of an enum inside a message."""
    [(name, fields)] = case.items()
    return name, fields


class Agent:
    """A running agent. Messages are taken in their order, for all transfers together."""

    def __init__(self, executable, folder, stderr=None):
        os.makedirs(folder, mode=0o700, exist_ok=True)
        self.folder = folder
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.process = subprocess.Popen(
            [executable, "--folder", folder, "--socket", str(theirs.fileno())],
            pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stderr=stderr)
        theirs.close()
        self._ahead = collections.deque()

    def wait_until_ready(self, seconds=30):
        message = self.receive(seconds)
        if message is None or message.name != "ready":
            raise AgentEnded(f"not ready but {message}")
        return self

    def send(self, case, *fds, **fields):
        data = json.dumps({case: fields}).encode()
        try:
            if fds:
                socket.send_fds(self.socket, [data], list(fds))
            else:
                self.socket.send(data)
        except OSError as error:
            raise AgentEnded(str(error)) from error

    def start(self, transfer, attempt, request, body=None):
        """`body`: a path, for an upload; its length goes with the request."""
        if body is None:
            return self.send("start", _0=transfer, attempt=attempt, _2=request)
        with open(body, "rb") as file:
            request = {**request, "uploadBytes": os.fstat(file.fileno()).st_size}
            self.send("start", file.fileno(), _0=transfer, attempt=attempt, _2=request)

    def stop(self, transfer, attempt):
        self.send("stop", _0=transfer, attempt=attempt)

    def forget(self, transfer):
        self.send("forget", _0=transfer)

    def answer(self, asked, answer):
        self.send("answer", _0=asked.transfer, attempt=asked["attempt"],
                  question=asked["question"], _3=answer)

    def receive(self, seconds=30):
        """The next message; None when that takes longer."""
        if self._ahead:
            return self._ahead.popleft()
        if not select.select([self.socket], [], [], max(seconds, 0))[0]:
            return None
        try:
            data = self.socket.recv(LARGEST)
        except OSError as error:
            raise AgentEnded(str(error)) from error
        if not data:
            raise AgentEnded("the agent closed its socket")
        message = Message(data)
        if message.name == "unusable":
            raise AgentEnded(message[0])
        return message

    def body(self, transfer):
        return os.path.join(self.folder, f"{transfer}.body")

    def kill(self):
        """SIGKILL to our own child, which nobody else has waited for."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.socket.close()

    def close(self, seconds=30):
        """Ends it in good order; its exit status."""
        self.socket.close()
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AgentEnded("it went on after its socket had closed") from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.returncode is None:
            self.close()


class Verdict:
    """How a transfer ended, and what was reported on the way."""

    def __init__(self):
        self.outcomes = []  # Of each attempt: "began", "resumed 500", "restarted entityChanged 500"
        self.failures = []  # Kinds, of attempts that were tried again.
        self.questions = []  # Their kinds.
        self.waits = []  # What servers asked for, in milliseconds.
        self.kind = None  # "finished", or what it failed by.
        self.file = None  # {status, size}
        self.response = None
        self.attempts = 0


def drive(agent, transfer, request, body=None, answers=(), attempts=8, seconds=120, first=1):
    """Plays the daemon for one transfer, with no pause between attempts, to its verdict."""
    verdict, answers = Verdict(), list(answers)
    end = time.monotonic() + seconds
    verdict.attempts = first
    agent.start(transfer, first, request, body)
    while verdict.kind is None:
        message = agent.receive(end - time.monotonic())
        if message is None:
            verdict.kind = "nothing"
        elif message["attempt"] != verdict.attempts:
            continue
        elif message.name == "responded":
            verdict.outcomes.append(described(message[2]))
        elif message.name == "asked":
            verdict.questions.append(message[3]["kind"])
            agent.answer(message, answers.pop(0) if answers else {"kind": "cancel"})
        elif message.name == "finished":
            verdict.kind, verdict.file, verdict.response = "finished", message[2], message[3]
        elif message.name == "interrupted":
            kind = message[2]["kind"]
            verdict.response = message[5]
            if message["retryAfter"] is not None:
                verdict.waits.append(message["retryAfter"])
            if kind not in TRIED_AGAIN or verdict.attempts == attempts:
                verdict.kind = kind
            else:
                verdict.failures.append(kind)
                verdict.attempts += 1
                agent.start(transfer, verdict.attempts, request, body)
    return verdict


def described(outcome):
    name, fields = only(outcome)
    return " ".join([name] + [str(fields[key]) for key in ("_0", "offset", "discarded")
                              if key in fields])
