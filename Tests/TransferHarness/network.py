"""A network that can be taken away: a namespace's own loopback, where this machine gives us one."""
import os
import random
import shutil
import subprocess
import sys

MARK, SEED = "QUIESCE_HARNESS_NETWORK", "QUIESCE_HARNESS_SEED"


def enter(users):
    """Starts this program again in a network of its own, if that is allowed. True: it has one.
    `users`: a namespace of users will do, too, where everybody takes himself for root."""
    if os.environ.get(MARK):
        up()
        return True
    way = ["unshare", "--net"]
    if os.getuid() != 0:
        way = ["unshare", "--user", "--map-root-user", "--net"] if users else []
    probe = way + ["sh", "-c", "ip link set lo up && ip link set lo down"]
    if way and shutil.which("ip") and subprocess.run(probe, capture_output=True).returncode == 0:
        os.environ[MARK] = "own"
        os.execvp(way[0], way + [sys.executable, "-B", *sys.argv])
    return False


def seeded(seed, users):
    """The seed of this run, a new one unless it is given, and whether the network is our own."""
    if seed is None:
        seed = int(os.environ.get(SEED) or random.randrange(1 << 32))
        os.environ[SEED] = str(seed)
    own = enter(users)
    print(f"seed {seed}; the network "
          f"{'is our own' if own else 'is shared: connections are cut instead'}", flush=True)
    return seed, own


def down():
    subprocess.run(["ip", "link", "set", "lo", "down"], check=True)


def up():
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
