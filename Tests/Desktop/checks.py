"""The day's parts, each with its goals."""
import time

import kernel
import sound
from rows import progress
from waiting import until

LEFT = 10
LOOK = 0.2
KEPT, ASLEEP = 0.25, 0.02
# A program that takes no time by itself has none to save: a tick of the clock is nothing.
TICK_MS = 10
# Data wait for ten seconds at most, and a mail is fetched in some steps.
MAIL_THAWED, MAIL_FOCUSED = 15, 5
# Programs do for minutes what they put off at their start.
SETTLE = 30
MOTIONS = 2000
# A chat tries again after ten seconds.
BACK = 20


def freezer(rows, device, wanted):
    found = device.status()["freezer"]
    progress(f"frozen by {found}")
    if wanted in ("any", found):
        return True
    rows.fail("freezer", found, wanted)
    return False


class Day:
    def __init__(self, rows, ours, plain, device, servers, day):
        self.rows, self.ours, self.plain, self.device = rows, ours, plain, device
        self.servers, self.day = servers, day
        self.names = [program.name for program in day]
        self.left, self.frozen, self.connected = {}, {}, 0
        # Looks at programs that sleep, and those that found one awake.
        self.looks, self.awake = 0, {}

    @property
    def desktops(self):
        return (self.ours, self.plain)

    @property
    def sleepers(self):
        return [program for program in self.day if not program.obstacle]

    def begin(self):
        for program in self.day:
            for desktop in self.desktops:
                desktop.start(program)
            for desktop in self.desktops:
                desktop.wait_for(program)
            progress(f"{program.name} runs")
        self.connected = time.monotonic()
        self.stay_in_sight()
        for desktop in self.desktops:
            desktop.part(self.names)

    def stay_in_sight(self):
        """All are shown, and one has the focus."""
        progress(f"{SETTLE} s in sight")
        self.left = dict.fromkeys(self.names, time.monotonic())
        self.look_for(SETTLE)
        self.ours.screen.point(
            (20 + number * 7 % 980, 20 + number * 3 % 600) for number in range(MOTIONS))
        self.look_for(1)
        wrong = [f"{name} frozen" for name in self.frozen]
        wrong += [f"{name} gone" for name in self.names if not self.ours.windows(name)]
        self.rows.add("shown", "; ".join(wrong) or f"all run, after {MOTIONS} motions as well",
                      "none frozen, none gone", not wrong)
        self.left, self.frozen = {}, {}

    # Left

    def leave(self):
        """Each has the screen for a moment; then nobody is there."""
        for name in self.names + ["Nobody"]:
            for desktop in self.desktops:
                desktop.show(name)
            self.left.pop(name, None)
            self.frozen.pop(name, None)
            if name != "Nobody":
                self.look_for(3)
                self.left[name] = time.monotonic()
        progress("nobody is there")
        self.look_for(LEFT + 2)
        for program in self.sleepers:
            self.rows.within(f"frozen: {program.name}", self.frozen.get(program.name), LEFT)

    def look_for(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.look()
            time.sleep(LOOK)

    def look(self):
        table = kernel.Processes()
        now = time.monotonic()
        for program in self.day:
            since = self.left.get(program.name)
            if since is None or program.name in self.frozen:
                continue
            if kernel.are_frozen(self.ours.of(program.name, table)):
                self.frozen[program.name] = now - since

    def tell_obstacles(self):
        for program in self.day:
            if not program.obstacle:
                continue
            said = self.device.why(program.name)
            after = self.frozen.get(program.name)
            ran = "ran on" if after is None else f"frozen after {after:.1f} s"
            names = program.obstacle in said
            self.rows.add(
                f"runs on: {program.name}", f"{ran}; `why` {'names it' if names else 'does not'}",
                f"runs, and `why` says {program.obstacle}", after is None and names)

    # Out of sight

    def keep(self, seconds):
        progress(f"{seconds:.0f} s with connections kept")
        for desktop in self.desktops:
            desktop.record()
        uses = self.uses()
        self.watch(seconds * 0.2)
        sent = self.send("in time")
        self.watch(seconds * 0.8)
        self.tell_use(uses, "kept", KEPT, [program for program in self.sleepers if program.thaw])
        self.tell_mail("mail while asleep", sent, MAIL_THAWED)
        self.tell_disconnects()
        self.tell_obstacles()
        if "Music" in self.names:
            gaps = [sound.longest_gap(desktop.recorded()) for desktop in self.desktops]
            self.rows.add("music", f"{gaps[0]} ms without sound, never frozen {gaps[1]} ms",
                          f"{sound.GAP} ms", gaps[0] <= sound.GAP)

    def sleep(self, seconds):
        for program in self.sleepers:
            if program.thaw:
                self.device.must("thaw", program.name, "never")
        names = [program.name for program in self.sleepers]
        took = until(lambda: self.all_frozen(names), 10, LOOK)
        if took is None:
            self.rows.fail("asleep", "not all are frozen", "all")
        progress(f"{seconds:.0f} s asleep")
        uses = self.uses()
        self.watch(seconds)
        self.tell_use(uses, "asleep", ASLEEP, self.sleepers)

    def watch(self, seconds):
        """Looks once a second whether one sleeps that must not, and oftener who else is awake."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.look()
            first = {program.name: self.ours.of(program.name)[:1] for program in self.sleepers}
            for _ in range(20):
                time.sleep(0.05)
                self.looks += 1
                for name, pids in first.items():
                    self.awake[name] = self.awake.get(name, 0) + (not kernel.are_frozen(pids))

    def all_frozen(self, names):
        table = kernel.Processes()
        return all(kernel.are_frozen(self.ours.of(name, table)) for name in names)

    def uses(self):
        table = kernel.Processes()
        self.looks, self.awake = 0, {}
        return {(desktop, name): kernel.Use(desktop.of(name, table))
                for desktop in self.desktops for name in self.names}

    def tell_use(self, uses, mode, goal, asked):
        table = kernel.Processes()
        for program in asked:
            (cpu, rate), (free, free_rate) = [
                uses[desktop, program.name].until(desktop.of(program.name, table))
                for desktop in self.desktops]
            awake = self.awake.get(program.name, 0) / max(1, self.looks)
            share = f"{cpu / free:.3f}: " if free else ""
            self.rows.add(
                f"CPU {mode}: {program.name}",
                f"{share}{cpu:.1f} of {free:.0f} ms; awake {awake:.1%}; "
                f"{rate:.1f} of {free_rate:.1f} switches a second",
                goal, cpu <= max(goal * free, TICK_MS))

    # Servers

    def send(self, subject):
        if "Thunderbird" not in self.names:
            return None
        sent = time.monotonic()
        for desktop in self.desktops:
            self.servers.send(desktop.who("Thunderbird"), subject)
        return sent

    def noticed(self, since, desktop):
        found = self.servers.since(since, "fetched", desktop.who("Thunderbird"))
        return found[0].time - since if found else None

    def tell_mail(self, row, since, most):
        if since is not None:
            until(lambda: self.noticed(since, self.ours) is not None, most, 0.1)
            self.rows.within(row, self.noticed(since, self.ours), most)

    def tell_disconnects(self):
        for program in self.day:
            if not program.connects and program.name != "Thunderbird":
                continue
            lost, free = [
                self.servers.since(self.connected, "disconnected", desktop.who(program.name))
                for desktop in self.desktops]
            how = "".join(f", {event.more}" for event in lost[:1])
            self.rows.add(f"disconnects: {program.name}",
                          f"{len(lost)}{how}; never frozen: {len(free)}", 0, not lost)

    # Back

    def come_back(self):
        """A mail is noticed with the focus, and every program is as it was."""
        progress("back")
        if "Thunderbird" in self.names:
            self.mail_by_focus()
        gone = []
        for program in self.day:
            self.ours.show(program.name)
            began = time.monotonic()
            if not self.ours.windows(program.name):
                gone.append(f"{program.name} has no window")
            elif program.connects and until(lambda: self.is_connected(program), BACK, 0.1) is None:
                gone.append(f"{program.name} isn't connected")
            time.sleep(max(0, 1 - (time.monotonic() - began)))
        self.rows.add("alive", "; ".join(gone) or "all", "a window, and connected again", not gone)

    def mail_by_focus(self):
        self.ours.hide()
        until(lambda: self.all_frozen(["Thunderbird"]), LEFT + 5, LOOK)
        sent = self.send("by focus")
        time.sleep(3)
        if self.noticed(sent, self.ours) is not None:
            return self.rows.fail("mail by focus", "noticed before", f"{MAIL_FOCUSED} s")
        shown = time.monotonic()
        self.ours.show("Thunderbird")
        self.tell_mail("mail by focus", shown, MAIL_FOCUSED)

    def is_connected(self, program):
        who = self.ours.who(program.name)
        begun = self.servers.since(0, "connected", who)
        return len(begun) > len(self.servers.since(0, "disconnected", who))
