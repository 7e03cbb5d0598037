"""Quiesce, by its tool alone."""
import json
import os
import subprocess

import kernel
from waiting import wait


class Device:
    def __init__(self, products, desktop, name="quiesce"):
        self.tool = f"{products}/quiesce"
        self.home, self.mark = f"{desktop.folder}/{name}", f"{desktop.folder}/{name}-daemon"
        self.desktop = desktop

    def run(self, *words, seconds=60):
        """(exit code, all that it said)"""
        done = subprocess.run(
            [self.tool, words[0], "--home", self.home, *words[1:]], capture_output=True, text=True,
            env=self.desktop.environment | {kernel.MARK: self.mark}, stdin=subprocess.DEVNULL,
            timeout=seconds, start_new_session=True, cwd=self.desktop.folder)
        return done.returncode, done.stdout + done.stderr

    def must(self, *words):
        code, said = self.run(*words)
        if code:
            raise SystemExit(f"quiesce {' '.join(words)}: {code}, {said.strip()}")
        return said

    def up(self):
        self.must("up")

    def down(self):
        if os.path.exists(self.home):
            self.run("down")

    def begin_down(self):
        """It ends by itself."""
        self.desktop.begin_command(f"{os.path.basename(self.home)}-down", [
            self.tool, "down", "--home", self.home])

    def status(self):
        return json.loads(self.must("status", "--json"))

    def before(self, name, thaw=None):
        """The words before a program that start it as an app."""
        schedule = ["--thaw", thaw] if thaw else []
        return [self.tool, "run", "--home", self.home, "--name", name, *schedule, "--detach", "--"]

    def why(self, name):
        """The state and its reasons now, without how the program came to it."""
        return self.run("why", name)[1].partition("How it came")[0]

    def daemon(self):
        """The daemon's pid; None: it doesn't run."""
        table = kernel.Processes()
        return next((pid for pid in table.of(self.mark)
                     if kernel.read(f"/proc/{pid}/comm").strip() == "quiesced"), None)

    def kill(self):
        pid = self.daemon()
        if pid is None:
            raise SystemExit(f"no daemon runs in {self.home}")
        os.kill(pid, 9)
        wait("the daemon's end", lambda: kernel.is_frozen(pid) is None)
