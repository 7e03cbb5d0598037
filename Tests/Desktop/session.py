"""A desktop of an ordinary user: a bus, a sound server, a screen, and programs."""
import os
import signal
import subprocess
import sys
import time

import kernel
import programs
from waiting import until, wait

SINK = "day"


class Desktop:
    """`kind` is `Sway` or `XServer`; `run` is how a program is started: the words before it, of a
    name and a schedule."""

    def __init__(self, kind, folder, servers, run=None):
        self.kind, self.folder, self.servers, self.run = kind, folder, servers, run
        self.own, self.screen, self.recording = [], None, None
        # The first processes of programs, by name.
        self.started = {}
        os.makedirs(f"{folder}/rt", 0o700)
        self.environment = {
            "PATH": "/usr/bin:/bin:/usr/games", "HOME": folder, "XDG_RUNTIME_DIR": f"{folder}/rt",
            "TMPDIR": folder, "SHELL": "/bin/bash", "LANG": "C.UTF-8",
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={folder}/rt/bus",
            "PULSE_SERVER": f"unix:{folder}/rt/pulse/native",
            "MOZ_CRASHREPORTER_DISABLE": "1", "NO_AT_BRIDGE": "1", "GTK_A11Y": "none",
            "GSETTINGS_BACKEND": "memory", "TZ": "UTC", kernel.MARK: f"{folder}/session",
        } | kind.ENVIRONMENT

    def begin(self):
        self.start_own("dbus-daemon", "--session", "--nofork",
                       f"--address=unix:path={self.folder}/rt/bus")
        self.start_own("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1",
                       "--disable-shm=yes", "--use-pid-file=no", "-L",
                       f"module-null-sink sink_name={SINK}", "-L",
                       f"module-native-protocol-unix socket={self.folder}/rt/pulse/native")
        wait("the bus", lambda: os.path.exists(f"{self.folder}/rt/bus"))
        wait("the sound server", lambda: os.path.exists(f"{self.folder}/rt/pulse/native"))
        self.screen = self.kind(self.folder, self.environment)
        self.environment = self.screen.environment

    def start_own(self, *command):
        process = subprocess.Popen(
            command, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=self.log(command[0]), start_new_session=True)
        self.own.append(process)
        return process

    def log(self, name):
        return open(f"{self.folder}/{name}.log", "ab")

    def who(self, program):
        return f"{os.path.basename(self.folder)}{program}"

    def mark(self, name):
        return f"{self.folder}/{name}"

    def of(self, name, table=None):
        """The processes of a program."""
        return (table or kernel.Processes()).of(self.mark(name), self.started.get(name, ()))

    def windows(self, name):
        pids = set(self.of(name))
        return [window for window in self.screen.windows() if window["pid"] in pids]

    # Programs

    def command(self, program, arguments):
        before = self.run(program.name, program.thaw) if self.run else []
        return before + arguments

    def start(self, program):
        """It begins to start, in sight."""
        self.begin_command(program.name, self.command(
            program, program.arguments(self, self.servers)))

    def begin_command(self, name, command):
        with self.log(name) as log:
            process = subprocess.Popen(
                command, env=self.environment | {kernel.MARK: self.mark(name)},
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
                start_new_session=True)
        self.own.append(process)
        self.started.setdefault(name, set()).add(process.pid)
        return process

    def wait_for(self, program):
        """Until it has a window, and its server knows it."""
        if until(lambda: self.windows(program.name), 90, 0.1) is None:
            raise SystemExit(f"{self.who(program.name)} has opened no window; its last words:\n"
                             + kernel.read(f"{self.folder}/{program.name}.log")[-800:])
        for window in self.windows(program.name):
            self.screen.place(window)
        if program.connects:
            wait(f"{self.who(program.name)} to connect", lambda: self.servers.since(
                0, "connected", self.who(program.name)))
        if program.name == "Thunderbird":
            wait(f"{self.who(program.name)} to wait for mail", lambda: self.servers.since(
                0, "idle", self.who(program.name)), 90)
        if program.name == "Job":
            wait("the shell's prompt", lambda: os.path.exists(f"{self.folder}/{programs.PROMPTED}"))
            # The terminal's mode follows the prompt, and earlier keys may be lost with it.
            time.sleep(0.5)
            self.screen.type(programs.JOB)
            wait("the job", lambda: "sleep" in map(kernel.name, self.of(program.name)))

    def part(self, names):
        """Each goes to a workspace of its own."""
        for name in names:
            for window in self.windows(name):
                self.screen.move(window, name)

    def show(self, name):
        self.screen.show(name)

    def hide(self):
        self.screen.show("Nobody")

    # Sound

    def record(self):
        with open(f"{self.folder}/sound", "wb") as file:
            self.recording = subprocess.Popen(
                ["parec", f"--device={SINK}.monitor", "--raw", "--format=s16le", "--rate=8000",
                 "--channels=1", "--latency-msec=20"],
                env=self.environment, stdin=subprocess.DEVNULL, stdout=file,
                stderr=subprocess.DEVNULL, start_new_session=True)
        self.own.append(self.recording)

    def recorded(self):
        self.recording.terminate()
        self.recording.wait()
        with open(f"{self.folder}/sound", "rb") as file:
            return file.read()

    # The end

    def end(self):
        table = kernel.Processes()
        left = {pid for name in self.started for pid in self.of(name, table)}
        stop(left)
        for process in reversed(self.own):
            if process.poll() is None:
                process.terminate()
        if self.screen:
            self.screen.end()
        stop(kernel.Processes().below(self.folder))
        for process in self.own:
            process.wait()
        self.own, self.started, self.screen = [], {}, None


def stop(pids):
    """Ends processes that were started here, each by its number."""
    for kind in (signal.SIGTERM, signal.SIGKILL):
        for pid in pids:
            for number in (kind, signal.SIGCONT):
                try:
                    os.kill(pid, number)
                except OSError:
                    break
        if until(lambda: all(kernel.is_frozen(pid) is None for pid in pids), 3, 0.05) is not None:
            return
    print(f"left: {pids}", file=sys.stderr)
