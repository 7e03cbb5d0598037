"""A device of the harness's own, asked over its control socket (docs/protocol.md) without a process for each request."""
import json
import os
import plistlib
import shutil
import socket
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "TransferHarness"))
import device  # noqa: E402

PATIENCE = 60


class Refused(Exception):
    pass


class Phone(device.Device):
    def __init__(self, products, folder, environment=None, options=None):
        self.environment, self.options = environment, options
        super().__init__(products, folder)

    def start(self):
        self.daemon = subprocess.Popen(
            [os.path.join(self.products, "quiesced"), "--home", self.home, *self.options],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        self.rows(type="status")

    def rows(self, **request):
        """The rows of the answer, once a daemon gives it; raises Refused."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self._ask(request)
            except OSError:
                if self.daemon.poll() is not None or time.monotonic() > end:
                    with open(self.log.name, errors="replace") as log:
                        raise SystemExit(f"the daemon did not answer: {log.read()[-2000:]}")
                time.sleep(0.002)  # Nothing announces that a socket has begun to listen.

    def _ask(self, request):
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
            connection.settimeout(PATIENCE)
            connection.connect(os.path.join(self.home, "control.sock"))
            connection.send(json.dumps(request).encode())
            rows = []
            while True:
                datagram = connection.recv(65_536)
                if not datagram:
                    raise ConnectionResetError
                reply = json.loads(datagram)
                if reply["type"] == "item":
                    rows.append(json.loads(reply["value"]))
                elif reply["type"] == "refused":
                    raise Refused(f"{request}: {reply['message']}")
                else:
                    return rows

    def install_scripts(self, scripts, identifier, folder, **keys):
        """An app of Python files, the first of which is its executable. Where its container is.
        `keys`: further ones of its Info.plist."""
        bundle = os.path.join(folder, "Scripts.app")
        os.mkdir(bundle)
        for script in scripts:
            shutil.copy2(script, bundle)
        executable = os.path.basename(scripts[0])
        os.chmod(os.path.join(bundle, executable), 0o755)
        with open(os.path.join(bundle, "Info.plist"), "wb") as file:
            plistlib.dump({"CFBundleIdentifier": identifier, "CFBundleExecutable": executable,
                           **keys}, file)
        done = self.ask("install", bundle)
        if done.returncode != 0:
            raise RuntimeError(f"quiesce install: {done.stderr.strip()}")
        return os.path.join(self.home, "containers", identifier)

    def state(self, identifier):
        return next(row["state"] for row in self.rows(type="ps") if row["id"] == identifier)

    def kill_app(self, identifier):
        def is_it(pid):
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                return os.path.realpath(self.home).encode() in file.read()
        return any(device.kill(row["pid"], is_it) for row in self.rows(type="ps")
                   if row["id"] == identifier and row.get("pid"))
