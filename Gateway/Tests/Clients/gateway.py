"""A gateway of its own for each test, and the two ends that talk to it: raw HTTP/2, and a device."""

import base64
import contextlib
import copy
import functools
import json
import os
import queue
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import uuid

import h2.config
import h2.connection
import h2.events
import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

BINARY = os.environ.get(
    "QUIESCE_GATEWAY",
    os.path.join(os.path.dirname(__file__), "../../.build/debug/quiesce-gateway"),
)
TOPIC = "org.example.App"
# How long anything may take: far more than it does, for machines that are busy.
PATIENCE = 60


class Gateway:
    """A gateway's home and, from `start` to `stop` or `kill`, its process."""

    def __init__(self, *hosts, like=None):
        self.home = tempfile.mkdtemp(prefix="qg-")
        if like:
            # As an operator does for a second gateway of one NATS server.
            shutil.copytree(
                like.home, self.home, dirs_exist_ok=True,
                ignore=shutil.ignore_patterns("gateway.*", "log"),
            )
        self.process = None
        self.port = 0
        hosts = [word for host in hosts for word in ("--host", host)]
        self.__dict__.update(self.command("init", *hosts))

    def command(self, *words, check=True):
        """Runs a command on the home; its JSON, or its text, or what it failed with."""
        done = subprocess.run(
            [BINARY, *words, "--home", self.home], capture_output=True, text=True, timeout=PATIENCE
        )
        if check and done.returncode != 0:
            raise AssertionError(f"{words}: {done.returncode} {done.stderr}")
        if not check and done.returncode != 0:
            return done
        try:
            return json.loads(done.stdout)
        except ValueError:
            return done.stdout

    def start(self, *options):
        # The same port again after a restart, as a provider keeps to it.
        self.log = open(os.path.join(self.home, "log"), "ab")
        self.process = subprocess.Popen(
            [BINARY, "serve", "--home", self.home, "--listen", f"127.0.0.1:{self.port}", *options],
            stdout=subprocess.PIPE, stderr=self.log, text=True,
        )
        line = self.process.stdout.readline()
        if "listens at" not in line:
            raise AssertionError("the gateway didn't start: " + self.logged())
        self.port = int(line.rsplit(":", 1)[1])
        return self

    def logged(self):
        with open(os.path.join(self.home, "log")) as file:
            return file.read()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()
        self.process = None

    def stop(self):
        """Ends it in order; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        self.log.close()
        self.process = None
        return code

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process:
            self.kill()
        shutil.rmtree(self.home)

    def status(self):
        return self.command("status", "--json")

    @functools.cached_property
    def usual_token(self):
        """One for all, as a connection may not come with a new one for each push."""
        return self.token()

    def token(self, key=None, *, key_id=None, team=None, age=0, algorithm="ES256", claims=None):
        """A provider token, right unless it is told otherwise."""
        if key is None:
            with open(self.providerKey) as file:
                key = file.read()
        if claims is None:
            claims = {"iss": team or self.teamID, "iat": int(time.time()) - age}
        return jwt.encode(
            claims, key, algorithm=algorithm, headers={"kid": key_id or self.keyID}
        )

    def context(self, certificate=None):
        """TLS as clients make it: HTTP/2, and the gateway's authority is trusted."""
        context = ssl.create_default_context(cafile=self.certificate)
        context.set_alpn_protocols(["h2"])
        if certificate:
            context.load_cert_chain(certificate)
        return context


class Answer:
    """What a request was answered."""

    def __init__(self):
        self.status = 0
        self.headers = {}
        self.body = b""
        self.frames = []

    @property
    def reason(self):
        return json.loads(self.body)["reason"] if self.body else None

    @property
    def told(self):
        return self.status, self.reason


class Connection:
    """One HTTP/2 connection, one request after another."""

    def __init__(self, gateway, certificate=None, context=None):
        raw = socket.create_connection(("127.0.0.1", gateway.port), timeout=PATIENCE)
        context = context or gateway.context(certificate)
        self.socket = context.wrap_socket(raw, server_hostname="localhost")
        # What is wrong on purpose is sent as it is.
        self.h2 = h2.connection.H2Connection(
            h2.config.H2Configuration(
                header_encoding="utf-8", validate_outbound_headers=False,
                normalize_outbound_headers=False,
            )
        )
        self.h2.initiate_connection()
        self.flush()

    def flush(self):
        self.socket.sendall(self.h2.data_to_send())

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def ask(self, method, path, headers=(), body=b"", end=True):
        stream = self.h2.get_next_available_stream_id()
        head = [(":method", method), (":scheme", "https"), (":authority", "localhost")]
        head += [(":path", path), *headers]
        self.h2.send_headers(stream, head, end_stream=end and not body)
        while body:
            # Larger ones than the window wait for it.
            while not self.h2.local_flow_control_window(stream):
                self.flush()
                self.receive()
            size = min(self.h2.local_flow_control_window(stream), 16_384)
            self.h2.send_data(stream, body[:size], end_stream=end and len(body) <= size)
            body = body[size:]
        self.flush()
        return stream

    def receive(self):
        data = self.socket.recv(65_536)
        if not data:
            raise ConnectionError("the gateway closed the connection")
        events = self.h2.receive_data(data)
        self.flush()
        return events

    def request(self, method, path, headers=(), body=b"", end=True):
        """The whole answer to a request."""
        stream = self.ask(method, path, headers, body, end)
        answer = Answer()
        while True:
            for event in self.receive():
                if getattr(event, "stream_id", None) != stream:
                    if isinstance(event, h2.events.ConnectionTerminated):
                        raise ConnectionError(event.additional_data)
                    continue
                if isinstance(event, h2.events.ResponseReceived):
                    answer.headers = dict(event.headers)
                    answer.status = int(answer.headers[":status"])
                elif isinstance(event, h2.events.DataReceived):
                    answer.body += event.data
                    answer.frames.append((len(event.data), event.stream_ended is not None))
                elif isinstance(event, h2.events.StreamReset):
                    raise ConnectionError("reset")
                elif isinstance(event, h2.events.StreamEnded):
                    return answer

    def push(self, gateway, token, payload=b'{"aps":{"alert":"Hi"}}', authorization=None, **headers):
        """Sends a push. Headers by name with _ for -; None leaves one out."""
        fields = {"apns-topic": TOPIC, "apns-push-type": "alert"}
        fields["authorization"] = "bearer " + (authorization or gateway.usual_token)
        for name, value in headers.items():
            fields[name.replace("_", "-")] = value
        return self.request(
            "POST", "/3/device/" + token,
            [(name, value) for name, value in fields.items() if value is not None], payload,
        )


class Device:
    """A device: its key, its certificate, and, from `connect` on, what it is sent."""

    def __init__(self, gateway, name="tester"):
        self.gateway = gateway
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = name
        with Connection(gateway) as connection:
            answer = self.register(connection)
        assert answer.status == 201, answer.body
        told = json.loads(answer.body)
        self.id = told["device"]
        self.certificate = write_pem(gateway.home, told["certificate"], self.key)
        self.stream = None

    def registration(self, signer=None):
        public = self.key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        ).decode()
        text = "quiesce-device-registration\n" + public
        signature = (signer or self.key).sign(text.encode(), ec.ECDSA(hashes.SHA256()))
        return {
            "publicKey": public, "signature": base64.b64encode(signature).decode(),
            "name": self.name,
        }

    def register(self, connection, signer=None):
        body = json.dumps(self.registration(signer)).encode()
        return connection.request("POST", "/device/register", body=body)

    def ask(self, method, path, value=None):
        with Connection(self.gateway, self.certificate) as connection:
            body = b"" if value is None else json.dumps(value).encode()
            return connection.request(method, path, body=body)

    def token(self, topic=TOPIC):
        answer = self.ask("POST", "/device/tokens", {"topic": topic})
        assert answer.status == 200, (answer.status, answer.body)
        return json.loads(answer.body)["token"]

    def acknowledge(self, *sequences):
        answer = self.ask("POST", "/device/acknowledgements", {"sequences": sequences})
        assert answer.status == 204, answer.body

    def connect(self, last=None):
        """`last`: the highest sequence that the device says it has."""
        return PushStream(self, last)

    def at(self, gateway):
        """The same device, that connects to another gateway."""
        other = copy.copy(self)
        other.gateway = gateway
        return other


class PushStream:
    """A device's connection: takes lines until it ends."""

    def __init__(self, device, last=None):
        self.device = device
        self.lines = queue.Queue()
        self.connection = Connection(device.gateway, device.certificate)
        self.connection.socket.settimeout(None)
        said = [] if last is None else [("last-event-id", str(last))]
        self.id = self.connection.ask("GET", "/device/pushes", said)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        hello = self.next()
        assert hello == {"hello": {"device": device.id}}, hello

    def read(self):
        text = b""
        connection = self.connection
        try:
            while True:
                for event in connection.receive():
                    if isinstance(event, h2.events.DataReceived):
                        text += event.data
                        connection.h2.acknowledge_received_data(
                            event.flow_controlled_length, event.stream_id
                        )
                        connection.flush()
                        *lines, text = text.split(b"\n")
                        for line in lines:
                            self.lines.put(json.loads(line))
                    elif isinstance(event, (h2.events.StreamEnded, h2.events.StreamReset)):
                        return
        except (OSError, ValueError):
            pass
        finally:
            self.lines.put(None)

    def next(self):
        """The next line; None once the stream ended."""
        return self.lines.get(timeout=PATIENCE)

    def close(self):
        with contextlib.suppress(OSError):
            self.connection.socket.shutdown(socket.SHUT_RDWR)
        self.reader.join(PATIENCE)
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def write_pem(folder, certificate, key):
    """A file with a certificate and its key."""
    path = os.path.join(folder, f"{uuid.uuid4()}.pem")
    with open(path, "w") as file:
        file.write(certificate)
        file.write(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            ).decode()
        )
    return path


def foreign_certificate(gateway, name, issuer=None):
    """A client's certificate by an authority that isn't the gateway's, named as `issuer` is."""
    import datetime

    authority, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    common = lambda text: x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder().subject_name(common(name))
        .issuer_name(issuer or common("somebody")).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .sign(authority, hashes.SHA256())
    )
    return write_pem(
        gateway.home, certificate.public_bytes(serialization.Encoding.PEM).decode(), key
    )
