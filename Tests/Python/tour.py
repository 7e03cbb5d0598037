#!/usr/bin/env python3
"""tour.py --products DIR: pastes the block of docs/tour.md into a shell, line by line, and looks after each line for
what it promises. A line that nothing is promised of fails, and so does a promise of a line that isn't there.

The shell is one for all lines, as a reader's, in a folder that looks like the project's. Other than in the tour are
only the port, which is one that is free, the limits of apps, which no busy machine breaks, the first place of the run,
which is told once before it, and `make`, which installs what was built already below a folder of its own.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests/TransferHarness"))
from device import patient_profile  # noqa: E402

# Far above what anything here takes, so that a loaded machine fails nothing.
PATIENCE = 90
EXAMPLES = "org.quiesce.examples."


class Broken(Exception):
    """A line that didn't show what it says."""


def expect(condition, what):
    if not condition:
        raise Broken(what)


class Stream:
    """Lines that come from a process, in order, to be waited for."""

    def __init__(self, source):
        self.lines = []
        self._arrivals = threading.Condition()
        self._over = False
        threading.Thread(target=self._read, args=(source,), daemon=True).start()

    def _read(self, source):
        for line in source:
            with self._arrivals:
                self.lines.append(line.rstrip("\n"))
                self._arrivals.notify_all()
        with self._arrivals:
            self._over = True
            self._arrivals.notify_all()

    def wait(self, what, test, start=0):
        """The index of the first line from `start` on that `test` accepts."""
        end = time.monotonic() + PATIENCE
        with self._arrivals:
            while True:
                for index in range(start, len(self.lines)):
                    if test(self.lines[index]):
                        return index
                start = len(self.lines)
                left = end - time.monotonic()
                if self._over or left <= 0:
                    raise Broken(f"{what}: {'it ended before' if self._over else f'not within {PATIENCE} s'}")
                self._arrivals.wait(left)


class Shell:
    """One bash, as in a terminal."""

    def __init__(self, folder, environment):
        self.process = subprocess.Popen(
            ["bash"], cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
        self.stream = Stream(self.process.stdout)
        self._count = 0

    def paste(self, line):
        """What the line printed, and the exit code of its last command."""
        self._count += 1
        mark = f"@@{self._count}:"
        start = len(self.stream.lines)
        self.process.stdin.write(f"{{\n{line}\n}} < /dev/null\nprintf '\\n{mark}%s\\n' $?\n")
        self.process.stdin.flush()
        end = self.stream.wait("the prompt", lambda text: text.startswith(mark), start)
        return "\n".join(self.stream.lines[start:end]), int(self.stream.lines[end].removeprefix(mark))

    def end(self):
        self.process.stdin.close()
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


class Tour:
    """The folder, the shell, and what the device tells of itself."""

    def __init__(self, products):
        self.products = pathlib.Path(products).resolve()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="quiesce-tour-", dir="/tmp"))
        # Apps of other users pass through it.
        self.folder.chmod(0o711)
        self.home = self.folder / "home"
        (self.folder / "Examples").symlink_to(ROOT / "Examples")
        self.apps = self.folder / ".build/apps"
        self.apps.mkdir(parents=True)
        self.port = free_port()
        self.profile = patient_profile(self.folder)
        self.environment = dict(
            os.environ, QUIESCE_HOME=str(self.home), PATH=f"{self.folder}/usr/bin:{os.environ['PATH']}", NO_COLOR="1")
        self.shell = Shell(self.folder, self.environment)
        self.log = None
        self._follower = None
        self.said = ""
        self.code = 0
        self.later = []

    # What a line says that can't be run as it is.

    def build(self):
        makefile = self.make("-n", "build", "apps")
        for name in ("quiesced", "quiesce", "quiesce-transferd", "quiesce-pushd", "quiesce-keeper",
                     "SlowCount"):
            expect(re.search(rf"\b{name}\b", makefile), f"`make build apps` makes no {name}")
        expect(re.search(r"-c release\s+--product", makefile), "it makes no release binaries")
        expect(" .build/release .build/apps " in makefile, "the examples come from or go elsewhere")
        names = re.search(r"make-example-apps \S+ \S+ (.*)", makefile)[1].split()
        subprocess.run([ROOT / "scripts/make-example-apps", self.products, self.apps, *names], cwd=ROOT, check=True,
                       stdout=subprocess.DEVNULL)

    def install(self):
        said = self.make("install", f"BUILT={self.products}", f"PREFIX={self.folder}/usr")
        expect("swift build" not in said, "`make install` builds")
        for name in ("bin/quiesce", "bin/quiesced", "lib/quiesce/quiesce-transferd", "lib/quiesce/quiesce-pushd",
                     "lib/quiesce/quiesce-keeper", "lib/quiesce/libswiftCore.so",
                     "share/man/man1/quiesce.1", "share/bash-completion/completions/quiesce"):
            expect((self.folder / "usr" / name).exists(), f"`make install` leaves no {name}")

    def make(self, *arguments):
        run = subprocess.run(["make", *arguments], cwd=ROOT, text=True, capture_output=True)
        expect(run.returncode == 0, f"make {' '.join(arguments)}: {run.stderr}")
        return run.stdout

    # What can be waited for.

    def follow(self):
        """From now on every decision of the device can be waited for."""
        self._follower = subprocess.Popen(
            ["quiesce", "log", "--follow", "--json"], env=self.environment, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        self.log = Stream(self._follower.stdout)

    def decided(self, what, start=0, app=None, **wanted):
        """Waits for a decision with these words; the index of the one after it."""
        if app:
            wanted["app"] = EXAMPLES + app
        return 1 + self.log.wait(
            f"{app or 'the device'}: {what}",
            lambda line: wanted.items() <= json.loads(line).items(), start)

    def becomes(self, app, *states):
        """Waits until the app has been in each state, in this order, after all that was looked at before."""
        place = self._places.get(app, 0)
        for state in states:
            place = self.decided(state, place, app, to=state)
        self._places[app] = place

    _places = {}

    def draws(self):
        """Waits until the app in front has drawn its screen, which no decision tells of."""
        end = time.monotonic() + PATIENCE
        while json.loads(self.ask("screen", "--json"))["shows"] != "scene":
            expect(time.monotonic() < end, "it draws nothing")

    def prints(self, app, words):
        """Waits until the app has printed that."""
        end = time.monotonic() + PATIENCE
        while words not in self.ask("output", app):
            expect(time.monotonic() < end, f"{app} never printed {words!r}")

    def typed(self, command, line):
        line = line.replace("8100", str(self.port))
        return line.replace(command, f"{command} --profile {self.profile}", 1) if command == "quiesce up" else line

    def ask(self, *arguments):
        run = subprocess.run(
            ["quiesce", *arguments], env=self.environment, text=True, capture_output=True, stdin=subprocess.DEVNULL)
        expect(run.returncode == 0, f"quiesce {' '.join(arguments)}: {run.stderr}")
        return run.stdout

    def says(self, *words):
        for word in words:
            expect(re.search(word, self.said, re.M), f"it doesn't say {word!r}")

    def end(self):
        self.shell.end()
        if (self.home / "control.sock").exists():
            subprocess.run(["quiesce", "down"], env=self.environment, capture_output=True)
        if self._follower:
            self._follower.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def numbers(tour, start=0):
    """What SlowCount has printed in the terminal."""
    return [int(line) for line in tour.shell.stream.lines[start:] if re.fullmatch(r"\d+", line)]


def state(tour, name):
    return next(row["state"] for row in json.loads(tour.ask("ps", "--json")) if row["id"] == EXAMPLES + name)


# The promises, one for each line: what must be seen once it was pasted.

def started(tour):
    tour.says(r"is running, pid \d+, profile ios8")
    status = json.loads(tour.ask("status", "--json"))
    if os.geteuid() == 0:
        expect(status["isolation"] == "uids", f"isolation: {status['isolation']}")
    tour.follow()


def installed(name):
    def check(tour):
        tour.says(re.escape(EXAMPLES + name))
        expect(EXAMPLES + name in tour.ask("apps"), f"{name} isn't installed")
    return check


def counts(tour):
    tour.becomes("SlowCount", "active")
    tour.shell.stream.wait("the first numbers in the terminal", lambda line: line == "2")


def goes_on_counting(tour):
    tour.becomes("SlowCount", "background")
    seen = numbers(tour)[-1]
    tour.shell.stream.wait("further numbers, out of sight", lambda line: line == str(seen + 2))

    def counted():
        tour.shell.stream.wait("60", lambda line: line == "60")
        tour.shell.stream.wait("done", lambda line: line == "done")
        tour.becomes("SlowCount", "suspended")
        expect(numbers(tour) == list(range(1, 61)), "the numbers aren't 1 to 60, once each")
    tour.later.append(counted)


def frozen_app(name):
    def check(tour):
        installed(name)(tour)
        tour.becomes(name, "inactive", "suspended")
    return check


def fetched(tour):
    tour.says(r"^fetch: Misbehaving was woken")
    tour.decided("woken", app="Misbehaving", kind="wake", reason="wokenForFetch")
    tour.becomes("Misbehaving", "background", "suspended")


def ended_with_3(tour):
    tour.says("didFinishLaunching", r"^quiesce: .*exited by itself with code 3")
    expect(tour.code == 1, f"exit code {tour.code}")


def gallery(tour):
    installed("Gallery")(tour)
    tour.becomes("Gallery", "active")
    tour.draws()


def picture(tour):
    return re.search(r": image (\S+)", tour.ask("screen"))[1]


def next_picture(tour):
    # It is drawn once the app has answered the touch, which nothing else tells of.
    end = time.monotonic() + PATIENCE
    while picture(tour) == "sun.png":
        expect(time.monotonic() < end, "the touch didn't show another picture")


def drawn(tour):
    svg = (tour.folder / ".build/screen.svg").read_text()
    expect(svg.startswith("<svg ") and "Next" in svg, "no picture of the screen")
    tour.becomes("Gallery", "suspended")


def heard_once(tour):
    tour.says(r"told several changes of one kind as one \(Q1\)")


def switched(tour):
    page = (tour.folder / ".build/page.html").read_text()
    expect("<svg" in page and "Gallery" in page and "Next" in page, "the page has no picture of Gallery")


def serves(tour):
    tour.shell.stream.wait("the server's address", lambda line: line == f"http://127.0.0.1:{tour.port}")


def got(tour):
    expect((tour.folder / ".build/5.mp3").stat().st_size == 9_000_000, "the file isn't whole")


def asks_for_two(tour):
    tour.becomes("PodcastBox", "active")
    first = tour.decided("its first download", app="PodcastBox", reason="transferStarted")
    tour.decided("its second download", first, app="PodcastBox", reason="transferStarted")


def downloads(tour):
    tour.says(r"5\.mp3 .* 100 % .* done", r"PodcastBox +1\.mp3 .* (running|done)")
    tour.becomes("PodcastBox", "suspended")

    def taken():
        tour.decided("woken", app="PodcastBox", kind="wake", reason="wokenForTransfer")
        tour.becomes("PodcastBox", "background", "suspended")
        expect(tour.ask("output", "PodcastBox").count("is here") == 2, "not both episodes are here")
    tour.later.append(taken)


def alarm_offered(tour):
    tour.becomes("GettingAttention", "active")
    tour.draws()


def alarm_set(tour):
    tour.says(r"^touch ended ", r"^home: GettingAttention left the screen")
    tour.decided("scheduled", app="GettingAttention", reason="notificationScheduled")


def rang(tour):
    tour.says(r"^1 .*GettingAttention .*attention again")
    expect(state(tour, "GettingAttention") == "suspended", "the app is not frozen")


def registered(tour):
    tour.becomes("Mailbox", "active")
    tour.decided("registers for pushes", app="Mailbox", reason="pushRegistered")


def left(tour):
    tour.says(r"^Mailbox (is suspended|runs in the background)")
    tour.becomes("Mailbox", "suspended")


def pushed(tour):
    tour.decided("woken", app="Mailbox", kind="wake", reason="wokenForPush")
    tour.becomes("Mailbox", "background", "suspended")
    rows = json.loads(tour.ask("notifications", "--json"))
    expect(any("Hello" in json.dumps(row) for row in rows), "the user sees no alert")


def at_home(tour):
    installed("Runner")(tour)
    tour.decided("wants to know where it is", app="Runner", reason="locationStarted")
    # At that speed the run has left home a second after its first place, by when a busy machine's
    # app may not have asked to be told of that.
    tour.ask("send", "location", "47.0502", "8.3093")
    tour.prints("Runner", "1: 0 m, 1 place, at home")


def runs(tour):
    # On a busy machine `home` comes before it is active.
    tour.becomes("Runner", "inactive", "suspended")
    tour.decided("its way home", app="Runner", reason="wokenForRegion")
    tour.prints("Runner", "at home again")


def plays(tour):
    tour.becomes("Radio", "background")
    # Its launch goes on out of sight, and then it begins to play.
    end = time.monotonic() + PATIENCE
    while "(A1)" not in tour.ask("why", "Radio"):
        expect(time.monotonic() < end, "it doesn't play")


def keys(tour):
    tour.prints("Radio", "Hill is silent")
    tour.becomes("Radio", "suspended")


def is_down(tour):
    run = subprocess.run(["quiesce", "ps"], env=tour.environment, capture_output=True)
    expect(run.returncode == 69, "the device still runs")
    # `kill` doesn't wait for the server's end.
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", tour.port)) != 0:
                return
        time.sleep(0.05)
    raise Broken("the server still runs")


def says(*words):
    return lambda tour: tour.says(*words)


PROMISES = {
    "make build apps": Tour.build,
    "sudo make install PREFIX=/usr/local": Tour.install,
    "quiesce up": started,
    "quiesce install .build/apps/SlowCount.app": installed("SlowCount"),
    "quiesce open SlowCount --console -- --count 60 --interval 0.5 &": counts,
    "quiesce home": goes_on_counting,
    "quiesce ps": says(r"^ID +STATE +PID .*MEMORY", r"SlowCount +background +\d+ .* MiB"),
    "quiesce why SlowCount": says(r"^SlowCount runs in the background, because ", r"It waits for:", r"at the latest"),
    "quiesce why SlowCount --not fetch": says(r"would not be woken for a fetch", r"add it to UIBackgroundModes"),
    "quiesce why-awake": says(r"one app executes", r"SlowCount .*executes until|It executes until"),
    "quiesce install .build/apps/Misbehaving.app; quiesce open Misbehaving; quiesce home": frozen_app("Misbehaving"),
    "quiesce send fetch Misbehaving": fetched,
    "quiesce log --app Misbehaving": says(r"suspended → background .*wokenForFetch .*\(F2\)", r"→ suspended"),
    "quiesce quit Misbehaving; quiesce open Misbehaving --console -- --exit 3": ended_with_3,
    "quiesce why-killed Misbehaving": says(r"launch 1: The user force-quit it", r"launch 2: .*code 3", r"^ +→ "),
    "quiesce install .build/apps/Gallery.app; quiesce open Gallery": gallery,
    "quiesce screen": says(r"Gallery, in front", r"image sun.png", r'"Next"'),
    "quiesce send touch 160 418": next_picture,
    "quiesce screen --svg .build/screen.svg; quiesce home": drawn,
    "quiesce send orientation landscapeLeft; quiesce send orientation portraitUpsideDown":
        lambda tour: expect(state(tour, "Gallery") == "suspended", "Gallery was woken by it"),
    "quiesce open Gallery; quiesce why Gallery": heard_once,
    "quiesce send orientation portrait; quiesce home; quiesce switcher --html .build/page.html": switched,
    "quiesce settings Gallery speed 2":
        lambda tour: expect(re.search(r"speed +\S+ +2", tour.ask("settings", "Gallery")), "it has no such setting"),
    "quiesce permissions Gallery": says(r"^notifications +notDetermined", r"^backgroundRefresh +authorized"),
    "echo 1234 | quiesce passcode set --stdin":
        lambda tour: expect("A passcode is set" in tour.ask("passcode", "status"), "no passcode is set"),
    "quiesce lock; quiesce status": says(r"^screen: +locked", r"^passcode: +set"),
    "echo 1234 | quiesce unlock --stdin":
        lambda tour: expect(not json.loads(tour.ask("status", "--json"))["locked"], "it is locked"),
    "Examples/Server/serve --port 8100 --rate 3000000 & SERVER=$!": serves,
    "quiesce get 'http://127.0.0.1:8100/episodes/5.mp3?bytes=9000000' -o .build/": got,
    "quiesce install .build/apps/PodcastBox.app": installed("PodcastBox"),
    "quiesce open PodcastBox -- --server http://127.0.0.1:8100 --episodes 2 --bytes 9000000": asks_for_two,
    "quiesce home; quiesce transfers": downloads,
    "quiesce why PodcastBox": says(r"^PodcastBox (is suspended|runs in the background)"),
    "quiesce install .build/apps/GettingAttention.app; quiesce permissions GettingAttention notifications allow":
        installed("GettingAttention"),
    "quiesce open GettingAttention -- --in 5": alarm_offered,
    "quiesce send touch 160 225; quiesce home": alarm_set,
    "quiesce notifications --scheduled": says(r"GettingAttention .* day "),
    "sleep 5; quiesce notifications": rang,
    "quiesce install .build/apps/Mailbox.app; quiesce permissions Mailbox notifications allow": installed("Mailbox"),
    "quiesce open Mailbox -- --server http://127.0.0.1:8100": registered,
    "quiesce home; quiesce why Mailbox": left,
    """echo '{"aps":{"alert":"Hello","content-available":1},"letter":7}' | quiesce send push Mailbox -""": pushed,
    "quiesce pushes": says(r"^1 .*Mailbox .*alert, wakes +woken .*woke its app"),
    "quiesce gateway": says(r"has joined no push gateway", r"quiesce gateway join"),
    "quiesce install .build/apps/Runner.app; quiesce permissions Runner location allow; quiesce open Runner": at_home,
    "quiesce home; quiesce send location --gpx Examples/Scenarios/lake.gpx --speed 600": runs,
    "quiesce output Runner": says(r"^1: 0 m, 1 place", r"^left home", r"^at home again"),
    "quiesce location": says(r"Runner: wants updates .*keeps the source on"),
    "quiesce install .build/apps/Radio.app; quiesce open Radio; quiesce home": plays,
    "quiesce why Radio": says(r"it plays or records \(A1\)"),
    "quiesce send remote-control nextTrack; quiesce send remote-control pause": keys,
    "quiesce forecast": says(r"notification GettingAttention", r"\d wake-ups?"),
    "quiesce purge --dry-run": says(r"^ID +STATE +MEMORY", r"Mailbox +suspended .* MiB"),
    "quiesce replay": says(r"Every decision came out the same", r"^hash "),
    "quiesce timeline -o .build/day.html": says(r"day\.html: [0-9,]+ decisions about \d+ apps"),
    "quiesce simulate Examples/Scenarios/commuter.yaml --summary": says(r"of virtual time by the rules of", r"^ +launches "),
    "quiesce down; kill $SERVER": is_down,
}
# What `make` does for the test is done by the promise.
NOT_PASTED = {"make build apps", "sudo make install PREFIX=/usr/local"}


def lines_of(document, heading):
    """(number, line, command without its comment) of the last block under that heading."""
    lines = (ROOT / document).read_text().splitlines()
    under = lines.index(heading)
    next_heading = next((at for at in range(under + 1, len(lines)) if lines[at].startswith("#")
                         and lines[at - 1] == ""), len(lines))
    fences = [at for at in range(under, next_heading) if lines[at] == "```"]
    start, end = fences[-2:]
    for number, line in enumerate(lines[start + 1:end], start + 2):
        command = re.sub(r"\s+# .*$", "", line).strip()
        if command:
            yield number, line, command


def lines_of_tour():
    return lines_of("docs/tour.md", "# The tour")


def run(tour):
    for number, line, command in lines_of_tour():
        began = time.monotonic()
        try:
            expect(command in PROMISES, "nothing is promised of this line; add it to PROMISES in Tests/Python/tour.py")
            if command == "quiesce down; kill $SERVER":
                for check in tour.later:
                    check()
            if command not in NOT_PASTED:
                tour.said, tour.code = tour.shell.paste(tour.typed(command, line))
            PROMISES[command](tour)
            if PROMISES[command] is not ended_with_3:
                expect(tour.code == 0, f"exit code {tour.code}")
                # Whoever follows the device in the background says that it has ended.
                if PROMISES[command] is not is_down:
                    expect(not re.search(r"^quiesce: ", tour.said, re.M), "something was refused")
        except Broken as broken:
            sys.exit(f"docs/tour.md:{number}: {command}: {broken}\n--- it said:\n{tour.said}")
        print(f"docs/tour.md:{number}: {command}  [{time.monotonic() - began:.1f} s]", flush=True)


def main():
    # A test's worker thread may hand its blocked signals down, and then `kill` ends no server.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--products", required=True, help="the folder with the built tools and examples")
    options = parser.parse_args()
    missing = PROMISES.keys() - {command for _, _, command in lines_of_tour()}
    if missing:
        sys.exit(f"docs/tour.md has no such lines: {sorted(missing)}")
    untried = {line for _, line, _ in lines_of("README.md", "## Start")} - {line for _, line, _ in lines_of_tour()}
    if untried:
        sys.exit(f"README.md has lines that docs/tour.md hasn't: {sorted(untried)}")
    tour = Tour(options.products)
    try:
        run(tour)
    finally:
        tour.end()


if __name__ == "__main__":
    main()
