"""Stories of places, sound, calls, Bluetooth, accessories and sensors."""
import json
import os
import socket

from judgement import ABSENT
from story import A, Story


class Places(Story):
    """Regions, significant changes and updates are asked for and given up; the device goes to
    another place."""
    modes, permissions = ("location",), ("notifications", "location")
    facts = "location notification wake"
    controls = "sendEvent home"
    requests = """location.monitor location.stopMonitoring location.startSignificant
        location.stopSignificant location.start location.stop location.startHeading
        location.stopHeading notification.schedule"""
    HOME, AWAY = (48.2081743, 16.3738189), (48.2181743, 16.3738189)

    @staticmethod
    def circle(name, place):
        return {"shape": "circle", "identifier": name, "radius": 150, "center": {
            "latitude": round(place[0] * 1e7), "longitude": round(place[1] * 1e7)}}

    def monitor(self, region):
        self.asked("region", region["identifier"], "there",
                   f"ask('location', 'monitor', region={region})")

    def tell(self):
        self.board.bring(A, "active")
        self.puppet.asked("register('alert')")
        self.monitor(self.circle("home", self.HOME))
        self.monitor(self.circle("shop", self.AWAY))
        self.asked("region", "shop", ABSENT, "ask('location', 'stopMonitoring', region='shop')")
        self.monitor({"shape": "beacons", "identifier": "desk", "uuid": BEACON})
        for does in ("start", "stop", "start"):
            self.asked("significant", A, "there" if does == "start" else ABSENT,
                       f"ask('location', '{does}Significant')")
        wish = {"accuracy": 10, "distance": 5}
        self.asked("updates", A, 10, f"ask('location', 'start', manager=1, wish={wish})")
        self.asked("heading", A, "there", "ask('location', 'startHeading', manager=1, filter=5)")
        self.asked("scheduled", "arrived", "there",
                   f"schedule('arrived', region={self.circle('there', self.AWAY)})")
        self.sent("state", "home", "inside", "location", *self.HOME)
        self.asked("heading", A, ABSENT, "ask('location', 'stopHeading', manager=1)")
        self.asked("updates", A, ABSENT, "ask('location', 'stop', manager=1)")
        self.away()
        # No faster than anything moves, or nobody believes it before it is said again.
        self.sent("came", "left home", "heard", "location", *self.AWAY, also=[
            ("state", "home", "outside"), ("scheduled", "arrived", ABSENT),
            ("shown", "arrived", "heard")])
        self.suspended()
        self.sent("came", "entered desk", "heard", "beacon", BEACON, 7, 1)
        self.suspended()

    def found(self):
        found = {place: times for place, times in self.heard("came", "place ").items()
                 if place[1].split()[0] in ("entered", "left")}
        for row in self.board.rows(type="location", track=False):
            if row["kind"] == "region":
                found.setdefault(("region", row["region"]), []).append("there")
                if row["region"] == "home" and row["state"] != "unknown":
                    found["state", "home"] = [row["state"]]
            elif row["kind"] == "app":
                if row.get("significant"):
                    found["significant", A] = ["there"]
                if "updates" in row:
                    found["updates", A] = [row["accuracy"]]
                if "where it points to" in row["detail"]:
                    found["heading", A] = ["there"]
        for row in self.board.rows(type="notifications", scheduled=True):
            found.setdefault(("scheduled", row["name"]), []).append("there")
        for row in self.board.rows(type="notifications"):
            found.setdefault(("shown", row["name"]), []).append("heard")
        return found

    def promised(self):
        return self.all_heard("came", "shown")


BEACON = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"


class Sound(Story):
    """An app plays, hears a key, ends, and is launched for the next key."""
    modes = ("audio",)
    facts = "audio wake"
    controls = "sendEvent"
    requests = "audio.set audio.activate audio.takes audio.working audio.deactivate"

    def tell(self):
        self.board.bring(A, "active")
        self.puppet.asked("ask('audio', 'set', category='playback')")
        self.puppet.asked("ask('audio', 'activate')")
        self.puppet.asked("ask('audio', 'takes', takes=['play', 'pause'])")
        self.asked("player", A, "there", "ask('audio', 'working', plays=True, records=False)")
        self.sent("key", "pause", "heard", "remote-control", "pause")
        self.board.wait("the key is heard", self.promised)
        self.puppet.asked("ask('audio', 'working', plays=False, records=False)")
        self.puppet.asked("ask('audio', 'deactivate', notifies=True)")
        self.away()
        self.board.rows(type="open", app=A)
        self.ended(("key", "pause"))
        self.sent("key", "play", "heard", "remote-control", "play")
        self.suspended()

    def found(self):
        found = self.heard("key", "key ")
        if not self.obstacles("audio"):
            found["player", A] = ["there"]
        return found

    def promised(self):
        return self.all_heard("key")


class Calls(Story):
    """A socket by which an app waits for calls, its keep-alive handler, voip pushes."""
    modes = ("voip",)
    facts = "wake push pushRegistration"
    controls = "sendPush"
    requests = "voip.keep voip.keepAlive push.registerVoIP push.unregisterVoIP"

    def __init__(self, board):
        super().__init__(board)
        self.server = socket.create_server(("127.0.0.1", 0))
        self.line = None

    def tell(self):
        board = self.board
        board.bring(A, "active")
        for seconds, value in ((600, "there"), (None, ABSENT), (900, "there")):
            wish = "" if seconds is None else f", seconds={seconds}"
            self.asked("keep-alive", A, value, f"ask('voip', 'keepAlive'{wish})")
        self.asked("registered", "voip", "there", "app.push('registerVoIP')")
        board.order("call", "1", "heard", type="sendPush", app=A, payload='{"n":1}', voip=True)
        self.puppet.run(LINE.format(port=self.server.getsockname()[1]))
        self.line, _ = self.server.accept()
        self.away()
        for number in (1, 2):
            # From here on the kernel has it, and whoever keeps the socket must tell.
            board.promise("rang", str(number), "heard",
                          lambda number=number: self.line.sendall(b"%d " % number))
            board.wait("it was woken", lambda number=number: self.woken() >= number)
            self.suspended()
        board.order("call", "2", "heard", type="sendPush", app=A, payload='{"n":2}', voip=True)
        self.suspended()
        board.bring(A, "active")
        self.asked("registered", "voip", ABSENT, "app.push('unregisterVoIP')")

    def woken(self):
        rows = self.board.rows(type="log", app=A, follow=False)
        return sum(row["reason"] == "wokenForVoIP" for row in rows)

    def found(self):
        found = {**self.heard("rang", "rang "), **self.heard("call", "voip push ")}
        if "Its keep-alive handler is called." in self.why("voip"):
            found["keep-alive", A] = ["there"]
        if not self.obstacles("voipPush"):
            found["registered", "voip"] = ["there"]
        return found

    def promised(self):
        return self.all_heard("rang", "call")

    def close(self):
        super().close()
        self.server.close()
        if self.line:
            self.line.close()


LINE = """
line = socket.create_connection(('127.0.0.1', {port}))
def left():
    calls.append('didEnterBackground')
    ask('voip', 'keep', descriptor=line.fileno(), transport='tcp')
def heard(call, news):
    if call == 'voip' and news['kind'] == 'traffic':
        calls.extend('rang ' + word for word in line.recv(100).decode().split())
app.did_enter_background, app.heard = left, heard
"""


class Radio(Story):
    """Managers of Bluetooth that are to be restored: what they look for, are connected to and
    offer; a beat wakes the app."""
    modes = ("bluetooth-central", "bluetooth-peripheral")
    permissions = ("notifications", "bluetooth")
    facts = "bluetooth wake"
    controls = "sendEvent"
    requests = """bluetooth.open bluetooth.close bluetooth.scan bluetooth.stopScan
        bluetooth.connect bluetooth.disconnect bluetooth.discover bluetooth.notify
        bluetooth.publish bluetooth.unpublish bluetooth.advertise bluetooth.stopAdvertising"""

    def __init__(self, board):
        super().__init__(board)
        self.before, self.restored = {}, {}

    def play(self, *words):
        self.board.rows(type="sendEvent", words=["bluetooth", *words])

    def news(self, kind):
        return [json.loads(call.split(" ", 2)[2]) for call in self.puppet.calls()
                if call.startswith(f"radio {kind} ")]

    def hear(self, kind):
        self.board.wait(kind, lambda: self.news(kind))
        return self.news(kind)[0]

    def ask(self, kind, key, value, action, **fields):
        self.asked(kind, key, value, f"ask('bluetooth', {action!r}, **{fields})")

    def open(self, manager, role):
        self.puppet.asked(
            f"ask('bluetooth', 'open', manager='{manager}', role='{role}', restores=True)")

    def tell(self):
        self.board.bring(A, "active")
        self.play("on")
        # A manager that wants nothing has nothing to be restored.
        for manager in ("belt", "gone"):
            self.open(manager, "central")
        self.ask("scan", "gone", ["180A"], "scan", manager="gone", services=["180A"])
        self.ask("scan", "gone", ABSENT, "close", manager="gone", role="central")
        for services, action in ((["180D"], "scan"), (None, "stopScan"), (["180D"], "scan")):
            self.ask("scan", "belt", services or ABSENT, action, manager="belt",
                     **({"services": services} if services else {}))
        self.play("near", "Belt", "180D/2A37:notify=0048")
        belt = self.hear("discovered")["peripheral"]["identifier"]
        for action in ("connect", "disconnect", "connect"):
            self.ask("peripheral", belt, "there" if action == "connect" else ABSENT, action,
                     manager="belt", peripheral=belt)
        self.board.wait("connected", lambda: self.news("connected"))
        self.puppet.asked(f"ask('bluetooth', 'discover', peripheral='{belt}')")
        self.hear("services")
        self.puppet.asked(
            f"ask('bluetooth', 'notify', peripheral='{belt}', handle=2, isOn=True)")
        self.hear("notifies")
        self.open("battery", "peripheral")
        for service in ("180F", "180A"):
            self.ask("service", service, "there", "publish", manager="battery", service={
                "uuid": service, "characteristics": [{"uuid": "2A19", "properties": 18}]})
        self.ask("service", "180A", ABSENT, "unpublish", manager="battery", service="180A")
        for services in (["180F"], None, ["180F"]):
            self.ask("advertises", "battery", services or ABSENT,
                     "advertise" if services else "stopAdvertising", manager="battery",
                     **({"advertise": {"services": services}} if services else {}))
        self.away()
        for beat in ("0050", "0051"):
            self.sent("beat", beat, "heard", "bluetooth", "value", "Belt", "2A37", beat)
            self.suspended()

    def revive(self):
        super().revive()
        # The process is as it was. The next is told what is known of the managers.
        self.board.wait("the beats", self.all_beats)
        self.before = self.beats()
        # A daemon's death is the end of the peripherals that it played, of which the app is told.
        for each in self.news("disconnected"):
            if "failure" in each:
                self.before["peripheral", each["peripheral"]] = ["there"]
        self.end()
        self.board.bring(A, "active")
        for manager in ("belt", "gone"):
            self.open(manager, "central")
        self.open("battery", "peripheral")
        self.board.wait("opened", lambda: len(self.news("opened")) == 3)
        self.restored = {
            each["manager"]: each["restored"] for each in self.news("restored")}

    def beats(self):
        found = {}
        for each in self.news("value"):
            beat = {"AFA=": "0050", "AFE=": "0051"}.get(each["value"], each["value"])
            found.setdefault(("beat", beat), []).append("heard")
        return found

    def all_beats(self):
        heard = self.beats()
        return all(("beat", each.key) in heard for each in self.board.promises
                   if each.kind == "beat" and each.acknowledged)

    def found(self):
        found = dict(self.before)
        for manager, state in self.restored.items():
            if state.get("scan"):
                found["scan", manager] = [state["scan"]]
            for each in state.get("peripherals", []):
                found.setdefault(("peripheral", each["identifier"]), []).append("there")
            for each in state.get("services", []):
                found.setdefault(("service", each["uuid"]), []).append("there")
            if state.get("advertisement"):
                found["advertises", manager] = [state["advertisement"]["services"]]
        return found


class Sensors(Story):
    """Samples, the idle timer, and a session with an accessory: wishes that end with the launch,
    and outlast a daemon."""
    modes = ("external-accessory",)
    keys = {"UISupportedExternalAccessoryProtocols": ["org.example.scale"]}
    controls = "sendEvent"
    requests = "motion.start motion.stop idleTimer accessory.open accessory.close"

    def __init__(self, board):
        super().__init__(board)
        self.ends = os.openpty()

    def tell(self):
        self.board.bring(A, "active")
        for sensor in ("accelerometer", "gyroscope"):
            self.asked("samples", sensor, "there",
                       f"ask('motion', 'start', sensor='{sensor}', interval=1000000000)")
        self.asked("samples", "gyroscope", ABSENT, "ask('motion', 'stop', sensor='gyroscope')")
        for is_on in (True, False, True):
            self.asked("screen", A, "on" if is_on else ABSENT,
                       f"app._request(type='idleTimer', disabled={is_on})")
        path = os.ttyname(self.ends[1])
        os.chmod(path, 0o666)
        self.board.rows(type="sendEvent", words=[
            "accessory", "connect", "Scale", "protocol=org.example.scale", f"pty={path}"])
        for session, does in ((1, "open"), (1, "close"), (2, "open")):
            what = ", connection=1, speaking='org.example.scale'" if does == "open" else ""
            self.asked("session", "Scale", "there" if does == "open" else ABSENT,
                       f"ask('accessory', '{does}', session={session}{what})")

    def found(self):
        found, samples = {}, " ".join(self.why("motion"))
        for sensor in ("accelerometer", "gyroscope"):
            if sensor in samples:
                found["samples", sensor] = ["there"]
        if any(row.get("keepsScreenOn") for row in self.board.rows(type="whyAwake")[0]["apps"]):
            found["screen", A] = ["on"]
        if self.why("accessory"):
            found["session", "Scale"] = ["there"]
        return found

    def close(self):
        super().close()
        for end in self.ends:
            os.close(end)
