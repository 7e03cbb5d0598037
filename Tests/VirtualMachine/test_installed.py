"""The Debian packages on a machine of their own: the README's three lines, with systemd, logind and cgroup v2 as they are."""
import json
import os
import pwd
import subprocess
import sys
import unittest

from device_under_test import JOB, wait

sys.path.append(os.path.join(JOB, "tests", "Packages"))
from three_lines import ThreeLines  # noqa: E402

USER = "ann"


def run(command):
    subprocess.run(command, shell=True, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


class Installed(ThreeLines, unittest.TestCase):
    def words(self, command):
        runtime = f"/run/user/{pwd.getpwnam(USER).pw_uid}"
        return ["runuser", "-u", USER, "--", "env", f"HOME=/home/{USER}", f"XDG_RUNTIME_DIR={runtime}",
                f"DBUS_SESSION_BUS_ADDRESS=unix:path={runtime}/bus", "bash", "-c", command]

    def user(self, command, check=True):
        done = subprocess.run(self.words(command), stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if check and done.returncode:
            raise AssertionError(f"{command}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def install(self):
        run(f"DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends {JOB}/debs/*.deb")

    def test_three_lines(self):
        """The README's three lines: mpv plays on when it is left, is frozen once it is silent, and comes back"""
        run(f"useradd --create-home --shell /bin/bash {USER} && loginctl enable-linger {USER}")
        wait("the user's systemd", lambda: self.user("systemctl --user is-system-running", check=False).strip()
             in ("running", "degraded"))
        run("apt-get update -qq && apt-get install -qq -y --no-install-recommends mpv-mpris")
        self.three_lines(wait, self.install, seconds=300)
        # By the kernel's freezer, in a cgroup that systemd has given the user's device.
        self.assertEqual(json.loads(self.user("quiesce status --json"))["freezer"], "cgroup")
