#!/usr/bin/env -S python3 -B
"""A push gateway for tests: the device's side of docs/gateway.md, over TLS and HTTP/1.1.

Devices join, get tokens and their pushes, and acknowledge them. It keeps what isn't acknowledged for as
long as it runs, and sends it again on each new connection. It is told what to do by lines of JSON on its
standard input, and says what happens by lines of JSON on its standard output; it ends with its input.

Told:  {"do": "push", "token": T, "payload": TEXT, "collapseID": …, "expiration": …, "id": …}
       {"do": "drop"}            all connections end
       {"do": "raw", "line": …}  sends that line to the connected device
       {"do": "refuse", "status": N} / {"do": "refuse", "status": null}   answers everything so
       {"do": "again"}           the pushes that are not acknowledged go out once more, on the same line
Says:  listening, registered, connected, token, retired, acknowledged, accepted, disconnected
"""
import base64
import json
import os
import secrets
import select
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import uuid

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "TransferServer"))
import certificates  # noqa: E402


class Gateway:
    def __init__(self, folder, port):
        self.folder = folder
        self.paths = certificates.make(folder)
        self.lock = threading.Lock()
        self.said = threading.Lock()
        self.devices, self.tokens, self.pushes = {}, {}, {}
        self.sequences, self.lines = {}, {}
        self.connections = set()
        self.status = None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.paths["server"], self.paths["serverKey"])
        context.load_verify_locations(self.paths["authority"])
        context.verify_mode = ssl.CERT_OPTIONAL
        context.set_alpn_protocols(["http/1.1"])
        self.context = context
        self.listener = socket.create_server(("127.0.0.1", port))
        self.port = self.listener.getsockname()[1]

    def say(self, **event):
        with self.said:
            print(json.dumps(event), flush=True)

    def serve(self):
        threading.Thread(target=self.accept, daemon=True).start()
        self.say(event="listening", port=self.port, url=f"https://127.0.0.1:{self.port}",
                 certificate=self.paths["authority"])
        for line in sys.stdin:
            self.obey(json.loads(line))

    def accept(self):
        while True:
            sock, _ = self.listener.accept()
            threading.Thread(target=self.talk, args=(sock,), daemon=True).start()

    # What it is told

    def obey(self, order):
        what = order["do"]
        if what == "push":
            self.push(order)
        elif what == "drop":
            with self.lock:
                connections = list(self.connections)
            for sock in connections:
                try:
                    sock.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
        elif what == "raw":
            with self.lock:
                lines = list(self.lines.values())
            for line in lines:
                line.send(order["line"].encode() + b"\n")
        elif what == "refuse":
            self.status = order["status"]
        elif what == "again":
            with self.lock:
                for device, line in self.lines.items():
                    for push in self.pushes[device].values():
                        line.push(push)
        else:
            raise SystemExit(f"fake_gateway: {what}?")

    def push(self, order):
        with self.lock:
            owner = self.tokens.get(order["token"])
            if owner is None:
                return self.say(event="refused", reason="BadDeviceToken")
            device, topic = owner
            self.sequences[device] += 1
            sequence = self.sequences[device]
            push = {"sequence": sequence, "id": order.get("id") or str(uuid.uuid4()).upper(),
                    "token": order["token"], "topic": topic, "priority": 10,
                    "type": "voip" if topic.endswith(".voip") else "alert",
                    "expiration": order.get("expiration"), "collapseID": order.get("collapseID"),
                    "sent": int(time.time() * 1000), "payload": order["payload"]}
            self.pushes[device][sequence] = push
            line = self.lines.get(device)
            self.say(event="accepted", sequence=sequence, id=push["id"])
            if line:
                line.push(push)

    # One connection

    def talk(self, sock):
        try:
            sock = self.context.wrap_socket(sock, server_side=True)
        except (OSError, ssl.SSLError):
            return
        with self.lock:
            self.connections.add(sock)
        try:
            reader = sock.makefile("rb")
            while self.answer(sock, reader):
                pass
        except (OSError, ssl.SSLError, ValueError):
            pass
        finally:
            with self.lock:
                self.connections.discard(sock)
                gone = [name for name, line in self.lines.items() if line.sock is sock]
                for name in gone:
                    del self.lines[name]
            for name in gone:
                self.say(event="disconnected", device=name)
            sock.close()

    def answer(self, sock, reader):
        head = reader.readline().split()
        if len(head) < 2:
            return False
        method, path = head[0].decode(), head[1].decode()
        size, last = 0, None
        while (field := reader.readline().strip()):
            name, _, value = field.partition(b":")
            if name.lower() == b"content-length":
                size = int(value)
            elif name.lower() == b"last-event-id":
                last = int(value)
        body = json.loads(reader.read(size)) if size else None
        if self.status:
            return self.reply(sock, self.status, {"reason": "ServiceUnavailable"})
        if (method, path) == ("POST", "/device/register"):
            return self.register(sock, body)
        device = self.device(sock)
        if device is None:
            return self.reply(sock, 403, {"reason": "MissingCertificate"})
        if (method, path) == ("GET", "/device/pushes"):
            return self.stream(sock, device, last)
        if (method, path) == ("POST", "/device/tokens"):
            return self.issue(sock, device, body["topic"])
        if method == "DELETE" and path.startswith("/device/tokens/"):
            return self.retire(sock, device, path.rpartition("/")[2])
        if (method, path) == ("POST", "/device/acknowledgements"):
            with self.lock:
                for sequence in body["sequences"]:
                    self.pushes[device].pop(sequence, None)
            self.say(event="acknowledged", sequences=body["sequences"])
            return self.reply(sock, 204, None)
        return self.reply(sock, 404, {"reason": "BadPath"})

    def reply(self, sock, status, body):
        text = b"" if body is None else json.dumps(body).encode()
        sock.sendall(f"HTTP/1.1 {status} x\r\nContent-Length: {len(text)}\r\n\r\n".encode() + text)
        return True

    def device(self, sock):
        certificate = sock.getpeercert()
        if not certificate:
            return None
        name = dict(pair for part in certificate["subject"] for pair in part)["commonName"]
        return name if name in self.devices else None

    def register(self, sock, body):
        folder = tempfile.mkdtemp(dir=self.folder)
        key, text, signature, certificate = (os.path.join(folder, name) for name in "ktsc")
        write(key, body["publicKey"].encode())
        write(text, ("quiesce-device-registration\n" + body["publicKey"]).encode())
        write(signature, base64.b64decode(body["signature"]))
        proof = subprocess.run(["openssl", "dgst", "-sha256", "-verify", key, "-signature",
                                signature, text], capture_output=True, check=False)
        if proof.returncode != 0:
            return self.reply(sock, 403, {"reason": "BadSignature"})
        device = secrets.token_hex(8)
        subprocess.run(
            ["openssl", "x509", "-new", "-force_pubkey", key, "-subj", f"/CN={device}",
             "-CA", self.paths["authority"], "-CAkey", os.path.join(self.folder, "authorityKey.pem"),
             "-days", "30", "-out", certificate], check=True, capture_output=True)
        with self.lock:
            self.devices[device], self.pushes[device], self.sequences[device] = body["name"], {}, 0
        with open(certificate, encoding="ascii") as file:
            pem = file.read()
        shutil.rmtree(folder)
        self.say(event="registered", device=device, name=body["name"])
        return self.reply(sock, 201, {"device": device, "certificate": pem})

    def issue(self, sock, device, topic):
        with self.lock:
            known = [each for each, owner in self.tokens.items() if owner == (device, topic)]
            token = known[0] if known else secrets.token_hex(32)
            self.tokens[token] = (device, topic)
        self.say(event="token", token=token, topic=topic)
        return self.reply(sock, 200, {"topic": topic, "token": token})

    def retire(self, sock, device, topic):
        with self.lock:
            self.tokens = {token: owner for token, owner in self.tokens.items()
                           if owner != (device, topic)}
        self.say(event="retired", topic=topic)
        return self.reply(sock, 204, None)

    def stream(self, sock, device, last):
        sock.sendall(b"HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n")
        line = Line(sock)
        with self.lock:
            self.lines[device] = line
            # Before the device can do anything about it: else its token may be said first.
            self.say(event="connected", device=device, last=last)
            line.send(json.dumps({"hello": {"device": device}}).encode() + b"\n")
            for _, push in sorted(self.pushes[device].items()):
                line.push(push)
        select.select([sock], [], [])  # Nothing more is said on it: until it ends.
        return False


class Line:
    """An endless response. Sends to a device that has gone are nobody's."""

    def __init__(self, sock):
        self.sock = sock

    def push(self, push):
        self.send(json.dumps(push).encode() + b"\n")

    def send(self, data):
        try:
            self.sock.sendall(b"%x\r\n%s\r\n" % (len(data), data))
        except (OSError, ValueError):
            pass


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def main():
    folder = tempfile.mkdtemp(prefix="quiesce-gateway-")
    try:
        Gateway(folder, int(sys.argv[1]) if len(sys.argv) > 1 else 0).serve()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
