"""A desktop of the harness's own (Tests/TestSupport/desktop.py), and what it was asked to show."""
import json
import os
import re
import subprocess
import time

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "TestSupport", "desktop.py")
ALARM = re.compile(r"alarm (\S+)$")
PATIENCE = 60


class Screen:
    def __init__(self, folder):
        self.folder = os.path.join(folder, "desktop")
        os.mkdir(self.folder)
        self.banners = []  # A name and whether it replaced what was shown, in order.
        self.dones = 0
        said = os.path.join(self.folder, "said")
        with open(said, "wb") as file:
            # The machine's own Python has D-Bus.
            self.process = subprocess.Popen(
                ["/usr/bin/python3", "-B", SCRIPT, self.folder], stdin=subprocess.PIPE, stdout=file)
        self.said = open(said, encoding="utf-8")
        self.rest = ""
        self.do("open_bus")
        self.do("serve", capabilities="actions body")

    def environment(self):
        return {**os.environ, "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.folder}/bus"}

    def do(self, command, **arguments):
        before = self.dones
        self.process.stdin.write(json.dumps({"do": command, **arguments}).encode() + b"\n")
        self.process.stdin.flush()
        end = time.monotonic() + PATIENCE
        while self.dones == before:
            if self.process.poll() is not None or time.monotonic() > end:
                raise SystemExit(f"no desktop for the test: {command} was not answered")
            time.sleep(0.01)  # It says so in a file.
            self.read()

    def read(self):
        """The names of all that it was asked to show until now."""
        *lines, self.rest = (self.rest + self.said.read()).split("\n")
        for words in map(json.loads, lines):
            if words.get("called") == "Notify":
                self.banners.append((ALARM.search(words["args"][4])[1], words["args"][1] != 0))
            self.dones += "done" in words
        return {name for name, _ in self.banners}

    def close(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.said.close()
