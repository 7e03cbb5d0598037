#!/usr/bin/env python3
"""Many devices on one gateway, each with its own key, certificate and connection.

crowd.py PORT AUTHORITY COUNT FOLDER

They join, are connected, take what comes and acknowledge it. It prints a line of JSON, the devices' tokens, once all are
connected; then for each line on standard input how many pushes came so far. It ends with its input."""
import base64
import json
import os
import resource
import selectors
import sys

try:
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
except ImportError:
    sys.exit("crowd.py: Python's cryptography is needed: apt-get install python3-cryptography")

from http2 import Connection, head

TOPIC = "org.quiesce.bench.Crowd"
REGISTER, TOKENS = head("POST", "/device/register"), head("POST", "/device/tokens")
PUSHES, ACKNOWLEDGE = head("GET", "/device/pushes"), head("POST", "/device/acknowledgements")


class Device:
    def __init__(self, port, authority, folder, number, registry):
        certificate = os.path.join(folder, f"{number}.pem")
        with open(certificate, "w", encoding="ascii") as file:
            file.write(join(registry, number))
        self.connection = Connection(port, authority, certificate)
        os.unlink(certificate)
        self.stream = self.connection.ask(PUSHES)
        self.text = b""
        self.token = None
        request = self.connection.ask(TOKENS, json.dumps({"topic": TOPIC}).encode())
        while not self.token:
            for stream, data, _ in self.connection.receive(60):
                if stream == request:
                    self.token = json.loads(data)["token"]
                elif stream == self.stream:
                    self.text += data

    def take(self):
        """Acknowledges what has come; how many that were."""
        for stream, data, is_end in self.connection.receive():
            if stream == self.stream:
                if is_end:
                    raise ConnectionError("the gateway ended a device's line")
                self.text += data
            elif b"reason" in data:
                raise ConnectionError(data)
        *lines, self.text = self.text.split(b"\n")
        sequences = [line["sequence"] for line in map(json.loads, lines) if "sequence" in line]
        if sequences:
            self.connection.ask(ACKNOWLEDGE, json.dumps({"sequences": sequences}).encode())
        return len(sequences)


def join(registry, number):
    """A new device's certificate and key, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()
    text = "quiesce-device-registration\n" + public
    signature = key.sign(text.encode(), ec.ECDSA(hashes.SHA256()))
    told = json.loads(registry.request(REGISTER, json.dumps({
        "publicKey": public, "signature": base64.b64encode(signature).decode(),
        "name": f"device {number}"}).encode()))
    return told["certificate"] + key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption()).decode()


def main():
    port, authority, count, folder = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most < count + 64:
        sys.exit(f"crowd.py: {count} connections need more files than {most}; raise it with ulimit -Hn")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    registry = Connection(port, authority)
    devices = [Device(port, authority, folder, number, registry) for number in range(count)]
    registry.close()
    selector = selectors.DefaultSelector()
    for device in devices:
        selector.register(device.connection.socket, selectors.EVENT_READ, device)
    selector.register(sys.stdin.buffer.raw, selectors.EVENT_READ)
    print(json.dumps([device.token for device in devices]), flush=True)
    taken = 0
    while True:
        for key, _ in selector.select():
            if key.data:
                taken += key.data.take()
            elif not os.read(0, 4096):
                return
            else:
                print(taken, flush=True)


if __name__ == "__main__":
    main()
