"""A network that can be taken away: a namespace's own loopback, where this machine gives us one."""
import os
import shutil
import subprocess
import sys

MARK = "QUIESCE_HARNESS_NETWORK"


def enter():
    """Starts this program again in a network of its own, if that is allowed. True: it has one."""
    if os.environ.get(MARK):
        up()
        return True
    ways = [["unshare", "--net"], ["unshare", "--user", "--map-root-user", "--net"]]
    if shutil.which("ip"):
        for way in ways[:1] if os.getuid() == 0 else ways[1:]:
            probe = way + ["sh", "-c", "ip link set lo up && ip link set lo down"]
            if subprocess.run(probe, capture_output=True).returncode == 0:
                os.environ[MARK] = "own"
                os.execvp(way[0], way + [sys.executable, "-B", *sys.argv])
    return False


def down():
    subprocess.run(["ip", "link", "set", "lo", "down"], check=True)


def up():
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
