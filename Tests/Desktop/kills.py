"""The daemon's deaths and stops: nothing stays frozen."""
import time

import kernel
from device import Device
from rows import progress
from waiting import until

FREE, LOOK = 2, 0.05
# Later than the goal, so that the row says by how much it was missed.
PATIENCE = 5
TERMINALS = 2
# At once, each with a daemon of its own.
DEVICES = 9


class Kills:
    def __init__(self, products, desktop, rows):
        self.products, self.desktop, self.rows = products, desktop, rows
        self.devices = {}

    def frozen(self, names):
        """Those that have a frozen process."""
        table = kernel.Processes()
        return [name for name in names
                if any(kernel.is_frozen(pid) for pid in self.desktop.of(name, table))]

    def are_frozen(self, names):
        table = kernel.Processes()
        return all(kernel.are_frozen(self.desktop.of(name, table)) for name in names)

    def running(self, names):
        return [name for name in names if not self.are_frozen([name])]

    def thawed(self, began, names):
        """Seconds from its daemon's end until a program runs; one that stays frozen has none."""
        found = {}

        def look():
            frozen, now = self.frozen(names), time.monotonic()
            for name in names:
                if name not in frozen:
                    found.setdefault(name, now - began[name])
            return not frozen

        until(look, PATIENCE, LOOK)
        return found

    def tell(self, row, results):
        left = sorted({name for name, took in results if took is None})
        longest, last = max((took or 0, name) for name, took in results)
        value = f"{len(results)} programs, the last thawed after {longest:.1f} s: {last}"
        if left:
            value = f"frozen after {PATIENCE} s: {', '.join(left)}"
        self.rows.add(row, value, f"{FREE} s", not left and longest <= FREE)

    def real(self, device, names):
        """One death and one stop, of the day's programs that sleep."""
        progress("the daemon is killed, then stopped")
        for what, end in (("kill -9", device.kill), ("down", device.down)):
            row = f"{what}, real programs"
            if device.daemon() is None:
                device.up()
            self.desktop.hide()
            if until(lambda: self.are_frozen(names), 20, 0.2) is None:
                running = ", ".join(self.running(names))
                self.rows.fail(row, f"not frozen before it: {running}", f"{FREE} s")
            began = dict.fromkeys(names, time.monotonic())
            end()
            thawed = self.thawed(began, names)
            self.tell(row, [(name, thawed.get(name)) for name in names])
        left = [name for name in names if self.desktop.of(name)]
        self.rows.add("down ends all", ", ".join(left) or "none left", "none left", not left)

    def many(self, count):
        """Deaths and stops with terminals, some devices at a time."""
        found, done, weak = {"kill -9": [], "down": []}, 0, []
        while done < count:
            fleet = self.fleet(min(DEVICES, (count - done + 1) // 2))
            names = [name for part in fleet.values() for name in part]
            for what, results in found.items():
                if until(lambda: self.are_frozen(names), 20, 0.2) is None:
                    weak += [f"{name} before {what}" for name in self.running(names)]
                thawed = self.thawed(self.end_all(fleet, what), names)
                results += [(name, thawed.get(name)) for name in names]
                done += len(fleet)
                progress(f"{done} of {count}")
                if what == "kill -9":
                    for device in fleet:
                        device.up()
            self.end()
        for what, results in found.items():
            if results:
                self.tell(f"{what}, {len(results) // TERMINALS} times", results)
        if weak:
            self.rows.fail("kills and stops", f"not frozen: {', '.join(weak)}", 0)

    def fleet(self, count):
        """Devices, each with the names of its terminals, hidden."""
        self.desktop.show("Terminals")
        for number in range(count):
            device = Device(self.products, self.desktop, f"d{number}")
            self.devices[device] = [f"Terminal{number}-{at}" for at in range(TERMINALS)]
            device.up()
            for name in self.devices[device]:
                self.desktop.begin_command(
                    name, device.before(name) + self.desktop.kind.terminal("terminal") + ["cat"])
        for name in (name for names in self.devices.values() for name in names):
            until(lambda: self.desktop.windows(name), 20, 0.05)
        self.desktop.hide()
        return dict(self.devices)

    def end_all(self, fleet, what):
        """When each program lost its daemon, or that was told to stop."""
        began = {}
        for device, names in fleet.items():
            began |= dict.fromkeys(names, time.monotonic())
            if what == "kill -9":
                device.kill()
            else:
                device.begin_down()
        return began

    def end(self):
        for device in self.devices:
            device.down()
        self.devices.clear()
