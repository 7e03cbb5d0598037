"""The transfers that an app asks for, by its background session (Tests/TransferHarnessApp)."""
import hashlib
import os

from work import KIB, MIB, Work

MIX = [("download", 256 * KIB, 4 * MIB, 1 * MIB)] * 2 + [("download", 8 * MIB, 24 * MIB, 3 * MIB)] * 2 \
    + [("data", 1, 64 * KIB, 0)] * 2 + [("upload", 1, 512 * KIB, 0)] * 2
APP = "org.quiesce.tests.Harness"


class AppWork(Work):
    """One of them, as a line of the app's orders."""

    def __init__(self, number, chance, server, kills):
        super().__init__(number, chance, server, None, kills, MIX)
        count = 0
        if self.kind == "upload":
            count = self.size // 4 + 1
            self.sha256 = hashlib.sha256(f"{number} ".encode() * count).hexdigest()
        self.order = f"{number} {self.kind} {self.url} {count}\n"


class App:
    def __init__(self, device, folder, works):
        self.device, self.works = device, works
        self.container = device.install("TransferHarnessApp", APP, folder)
        self.open()
        with open(os.path.join(folder, "orders"), "w", encoding="ascii") as file:
            file.writelines(work.order for work in works)
        os.chmod(file.name, 0o644)
        os.rename(file.name, os.path.join(self.container, "orders"))
        self.kill()
        self.open()

    def open(self):
        self.device.ask("open", APP)

    def leave(self):
        self.device.ask("home")

    def kill(self):
        return self.device.kill_app(APP)

    def verdicts(self):
        """Number → {task: its lines}"""
        found = {}
        try:
            with open(os.path.join(self.container, "verdicts"), encoding="ascii") as file:
                for line in file:
                    number, task, end = line.rstrip("\n").split(" ", 2)
                    found.setdefault(int(number), {}).setdefault(task, []).append(end)
        except FileNotFoundError:
            pass
        return found

    def is_done(self):
        return set(self.verdicts()) >= {work.number for work in self.works}

    def mistakes(self, server):
        verdicts = self.verdicts()
        for work in self.works:
            name = f"the app's {work.kind} {work.number} ({work.size} bytes)"
            tasks = verdicts.get(work.number)
            if not tasks:
                yield f"{name}: no verdict"
                continue
            state = server.state(work.path)
            for task, ends in tasks.items():
                if len(set(ends)) != 1:
                    yield f"{name}: several verdicts: {sorted(set(ends))}"
                elif ends[0] not in ("status 200", "status 206"):
                    yield f"{name}: {ends[0]}"
                else:
                    path = os.path.join(self.container, "files", f"{work.number}-{task}")
                    if not os.path.exists(path):
                        yield f"{name}: a verdict without a file"
                        continue
                    with open(path, "rb") as file:
                        wrong = work.wrong(file.read(), state)
                    if wrong:
                        yield f"{name}: {wrong}"
