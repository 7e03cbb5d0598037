"""Programs that are started a second time, against a first one that is frozen."""
import subprocess
import time

import programs
from rows import progress
from waiting import until

# Seconds later than against a program that is never frozen.
AGAIN = 1
# A call on the bus waits for 25 s, which would take too long here.
PATIENCE = 8
# Time for the first one to be frozen anew.
FREEZE = 15


class SecondStarts:
    def __init__(self, day):
        self.day = day

    def tell(self):
        progress("second starts")
        self.day.ours.hide()
        ways = {
            "Firefox, by quiesce run": self.open_page,
            "Thunderbird, by quiesce run": self.compose,
            "Firefox, by itself": self.open_page_alone,
            "Mines, by itself": lambda desktop: self.command(desktop, "gnome-mines"),
            "Paused, playerctl status": lambda desktop: self.command(
                desktop, "playerctl", "status"),
            "Copy, a paste": lambda desktop: self.command(
                desktop, "xclip", "-o", "-selection", "clipboard"),
        }
        for way, start in ways.items():
            name = way.partition(",")[0]
            if name in self.day.names:
                self.tell_one(f"again: {way}", name, start)

    def tell_one(self, row, name, start):
        free = start(self.day.plain)
        if until(lambda: self.day.all_frozen([name]), FREEZE, 0.2) is None:
            return self.day.rows.fail(row, "the first isn't frozen", f"{AGAIN} s")
        took = start(self.day.ours)
        beside = "; never frozen: " + ("not in time" if free is None else f"{free:.1f} s")
        goal = AGAIN + round(free or 0, 1)
        self.day.rows.within(row, took, goal, beside, f"not in {PATIENCE} s")
        self.day.ours.hide()

    def open_page(self, desktop):
        """Seconds until the server is asked for it."""
        begin = time.monotonic()
        self.again(desktop, "Firefox", self.page(desktop, "second"))
        return self.opened(desktop, begin, "second")

    def open_page_alone(self, desktop):
        """The same as a link in another program opens it."""
        begin = time.monotonic()
        process = desktop.begin_command("second", self.page(desktop, "third"))
        took = self.opened(desktop, begin, "third")
        if process.poll() is None and took is None:
            process.kill()
        return took

    def page(self, desktop, name):
        url = programs.page(desktop, self.day.servers, "Firefox", f"&{name}")
        return programs.firefox(desktop, self.day.servers, url)

    def opened(self, desktop, begin, name):
        return until(lambda: any(event.more == name for event in self.day.servers.since(
            begin, "page", desktop.who("Firefox"))), PATIENCE)

    def compose(self, desktop):
        count = len(desktop.windows("Thunderbird"))
        self.again(desktop, "Thunderbird",
                   programs.thunderbird(desktop, self.day.servers, ["-compose", "subject=second"]))
        return until(lambda: len(desktop.windows("Thunderbird")) > count, PATIENCE, 0.03)

    def again(self, desktop, name, arguments):
        before = desktop.run(name) if desktop.run else []
        desktop.begin_command(name, before + arguments)

    def command(self, desktop, *command):
        """Seconds to its good end, of one that Quiesce doesn't start."""
        process = desktop.begin_command("second", list(command))
        begin = time.monotonic()
        try:
            code = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            return None
        return time.monotonic() - begin if code == 0 else None
