#!/usr/bin/env -S python3 -B
"""Cuts the power of a disk at random moments while a device and its gateway are busy on it, and looks at what is left.

Device (journal, facts, bundles, snapshots, saved states, staging), transfer agent and gateway have all of theirs on one file
system (disk.py). What each had acknowledged before a cut must be there after it, whole, and nothing that nobody asked for.
"""
import argparse
import collections
import contextlib
import hashlib
import json
import os
import plistlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [FOLDER] + [os.path.join(FOLDER, "..", each) for each in (
    "PushHarness", "NotificationHarness", "TransferHarness", "TransferServer")]
import servers  # noqa: E402
from content import Content  # noqa: E402
from device import patient_profile  # noqa: E402
from disk import KINDS, Disk, enter, kill_all, run  # noqa: E402
from gateways import Real, free_port, identifier  # noqa: E402
from judgement import Register, after_cut, at_end, files  # noqa: E402
from phone import Phone, Refused  # noqa: E402

LIFE, GALLERY = "org.quiesce.tests.Mail", "org.quiesce.examples.Gallery"
PLAYER = "org.quiesce.tests.Player"  # Hosted, and never opened.
CLIENT = os.path.join(FOLDER, "..", "..", "Examples", "Python", "quiesce_app.py")
PICTURES = {"sun": 50, "hills": 160, "moon": 260}
KIB, MIB = 1 << 10, 1 << 20
# So many silent pushes that none waits, which is tried elsewhere.
PROFILE = "silentPushesPerHour = 1000000"
FAR = 4_000_000_000_000
# Commands to the app, to ask and to take back: the register that each is about.
TAKES_BACK = {"cancel": "alarm", "leave": "task", "unwatch": "region", "unscan": "scan"}
# The app's wishes, and how many of each at once: how they are told apart, and found in the store.
WISHES = {
    "region": (8, "location/", lambda fact: [each["region"]["identifier"] for each in fact["regions"]]),
    "scan": (4, "bluetooth/", lambda fact: [each["name"] for each in fact["managers"] if each.get("scan")]),
    "session": (4, "session/", lambda fact: [fact["identifier"]]),
    "badge": (1, "presentation/", lambda fact: [str(fact["badge"])] if fact.get("badge") else []),
    "plays": (1, "audio", lambda fact: ["it"] if fact["takes"] == ["play", "pause"] else []),
}


class Device(Phone):
    """Whose home is on the disk, and whose log isn't."""

    def __init__(self, options, disk, outside):
        profile = patient_profile(outside, PROFILE)
        # An app sees nothing of the machine's own disk but this.
        self.environment = os.environ | {"QUIESCE_APP_WRITES": outside}
        if options.preload:
            self.environment["LD_PRELOAD"] = options.preload
        self.options, self.products = ["--profile", profile], options.products
        self.home = os.path.join(disk.place, "home")
        self.log = open(os.path.join(outside, "daemon.log"), "ab")
        self.start()

    def state(self, identifier):
        """Asked once: a daemon that is cut off doesn't answer."""
        return next(row["state"] for row in self._ask({"type": "ps"}) if row["id"] == identifier)


class Gateway(Real):
    """Likewise."""

    def __init__(self, program, disk, outside):
        self.program, self.options, self.nats = program, (), None
        self.home, self.folder, self.port = os.path.join(disk.place, "gateway"), outside, free_port()
        self.url = f"https://127.0.0.1:{self.port}"
        self.made = json.loads(subprocess.run(
            [program, "init", "--home", self.home], check=True, capture_output=True, text=True).stdout)
        self.certificate = os.path.join(outside, "certificate.pem")
        shutil.copy(self.made["certificate"], self.certificate)
        self.processes, self.parts = {}, ["gateway"]
        self.start("gateway")
        self.bearer = self.token()

    def fate(self, number):
        return subprocess.run(
            [self.program, "push", identifier(number), "--home", self.home, "--json"], capture_output=True, text=True,
            check=False).stdout.strip()

    def ask(self, token, pushes):
        """The statuses of one attempt."""
        return self._post(token, pushes)


class Run:
    def __init__(self, options, folder):
        self.options, self.chance = options, random.Random(options.seed)
        self.counts, self.mistakes = collections.Counter(), []
        self.outside = os.path.join(folder, "outside")
        self.bundles = os.path.join(folder, "bundles")
        for each in (self.outside, self.bundles):
            os.mkdir(each)
        os.chmod(self.outside, 0o777)
        for name in ("orders", "heard"):
            with open(os.path.join(self.outside, name), "w", encoding="ascii") as file:
                os.chmod(file.name, 0o666)
        self.going = os.path.join(self.outside, "go")
        self.registers, self.transfers = {}, {}
        self.number, self.read, self.cut_at = 0, 0, None
        self.heard_end = None  # While the power is off: how much the app had told when it went.
        self.waiting, self.alarms, self.fired, self.heard, self.shown = {}, set(), [], [], set()
        self.stored = []  # The last of the gateway's pushes that the device had on disk at each cut.
        self.unanswered, self.accepted, self.receipts, self.scenes = {}, set(), {}, set()
        self.push_token, self.picture, self.tasks = None, None, None
        os.mkdir(os.path.join(folder, "server"))
        self.server = servers.OwnServer(os.path.join(folder, "server"))
        self.disk = self.device = self.gateway = None
        try:
            self.disk = Disk(folder, options.disk)
            self.files = os.path.join(self.disk.place, "files")
            os.mkdir(self.files)
            self.device = Device(options, self.disk, self.outside)
            self.begin()
        except BaseException:
            self.close()
            raise

    def begin(self):
        with open(os.path.join(self.outside, "place"), "w", encoding="utf-8") as file:
            file.write(self.outside)
        self.device.install_scripts(
            [os.path.join(FOLDER, "life.py"), CLIENT, file.name], LIFE, self.bundles,
            UIBackgroundModes=["remote-notification", "processing", "location", "bluetooth-central"],
            BGTaskSchedulerPermittedIdentifiers=[f"task{number}" for number in range(60)])
        self.install_gallery()
        self.device.install_scripts(
            [os.path.join(FOLDER, "life.py")], PLAYER, self.outside, QuiesceHosted=True)
        for permission in ("notifications", "location", "bluetooth"):
            self.ask(type="setPermission", app=LIFE, permission=permission, state="authorized")
        if self.options.gateway:
            self.gateway = Gateway(self.options.gateway, self.disk, self.outside)
            with open(self.gateway.certificate, encoding="ascii") as file:
                self.ask(type="joinGateway", url=self.gateway.url, certificate=file.read())
        self.ask(type="open", app=LIFE)
        if self.gateway:
            self.wait("the app has a token", lambda: self.listen() or self.push_token)
        # What all the rest needs isn't what is tried.
        run("sync", "-f", self.disk.place)

    def install_gallery(self):
        run(os.path.join(FOLDER, "..", "..", "scripts", "make-example-apps"), self.options.products, self.bundles,
            "Gallery")
        bundle = os.path.join(self.bundles, "Gallery.app")
        done = self.device.ask("install", bundle)
        if done.returncode != 0:
            raise SystemExit(done.stderr)

    def ask(self, **request):
        return self.device._ask(request)

    def wait(self, what, is_so):
        end = time.monotonic() + self.options.patience
        while not is_so():
            if time.monotonic() > end:
                said = self.device.ask("log").stdout[-3_000:] + self.device.ask("output", GALLERY).stdout
                raise SystemExit(f"{said}\n{what}: not in {self.options.patience} s; seed {self.options.seed}")
            time.sleep(0.01)  # It is looked at as a user would.

    # What is acknowledged

    @property
    def is_cut(self):
        return self.cut_at is not None

    def change(self, name, value, do):
        """Asks for a change; it is acknowledged if the answer came before the cut."""
        register = self.registers.setdefault(name, Register(None))
        at = register.ask(value)
        if do() and not self.is_cut:
            register.acknowledge(at)
            self.counts[f"acknowledged: {name.split(' ')[0]}"] += 1

    def listen(self):
        """What the app has told since; what came after a cut isn't acknowledged by anybody."""
        with open(os.path.join(self.outside, "heard"), "rb") as file:
            file.seek(self.read)
            text = file.read()
        # Looked at after reading: what was read while the power was on came before the cut.
        end = self.heard_end
        text = text[:text.rfind(b"\n") + 1]
        for line in text.decode("ascii").splitlines():
            self.read += len(line) + 1
            self.told(line.split(), end is None or self.read <= end)

    def told(self, words, counts):
        if words[0] == "token":
            self.push_token = words[1]
        elif words[0] == "asked":
            what, name = words[1:]
            self.waiting[what, name] = self.register(what, name).ask(
                None if what in TAKES_BACK else name if what == "badge" else "asked for")
        elif words[0] == "refused" and counts:
            self.registers[" ".join(words[1:])].refuse(self.waiting[tuple(words[1:])])
            self.counts["refused: task"] += 1
        elif words[0] == "promised" and counts:
            what, name = words[1:]
            self.register(what, name).acknowledge(self.waiting[what, name])
            self.counts[f"acknowledged: {what}"] += 1
            if what == "alarm" and not name.startswith("far"):
                self.alarms.add(name)
        elif words[0] == "fired":
            self.fired.append((words[1], int(words[2])))
        elif words[0] == "push":
            self.heard.append((int(words[1]), int(words[2]), words[3] == "again", len(self.stored)))
        elif words[0] == "scene":
            self.scenes.add(int(words[1]))
        elif words[0] == "tasks":
            self.tasks = {name: "asked for" for name in words[1:]}

    def register(self, what, name):
        kind = TAKES_BACK.get(what, what)
        return self.registers.setdefault(kind if kind == "badge" else f"{kind} {name}", Register(None))

    # What happens

    def act(self):
        acts = [self.install] * 3 + [self.permit] * 3 + [self.change_device] * 2 + [self.order] * 6 + [self.wish] * 4 + [self.push] * 4 + [self.get] * 2 \
            + [self.move] * 3 + [self.look_at_gallery] * 2
        self.chance.choice(acts)()
        self.listen()
        self.note()

    def install(self):
        name = f"org.quiesce.tests.cut{self.chance.randrange(5)}"
        if self.registers.get(f"app {name}", Register(None)).values[-1][0] and self.chance.random() < 0.4:
            return self.change(
                f"app {name}", None, lambda: self.device.ask("uninstall", name).returncode == 0)
        self.number += 1
        bundle = os.path.join(self.bundles, f"{name}.app")
        shutil.rmtree(bundle, ignore_errors=True)
        os.makedirs(os.path.join(bundle, "Data"))
        for each in range(self.chance.randint(1, 6)):
            with open(os.path.join(bundle, "Data", str(each)), "wb") as file:
                file.write(self.chance.randbytes(self.chance.randint(1, 64 * KIB)))
        with open(os.path.join(bundle, "main"), "w", encoding="ascii") as file:
            file.write("#!/bin/sh\n")
        os.chmod(file.name, 0o755)
        with open(os.path.join(bundle, "Info.plist"), "wb") as file:
            plistlib.dump({"CFBundleIdentifier": name, "CFBundleExecutable": "main",
                           "CFBundleShortVersionString": str(self.number)}, file)
        value = tree(bundle)
        self.change(f"app {name}", value, lambda: self.device.ask("install", bundle).returncode == 0)

    def permit(self):
        state = self.chance.choice(["authorized", "denied", "notDetermined"])
        permission = self.chance.choice(["location", "bluetooth", "microphone"])
        self.change(f"permission {permission}", state, lambda: self.ask(
            type="setPermission", app=GALLERY, permission=permission, state=state) is not None)

    def change_device(self):
        if self.chance.random() < 0.3:
            schedule = self.chance.choice(["every 1h for 5s", "every 2h for 5s", None])
            return self.change("schedule", schedule, lambda: self.ask(
                type="setThaw", app=PLAYER, schedule=schedule) is not None)
        if self.chance.random() < 0.5:
            locale = self.chance.choice(["fr_FR", "de_CH", "ja_JP"])
            return self.change("locale", locale, lambda: self.ask(
                type="sendEvent", words=["locale", locale]) is not None)
        # An alert would keep the app in front from being active.
        style = self.chance.choice(["none", "banner"])
        self.change("style", style, lambda: self.ask(type="setAlertStyle", app=LIFE, style=style) is not None)

    def wish(self):
        """Something that the app asks for, or takes back."""
        kind = self.chance.choice(list(WISHES))
        most, known = WISHES[kind][0], self.wishes(kind)
        # A session lasts as long as its tasks, which nobody resumes.
        back = next((word for word, of in TAKES_BACK.items() if of == kind), None)
        self.number += 1
        if kind == "plays":
            line = "plays it"
        elif kind == "badge":
            line = f"badge {self.number}"
        elif len(known) < most and (self.chance.random() < 0.6 or not known):
            line = f"{kind} {kind}{self.number}"
        elif back:
            line = f"{back} {self.chance.choice(known)}"
        else:
            return
        with open(os.path.join(self.outside, "orders"), "a", encoding="ascii") as file:
            file.write(f"{line}\n")

    def wishes(self, kind):
        """The names of those that may be there."""
        return [name.split(" ", 1)[1] for name, register in self.registers.items()
                if name.startswith(f"{kind} ") and any(register.possible)]

    def order(self):
        lines, known = [], [name.split(" ", 1) for name, register in self.registers.items()
                            if register.values[-1] == ("asked for", True)]
        # An app may have ten tasks that wait, and 64 alarms.
        alarms = sum(name.startswith("alarm far") and any(value for value in register.possible)
                     for name, register in self.registers.items())
        tasks = sum(name.startswith("task") and any(value for value in register.possible)
                    for name, register in self.registers.items())
        for _ in range(self.chance.randint(1, 4)):
            self.number += 1
            soon = round(time.time() * 1000) + self.chance.randint(200, 4_000)
            kind, name = self.chance.choice(known) if known else (None, None)
            near, far = f"alarm {self.number}@{soon}", f"alarm far{self.number}@{FAR}"
            lines.append(self.chance.choice(
                [near, near if alarms >= 30 else far, near if tasks >= 8 else f"task task{self.number % 60}"]
                + ([f"cancel {name}"] if kind == "alarm" and name.startswith("far") else [])
                + ([f"leave {name}"] if kind == "task" else [])))
            tasks += lines[-1].startswith("task")
            alarms += lines[-1].startswith("alarm far")
        orders = {line.split()[1]: line for line in lines}
        with open(os.path.join(self.outside, "orders"), "a", encoding="ascii") as file:
            file.write("".join(f"{line}\n" for line in orders.values()))

    def push(self):
        if not self.gateway:
            return
        for _ in range(self.chance.randint(1, 4)):
            self.number += 1
            payload = {"aps": {"alert": f"mail {self.number}", "content-available": 1}, "n": self.number}
            self.unanswered[self.number] = {"payload": json.dumps(payload)}
        self.send(dict(list(self.unanswered.items())[-8:]))

    def send(self, pushes):
        """Those that aren't answered are posted again, as servers do."""
        for number, status in self.gateway.ask(self.push_token, pushes).items():
            self.counts[f"push answered: {status}"] += not self.is_cut
            if status == 200 and not self.is_cut:
                self.accepted.add(number)
                del self.unanswered[number]
                self.counts["acknowledged: push"] += 1

    def get(self):
        running = [each for each in self.transfers.values() if each["told"] != "finished"]
        if len(running) >= 6:
            return
        self.number += 1
        name, seed = str(self.number), self.chance.randrange(1 << 30)
        size = self.chance.choice([self.chance.randint(1, 64 * KIB), self.chance.randint(MIB, 8 * MIB)])
        url = self.server.url(f"/flaky/{name}", size=size, seed=seed, pace=4 * MIB)
        done = self.device.ask("get", url, "--output", os.path.join(self.files, name), "--no-wait", "--json")
        if done.returncode == 0 and not self.is_cut:
            self.transfers[json.loads(done.stdout)["transfer"]] = {
                "name": name, "told": "running", "size": size, "seed": seed, "done": False}
            self.counts["acknowledged: get"] += 1

    def move(self):
        self.ask(type="open", app=LIFE)
        if self.chance.random() < 0.5:
            time.sleep(self.chance.random() * 0.1)
            self.ask(type="home")

    def look_at_gallery(self):
        """Its state is saved when it is suspended."""
        picture = self.chance.choice(sorted(PICTURES))

        def do():
            self.ask(type="open", app=GALLERY)
            while self.device.state(GALLERY) != "active":
                self.check_cut()
            self.device.ask("send", "touch", str(PICTURES[picture]), "480")
            self.ask(type="home")
            while self.device.state(GALLERY) != "suspended":
                self.check_cut()
            return True

        self.registers.setdefault("picture of the Gallery", Register("sun"))
        self.change("picture of the Gallery", picture, do)
        self.ask(type="open", app=LIFE)

    def check_cut(self):
        if self.is_cut:
            raise OSError("the power was cut")
        time.sleep(0.01)  # It is looked at as a user would.

    def note(self):
        """What the device says of its own accord."""
        for row in self.ask(type="transfers"):
            if not self.is_cut and row["transfer"] in self.transfers:
                self.transfers[row["transfer"]]["told"] = row["state"]
        for row in self.ask(type="pushes"):
            if row.get("id"):
                self.receipts[int(row["id"].rsplit("-", 1)[1])] = row["state"]
        shown = self.ask(type="notifications")
        self.shown |= {row["name"] for row in shown if row["app"] == LIFE and "name" in row}
        # What is shown of a push outlives its receipt.
        mails = [row["body"].split(" ") for row in shown if row.get("body", "").startswith("mail ")]
        self.receipts.update({int(number): "shown" for _, number in mails})
        if len(shown) > 40 and not self.is_cut:
            self.dismiss(shown)

    def dismiss(self, rows):
        """Those and no other: one that came after they were listed would be gone unseen."""
        for row in rows:
            with contextlib.suppress(Refused):
                self.ask(type="dismissNotification", notification=row["notification"])

    # A cut

    def cut(self):
        heard = os.path.join(self.outside, "heard")
        self.heard_end = os.stat(heard).st_size
        self.cut_at = time.monotonic()
        self.disk.cut()
        roots = [self.device.daemon] + (list(self.gateway.processes.values()) if self.gateway else [])
        kill_all(roots, self.disk.place)

    def one(self, number):
        self.cut_at = None
        with open(self.going, "w", encoding="ascii"):
            pass
        cutter = threading.Timer(self.chance.random() * self.options.pause, self.cut)
        cutter.start()
        while not self.is_cut:
            try:
                self.act()
            except (OSError, ValueError, KeyError, IndexError, StopIteration, Refused, subprocess.TimeoutExpired) as error:
                if not self.is_cut:
                    # A request may be refused: the app has ended, or is just coming.
                    self.counts[f"refused: {type(error).__name__} {str(error)[:60]}"] += 1
        cutter.join()
        os.remove(self.going)
        self.listen()
        self.heard_end = None
        self.disk.go_on()
        self.stored.append(stored_sequence(self.device.home))
        self.start()
        self.look(number)

    def start(self):
        if self.gateway:
            self.gateway.start("gateway")
        self.started_at = round(time.time() * 1000)
        self.device.start()

    def look(self, number):
        found = {}
        home = self.device.home
        for row in self.device.rows(type="apps"):
            if row["id"].startswith("org.quiesce.tests.cut"):
                found[f"app {row['id']}"] = tree(bundle_of(home, row["id"]))
        for row in self.device.rows(type="permissions", app=GALLERY):
            for permission in ("location", "bluetooth", "microphone"):
                if row.get("permission") == permission and row["state"] != "notDetermined":
                    found[f"permission {permission}"] = row["state"]
        for row in self.device.rows(type="notifications", scheduled=True):
            if row.get("name", "").startswith("far"):
                found[f"alarm {row['name']}"] = "asked for"
        for row in self.device.rows(type="alertStyles", app=LIFE):
            if row["chosen"]:
                found["style"] = row["style"]
        for row in self.device.rows(type="thaws"):
            found["schedule"] = row["schedule"]
        registers = {name: register for name, register in self.registers.items()
                     if not name.startswith(("task", "picture", "locale", *WISHES)) and (not name.startswith("alarm") or name.startswith("alarm far"))}
        for name, register in registers.items():
            if name.startswith("permission"):
                register.values = [(None if value == "notDetermined" else value, ok) for value, ok in register.values]
        mistakes = after_cut(registers, found)
        for name, register in registers.items():
            register.settle(found.get(name))
        mistakes += self.look_at_files(number)
        mistakes += self.look_at_screen()
        mistakes += self.open_apps()
        mistakes += self.look_at_store()
        mistakes += self.look_for_alarms()
        self.mistakes += [f"cut {number}: {each}" for each in mistakes]
        for each in mistakes:
            print(f"cut {number}: {each}", flush=True)
        if mistakes and self.options.keep:
            self.keep(os.path.join(self.options.keep, f"{self.options.seed}-{number}"))

    def keep(self, place):
        """All that says how it came to this."""
        shutil.copytree(self.device.home, place, ignore=shutil.ignore_patterns("*.sock", "bundles"))
        shutil.copy(os.path.join(self.outside, "heard"), place)
        with open(os.path.join(place, "log"), "w", encoding="utf-8") as file:
            file.write(self.device.ask("log", "--json").stdout)

    def look_at_files(self, number):
        rows = {row["transfer"]: row for row in self.device.rows(type="transfers")}
        looked = []
        for transfer, each in self.transfers.items():
            if each["done"]:
                continue
            path = os.path.join(self.files, each["name"])
            right = None
            if os.path.exists(path):
                with open(path, "rb") as file:
                    right = hashlib.sha256(file.read()).hexdigest() == Content(
                        each["seed"], 1, each["size"]).sha256()
            row = rows.get(transfer)
            if row is None and each["told"] == "finished" and right:
                continue  # It is the user's, and the row may be forgotten.
            looked.append({"name": each["name"], "told": each["told"], "row": row, "right": right, "bytes": None})
            if row and row["state"] == "finished":
                # Its file is on disk, and looked at once more after the next cut.
                each["done"] = each["told"] == "finished"
                each["told"] = "finished"
                if each["done"] and right:
                    os.remove(path)  # The disk has no room for all of them.
        self.counts["files looked at"] += len(looked)
        return files(looked, number)

    def look_at_screen(self):
        """A snapshot is whole, of a scene that was, or isn't there."""
        rows = [row for row in self.device.rows(type="switcher") if row.get("app", row.get("id")) == LIFE]
        if not rows or not rows[0].get("snapshot"):
            return []
        self.counts["snapshots looked at"] += 1
        path = rows[0]["snapshot"]
        try:
            with open(path if os.path.isabs(path) else os.path.join(self.device.home, path), "rb") as file:
                text = file.read()
            scene = int(json.dumps(json.loads(text)).split('"string": "')[1].split(" ")[0])
        except (OSError, ValueError, IndexError) as error:
            return [f"the snapshot can't be read: {error}"]
        return [] if scene in self.scenes else [f"the snapshot is of scene {scene}, which never was"]

    def open_apps(self):
        """The Gallery comes back where it was left; what the other app had asked for it is told."""
        mistakes = []
        register = self.registers.get("picture of the Gallery")
        if register:
            self.device.rows(type="open", app=GALLERY)
            self.wait("the Gallery is active", lambda: self.device.state(GALLERY) == "active")
            # What it prints goes through a pipe, behind its being active.
            self.wait("the Gallery shows a picture", lambda: "shows " in self.gallery_says())
            found = self.gallery_says().split("shows ")[-1].split()[0]
            mistakes += after_cut({"picture": register}, {"picture": found})
            register.settle(found)
        self.tasks = None
        self.device.rows(type="open", app=LIFE)
        self.wait("the app hears", lambda: self.listen() or self.tasks is not None)
        registers = {name: register for name, register in self.registers.items() if name.startswith("task ")}
        mistakes += after_cut(registers, {f"task {name}": "asked for" for name in self.tasks})
        for name, register in registers.items():
            register.settle("asked for" if name.split(" ")[1] in self.tasks else None)
        return mistakes

    def look_at_store(self):
        """What the device has kept of the app's wishes, now that it has restored them."""
        found = {}
        for key, fact in stored_facts(self.device.home).items():
            if key == "conditions" and fact.get("locale"):
                found["locale"] = fact["locale"]
            for kind, (_, prefix, names) in WISHES.items():
                if key.startswith(prefix) and (key == prefix or LIFE in key):
                    for name in names(fact):
                        found["badge" if kind == "badge" else f"{kind} {name}"] = name if kind == "badge" else "asked for"
        registers = {name: register for name, register in self.registers.items()
                     if name.startswith(("locale", *WISHES))}
        self.counts["wishes looked at"] += len(found)
        return after_cut(registers, found)

    def look_for_alarms(self):
        """Those that were due before the daemon started have fired by now."""
        self.listen()
        self.note()
        told = {name for name, _ in self.fired} | self.shown
        lost = {name for name in self.alarms - told if int(name.split("@")[1]) < self.started_at}
        self.alarms -= lost
        return [f"alarm {name} is lost" for name in sorted(lost)]

    def gallery_says(self):
        return self.device.ask("output", GALLERY).stdout

    # All of them

    def go(self):
        began = time.monotonic()
        for number in range(1, self.options.cuts + 1):
            try:
                self.one(number)
            except Refused as refused:
                # There is nothing to go on with.
                return self.mistakes.append(f"cut {number}: {refused}")
            if number % 20 == 0:
                print(f"{number} cuts, {len(self.mistakes)} mistakes, {time.monotonic() - began:.0f} s", flush=True)
        self.cut_at = None
        with open(self.going, "w", encoding="ascii"):
            pass
        end = time.monotonic() + self.options.patience
        while time.monotonic() < end and not self.is_done():
            time.sleep(0.05)  # It is looked at as a user would.
        self.mistakes += self.look_at_files("all") + at_end(
            self.alarms, self.fired, self.shown, round(time.time() * 1000), self.accepted, self.told_pushes(),
            self.receipts)
        if self.mistakes:
            self.explain()
        heard = {number for number, *_ in self.heard}
        for number in sorted(self.accepted - heard - set(self.receipts)):
            print(f"push {number}: {self.gateway.fate(number)}")
        self.mistakes += [f"transfer {each['name']} never ended" for each in self.transfers.values()
                          if each["told"] != "finished"]

    def explain(self):
        """Prints what the device says of alarms that it should have told."""
        lost = self.alarms - {name for name, _ in self.fired} - self.shown
        if lost:
            scheduled = self.device.rows(type="notifications", scheduled=True)
            print(f"started at {self.started_at}, now {round(time.time() * 1000)}, still scheduled: "
                  + json.dumps([row for row in scheduled if row.get("name") in lost]))
            print("\n".join(self.device.ask("log").stdout.splitlines()[-60:]))
        if self.options.keep:
            self.keep(os.path.join(self.options.keep, f"{self.options.seed}-end"))

    def told_pushes(self):
        """Each telling, and whether the device had the push on disk at the end of that boot."""
        times = collections.Counter(number for number, *_ in self.heard)
        sequences = {number: min(each["sequence"] for each in json.loads(self.gateway.fate(number)))
                     for number in times if times[number] > 1}
        return [(number, launch, is_again, boot >= len(self.stored) or sequences.get(number, 0) <= self.stored[boot])
                for number, launch, is_again, boot in self.heard]

    def is_done(self):
        if self.unanswered:
            self.send(self.unanswered)
        self.listen()
        self.note()
        heard = {number for number, *_ in self.heard}
        told = {name for name, _ in self.fired} | self.shown
        return not self.unanswered and self.alarms <= told \
            and all(each["told"] == "finished" for each in self.transfers.values()) \
            and all(number in heard or self.receipts.get(number) in ("shown", "merged") for number in self.accepted)

    def report(self):
        for what, count in sorted(self.counts.items()):
            print(f"  {what}: {count}")
        print("  on the disk at the end, in KiB: " + ", ".join(
            f"{os.path.relpath(place, self.disk.place)} {taken(place)}"
            for folder in (self.disk.place, self.device.home) for place in sorted(inside(folder))))
        for each in self.mistakes:
            print(f"MISTAKE {each}")
        print(f"{self.options.cuts} cuts, {len(self.mistakes)} mistakes; seed {self.options.seed}")
        return 1 if self.mistakes else 0

    def close(self):
        roots = [self.device.daemon] if self.device and self.device.daemon else []
        roots += list(self.gateway.processes.values()) if self.gateway else []
        if self.disk:
            kill_all(roots, self.disk.place)
            self.disk.close()
        self.server.close()


def stored_facts(home):
    """A device's facts, by their keys, of its store as it is: to open it would mend it."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("store.sqlite", "store.sqlite-wal"):
            if os.path.exists(os.path.join(home, name)):
                shutil.copy(os.path.join(home, name), folder)
        with contextlib.closing(sqlite3.connect(os.path.join(folder, "store.sqlite"))) as store:
            rows = store.execute("SELECT key, value FROM facts").fetchall()
    facts = {key: json.loads(value) for key, value in rows if bytes(value).startswith(b'{"')}
    return {key: next(iter(fact.values()))["_0"] for key, fact in facts.items()}


def stored_sequence(home):
    """The last of the gateway's pushes that is in a device's store."""
    return stored_facts(home).get("pushes", {}).get("sequence", 0)


def tree(folder):
    """What is in a folder, in a few digits."""
    digest = hashlib.sha256()
    if folder is None:
        return "missing"
    for path, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            with open(os.path.join(path, name), "rb") as file:
                digest.update(f"{os.path.relpath(file.name, folder)} ".encode() + file.read())
    return digest.hexdigest()[:12]


def inside(folder):
    return [os.path.join(folder, name) for name in os.listdir(folder)]


def taken(place):
    """KiB of a file, or of all files in a folder."""
    paths = [place] + [os.path.join(path, name) for path, _, names in os.walk(place) for name in names]
    return sum(os.lstat(path).st_blocks for path in paths) // 2


def bundle_of(home, identifier):
    """Where an installed app's bundle is."""
    path = os.path.join(home, "bundles", identifier)
    return path if os.path.isdir(path) else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--products", required=True, help="the folder of quiesced, quiesce and Gallery")
    parser.add_argument("--gateway", help="the built quiesce-gateway; without it no pushes come")
    parser.add_argument("--disk", choices=KINDS, default="ext4", help="its file system")
    parser.add_argument("--cuts", type=int, default=500)
    parser.add_argument("--pause", type=float, default=2, help="seconds between cuts, at most")
    parser.add_argument("--patience", type=float, default=60)
    parser.add_argument("--control", action="store_true",
                        help="nothing that the daemon syncs is on disk (nosync.c): exits with 0 if that is found")
    parser.add_argument("--keep", help="a folder for what the device had after a cut with a mistake")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000_007)
    options = parser.parse_args()
    enter(options.disk)
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="quiesce-cut-") as folder:
        os.chmod(folder, 0o711)
        options.preload = None
        if options.control:
            options.preload = os.path.join(folder, "nosync.so")
            run(shutil.which("clang") or "cc", "-shared", "-fPIC", "-o", options.preload, os.path.join(FOLDER, "nosync.c"))
        life = Run(options, folder)
        try:
            life.go()
            return life.report() if not options.control else 1 - life.report()
        finally:
            life.close()


if __name__ == "__main__":
    sys.exit(main())
