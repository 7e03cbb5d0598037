"""A compositor without a screen, and its IPC, sway-ipc(7)."""
import json
import os
import socket
import struct
import subprocess

from waiting import wait

CONFIGURATION = """
output HEADLESS-1 resolution 1024x640
default_border none
focus_follows_mouse no
focus_on_window_activation none
workspace_layout {layout}
xwayland disable
"""


class Sway:
    """`layout`: how windows share a workspace. Of tabs (`tabbed`) one is shown."""

    COMMANDS = ("sway", "foot", "wtype")
    ENVIRONMENT = {
        "XDG_SESSION_TYPE": "wayland", "XDG_CURRENT_DESKTOP": "sway", "MOZ_ENABLE_WAYLAND": "1",
        "GDK_BACKEND": "wayland",
    }
    # How programs are told of it.
    PLATFORM, VIDEO = "wayland", "wlshm"

    @staticmethod
    def terminal(name):
        """The words before a command."""
        return ["foot", "-a", name]

    def __init__(self, folder, environment=None, layout="default"):
        runtime = f"{folder}/rt"
        os.makedirs(runtime, 0o700, exist_ok=True)
        with open(f"{folder}/sway.conf", "w") as file:
            file.write(CONFIGURATION.format(layout=layout))
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": folder, "XDG_RUNTIME_DIR": runtime, "LANG": "C.UTF-8",
        } | (environment or {})
        backend = {
            "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
        }
        self.keyboard = None
        with open(f"{folder}/sway.log", "w") as log:
            self.process = subprocess.Popen(
                ["sway", "-c", f"{folder}/sway.conf"], env=self.environment | backend,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        path = f"{runtime}/sway-ipc.{os.getuid()}.{self.process.pid}.sock"
        self.socket = socket.socket(socket.AF_UNIX)
        wait("sway", lambda: self.socket.connect_ex(path) == 0)
        display = next(
            name for name in os.listdir(runtime) if name.startswith("wayland-") and "." not in name)
        self.environment |= {"SWAYSOCK": path, "WAYLAND_DISPLAY": display}
        # A seat without a keyboard gets one with each key typed, and the program would have to ask
        # for it first.
        self.keyboard = subprocess.Popen(
            ["wtype", "-s", "2000000000"], env=self.environment, stdin=subprocess.DEVNULL,
            start_new_session=True)

    def end(self):
        if self.keyboard:
            self.keyboard.kill()
            self.keyboard.wait()
        self.process.terminate()
        self.process.wait()

    def ask(self, kind, text=""):
        data = text.encode()
        self.socket.sendall(b"i3-ipc" + struct.pack("=II", len(data), kind) + data)
        header = self.receive(14)
        return json.loads(self.receive(struct.unpack_from("=I", header, 6)[0]))

    def receive(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise SystemExit("sway has ended")
            data += part
        return data

    def do(self, command):
        answers = self.ask(0, command)
        if not all(answer["success"] for answer in answers):
            raise SystemExit(f"sway refused {command}: {answers}")

    def windows(self):
        """Each with its app_id, pid and name, the title."""
        found, nodes = [], [self.ask(4)]
        while nodes:
            node = nodes.pop()
            if node.get("pid"):
                found.append(node)
            nodes += node["nodes"] + node["floating_nodes"]
        return found

    def place(self, _):
        """A new window has its place beside the others."""

    def move(self, window, workspace):
        self.do(f"[con_id={window['id']}] move container to workspace {workspace}")

    def show(self, workspace):
        self.do(f"workspace {workspace}")

    def point(self, places):
        for x, y in places:
            self.do(f"seat seat0 cursor set {x} {y}")

    def pids(self):
        """By app_id."""
        return {window["app_id"]: window["pid"] for window in self.windows() if window["app_id"]}

    def type(self, text):
        subprocess.run(["wtype", text], env=self.environment, check=True)
