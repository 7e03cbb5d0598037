"""The Debian packages in .build/debs, on a bare Debian with a real systemd, as their user types it: `make test-debs`."""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import unittest

from machine import Machine, wait
from three_lines import ThreeLines

DEBS = pathlib.Path(".build/debs").resolve()
RELEASE = pathlib.Path(".build/release")
USER = "ann"
# Bytes that take a minute, in which the packages are upgraded.
EPISODE, RATE = 60_000_000, 1_000_000
# A program that knows nothing of the device, and says each tenth of a second that it runs.
PROGRAM = "while :; do date +%s.%N >$HOME/lives; sleep 0.1; done"

INFO = """<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>CFBundleIdentifier</key><string>org.example.Counter</string>
<key>CFBundleName</key><string>Counter</string>
<key>CFBundleVersion</key><string>1</string>
<key>CFBundleExecutable</key><string>main</string>
<key>QuiesceHosted</key><true/>
</dict></plist>
"""


def newer(deb, folder):
    """The same package with a higher version."""
    subprocess.run(["dpkg-deb", "-R", deb, folder], check=True)
    control = folder / "DEBIAN/control"
    version = re.search(r"^Version: (.*)$", control.read_text(), re.M)[1]
    control.write_text(control.read_text().replace(version, version + "+1"))
    subprocess.run(["dpkg-deb", "-b", "-Znone", "--root-owner-group", folder, folder.parent], check=True,
                   stdout=subprocess.DEVNULL)
    shutil.rmtree(folder)


def bundle(name, folder):
    """An example's bundle, with the Swift libraries that a bare Debian hasn't beside its program."""
    app = folder / f"{name}.app"
    app.mkdir()
    shutil.copy(f"Examples/{name}/Info.plist", app)
    shutil.copy(RELEASE / name, app)
    needed = subprocess.run(["ldd", RELEASE / name], check=True, capture_output=True, text=True).stdout
    for path in re.findall(r"=> (\S+)", needed):
        if not path.startswith(("/lib", "/usr/lib")):
            shutil.copy(path, app)


class Server:
    """The examples', which sends slowly."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["/usr/bin/python3", "-B", "Examples/Server/serve", "--port", "0", "--rate", str(RATE)],
            stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()

    def end(self):
        """The requests that it had."""
        self.process.terminate()
        with self.process:
            return self.process.stdout.read().splitlines()


def episode(number, size):
    """What the server sends for it."""
    block = hashlib.shake_256(b"episode %d" % number).digest(64 * 1024)
    return (block * (size // len(block) + 1))[:size]


class Packages(ThreeLines, unittest.TestCase):
    """One story: each test goes on where the one before it ended, in the order of their names."""

    @classmethod
    def setUpClass(cls):
        if os.geteuid() != 0:
            raise SystemExit("a machine is made and booted by root: sudo make test-debs")
        if not list(DEBS.glob("*.deb")):
            raise SystemExit(f"{DEBS} has no packages; make them first: make build gateway debs tarball")
        tarballs = list(DEBS.parent.glob("quiesce-*.tar.gz"))
        if not tarballs:
            raise SystemExit(f"{DEBS.parent} has no tarball; make it first: make tarball")
        cls.shared = pathlib.Path(tempfile.mkdtemp(dir="/var/tmp"))
        cls.shared.chmod(0o755)
        (cls.shared / "newer").mkdir()
        for deb in DEBS.glob("*.deb"):
            shutil.copy(deb, cls.shared)
            newer(deb, cls.shared / "newer" / deb.stem)
        shutil.copy(tarballs[0], cls.shared / "quiesce.tar.gz")
        bundle("GettingAttention", cls.shared)
        folder = pathlib.Path(".build/bare").resolve()
        folder.mkdir(exist_ok=True)
        cls.addClassCleanup(shutil.rmtree, cls.shared)
        cls.machine = Machine(folder, cls.shared)
        cls.addClassCleanup(cls.machine.end)
        cls.machine.start()
        cls.machine.run(f"useradd --create-home --shell /bin/bash {USER} && loginctl enable-linger {USER}")
        wait("the user's systemd", lambda: cls.user("systemctl --user is-system-running", check=False).strip()
             in ("running", "degraded"))

    @classmethod
    def user(cls, command, check=True):
        return cls.machine.run(command, user=USER, check=check)

    def words(self, command):
        return self.machine.words(command, USER)

    def start_program(self):
        self.user(f"quiesce run --name Program -- /bin/sh -c '{PROGRAM}' >/dev/null 2>&1 </dev/null &")
        wait("the program", lambda: "active" in self.programs().get("local.Program", ()))

    def programs(self):
        rows = json.loads(self.user("quiesce ps --json"))
        return {row["id"]: (row["state"], row.get("pid")) for row in rows}

    def alarms(self, *options):
        return json.loads(self.user(" ".join(["quiesce notifications --json", *options])))

    def received(self):
        return json.loads(self.user("quiesce transfers --json"))[0].get("received", 0)

    def lives(self):
        """Whether the program runs just now: it says when it last did."""
        said = self.machine.root / f"home/{USER}/lives"
        before = said.read_text()
        end = time.monotonic() + 1
        while time.monotonic() < end:
            if said.read_text() not in (before, ""):
                return True
            time.sleep(0.05)
        return False

    def install(self):
        began = time.monotonic()
        self.machine.run("apt-get install -qq -y --no-install-recommends /shared/*.deb")
        took = time.monotonic() - began
        print(f"installed in {took:.0f} s", end=" ", flush=True)
        self.assertLess(took, 60)
        # Nobody has a device who didn't ask for one.
        for scope in ("", "--global"):
            enabled = self.machine.run(f"systemctl {scope} is-enabled quiesced.service quiesced.socket", check=False)
            self.assertEqual(enabled.split(), ["disabled", "disabled"])

    def test_1_three_lines(self):
        self.machine.run("apt-get update -qq && apt-get install -qq -y --no-install-recommends mpv-mpris")
        self.three_lines(wait, self.install, seconds=900)

    def test_2_a_program_sleeps(self):
        self.start_program()
        self.assertTrue(self.lives())
        self.user("quiesce home && quiesce wait Program suspended --timeout 60")
        self.assertFalse(self.lives())

    def test_3_restarted_killed_and_reloaded(self):
        before = self.programs()
        for command in ("restart quiesced", "reload quiesced", "kill --kill-who=main --signal=KILL quiesced",
                        "kill --kill-who=main --signal=ABRT quiesced"):
            pid = self.user("systemctl --user show --property=MainPID --value quiesced")
            self.user(f"systemctl --user {command}")
            wait("a daemon that answers", lambda: self.user("quiesce status --json", check=False))
            if not command.startswith("reload"):
                wait("another process", lambda: self.user(
                    "systemctl --user show --property=MainPID --value quiesced") not in (pid, "0\n"))
                wait("a daemon that answers", lambda: self.user("quiesce status --json", check=False))
            self.assertEqual(self.programs(), before, command)
            self.assertFalse(self.lives(), command)

    def test_4_upgraded_while_an_alarm_rings_and_a_download_runs(self):
        self.user("quiesce install /shared/GettingAttention.app")
        self.user("quiesce permissions GettingAttention notifications allow")
        self.user("quiesce open GettingAttention -- --in 12 --every never")
        self.user("quiesce wait GettingAttention active --timeout 60 && quiesce send touch 160 225 && quiesce home")
        self.user("quiesce wait GettingAttention suspended --timeout 60")
        server = Server()
        self.addCleanup(server.process.kill)
        self.user(f"cd && quiesce get --no-wait '{server.address}/episodes/5.mp3?bytes={EPISODE}' -o episode")
        wait("a part of it", lambda: self.received() > 0)
        due = self.alarms("--scheduled")[0]["time"]
        before = self.programs()
        since = self.user("systemctl --user show --property=MainPID --value quiesced").strip()
        self.machine.run("apt-get install -qq -y --no-install-recommends /shared/newer/*.deb")
        # The same process, which executes the new file.
        wait("the new build", lambda: "(deleted)" not in self.machine.run(f"readlink /proc/{since}/exe"))
        wait("a daemon that answers", lambda: self.user("quiesce status --json", check=False))
        self.assertEqual(self.programs(), before)
        self.assertFalse(self.lives())
        # All of it happened while the download ran and the alarm was to come.
        self.assertLess(self.received(), EPISODE)
        wait("the alarm", lambda: self.alarms())
        self.assertEqual(self.alarms()[0]["time"], due)
        self.assertLess(self.alarms()[0].get("late", 0), 2)
        file = self.machine.root / f"home/{USER}/episode"
        wait("the download", file.exists, 2 * EPISODE / RATE)
        self.assertEqual(file.read_bytes(), episode(5, EPISODE))
        # The new build's agent has asked for the rest alone.
        first, *more = server.end()
        self.assertTrue(all('" 206 ' in request for request in more), more)
        self.user("quiesce open Program && quiesce wait Program active --timeout 60")
        self.assertTrue(self.lives())
        self.user("quiesce home && quiesce wait Program suspended --timeout 60")

    def test_5_the_machines_own_device(self):
        self.machine.run("systemctl enable --now quiesced")
        self.assertIn("/var/lib/quiesce", self.machine.run("quiesce status"))
        app = self.shared / "Counter.app"
        app.mkdir()
        (app / "Info.plist").write_text(INFO)
        (app / "main").write_text("#!/bin/sh\nwhile :; do sleep 0.1; done\n")
        (app / "main").chmod(0o755)
        self.machine.run("quiesce install /shared/Counter.app && quiesce open org.example.Counter")
        self.machine.run("quiesce wait org.example.Counter active --timeout 60 && quiesce home")
        self.machine.run("quiesce wait org.example.Counter suspended --timeout 60")
        # Members of the group use it.
        self.machine.run(f"usermod -aG quiesce {USER}")
        mode = self.machine.run("stat -c '%a %G' /run/quiesce/control.sock")
        self.assertEqual(mode, "660 quiesce\n")

    def test_6_the_gateway_serves(self):
        self.machine.run("runuser -u quiesce-gateway -- env QUIESCE_GATEWAY_HOME=/var/lib/quiesce-gateway "
                         "quiesce-gateway init")
        self.machine.run("systemctl start quiesce-gateway")
        wait("its port", lambda: self.machine.run("true 2>/dev/null </dev/tcp/127.0.0.1/8443 && echo open", check=False))
        self.assertEqual(self.machine.run("systemctl is-active quiesce-gateway"), "active\n")

    def test_7_the_machine_starts_anew(self):
        self.assertIn("Quiesce", wait("logind to wait for the device", lambda: self.machine.run(
            "systemd-inhibit --list | grep Quiesce", check=False)))
        self.machine.stop()
        self.machine.start()
        wait("the device", lambda: self.user("quiesce status --json", check=False))
        state, _ = self.programs()["local.Program"]
        self.assertEqual(state, "notRunning")
        # It was ended in order, before systemd killed what was left.
        self.assertIn('"reason":"shutDown"', self.user("quiesce why-killed Program --json"))
        self.assertIn("/var/lib/quiesce", self.machine.run("quiesce status"))
        self.start_program()
        self.user("quiesce home && quiesce wait Program suspended --timeout 60")

    def test_8_removed_and_purged(self):
        self.assertFalse(self.lives())
        self.machine.run("apt-get remove -qq -y 'quiesce*'")
        began = time.monotonic()
        wait("the program to run on", self.lives)
        self.assertLess(time.monotonic() - began, 3)
        self.machine.run("apt-get purge -qq -y 'quiesce*'")
        left = self.machine.run(
            "find / -xdev -iname '*quiesce*' -not -path '/proc/*' -not -path '/shared/*' -not -path '/home/*'")
        # The users' own, and the record of an account and of what the log has.
        self.assertEqual(left.split(), [])

    def test_9_the_tarball_does_without_packages(self):
        self.machine.run("tar -xzf /shared/quiesce.tar.gz -C /")
        self.user("systemctl --user daemon-reload && systemctl --user enable --now quiesced")
        self.start_program()
        self.assertTrue(self.lives())
        self.user("quiesce home && quiesce wait Program suspended --timeout 60")
        self.assertFalse(self.lives())


if __name__ == "__main__":
    unittest.main(failfast=True, verbosity=2)
