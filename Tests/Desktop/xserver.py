"""An X server without a screen, with a window manager, EWMH."""
import os
import subprocess

from waiting import wait

WIDTH, HEIGHT = 2560, 1280
# Side by side, so that none covers another.
COLUMNS, ROWS = 3, 3
# The window manager knows its desktops by number.
DESKTOPS = ["All", "Nobody", "Terminals"]
MOST = 12


class XServer:
    COMMANDS = ("Xvfb", "openbox", "xterm", "xdotool", "wmctrl")
    ENVIRONMENT = {
        "XDG_SESSION_TYPE": "x11", "XDG_CURRENT_DESKTOP": "openbox", "MOZ_ENABLE_WAYLAND": "0",
        "GDK_BACKEND": "x11",
    }
    # How programs are told of it.
    PLATFORM, VIDEO = "x11", "x11"

    @staticmethod
    def terminal(name):
        """The words before a command."""
        return ["xterm", "-class", name, "-e"]

    def __init__(self, folder, environment):
        self.placed, self.desktops = 0, list(DESKTOPS)
        with open(f"{folder}/screen.log", "w") as log:
            number, to = os.pipe()
            self.server = subprocess.Popen(
                # A server begins anew when its last client leaves: openbox, which has just come,
                # would be thrown out.
                ["Xvfb", "-noreset", "-displayfd", str(to), "-screen", "0",
                 f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"], env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True, pass_fds=[to])
            os.close(to)
            with os.fdopen(number) as said:
                display = said.readline().strip()
            if not display:
                raise SystemExit("Xvfb doesn't start")
            self.environment = environment | {"DISPLAY": f":{display}"}
            self.manager = subprocess.Popen(
                ["openbox", "--sm-disable"], env=self.environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True)
        wait("openbox", lambda: self.run("wmctrl", "-m") is not None)
        wait("its desktops", self.has_desktops)

    def has_desktops(self):
        # A manager that has just begun may not hear it.
        self.run("wmctrl", "-n", str(MOST))
        return len((self.run("wmctrl", "-d") or "").splitlines()) == MOST

    def run(self, *command):
        """All that it says; None: it failed."""
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment)
        return done.stdout if done.returncode == 0 else None

    def end(self):
        for process in (self.manager, self.server):
            process.terminate()
            process.wait()

    def windows(self):
        """Each with its id, desktop and pid."""
        found = []
        for line in (self.run("wmctrl", "-lp") or "").splitlines():
            window, desktop, pid = line.split()[:3]
            found.append({"id": window, "desktop": int(desktop), "pid": int(pid)})
        return found

    def place(self, window):
        """A new window is put beside the others."""
        row, column = divmod(self.placed % (COLUMNS * ROWS), COLUMNS)
        self.placed += 1
        width, height = WIDTH // COLUMNS, HEIGHT // ROWS
        self.run("wmctrl", "-i", "-r", window["id"], "-b", "remove,maximized_vert,maximized_horz")
        # The manager's frame takes some of it.
        self.run("wmctrl", "-i", "-r", window["id"], "-e",
                 f"0,{column * width},{row * height},{width - 10},{height - 40}")

    def number(self, desktop):
        if desktop not in self.desktops:
            self.desktops.append(desktop)
        return self.desktops.index(desktop)

    def move(self, window, desktop):
        self.run("wmctrl", "-i", "-r", window["id"], "-t", str(self.number(desktop)))

    def show(self, desktop):
        number = self.number(desktop)
        self.run("wmctrl", "-s", str(number))
        for window in self.windows():
            if window["desktop"] == number:
                self.run("wmctrl", "-i", "-a", window["id"])

    def point(self, places):
        steps = [word for x, y in places for word in ("mousemove", str(x), str(y))]
        self.run("xdotool", *steps)

    def type(self, text):
        self.run("xdotool", "type", "--delay", "2", text)
