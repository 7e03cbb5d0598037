"""Stories of what the user does, and of what happens to the device."""
from board import Puppet
from judgement import ABSENT
from phone import Refused
from story import A, B, C, Story


class Conditions(Story):
    """The device is turned, moved to another country, called, put to sleep, locked."""
    facts = "conditions device"
    controls = "sendEvent sendSleep sendWake lock unlock"
    CHANGES = [
        # Words, the field of `device`, its values.
        (("orientation",), "orientation", ("landscapeLeft", "portraitUpsideDown")),
        (("locale",), "locale", ("fr_FR", "de_CH")),
        (("timezone",), "timeZone", ("Europe/Paris", "Asia/Tokyo")),
        (("identity",), "ubiquityIdentity", ("someone", "none")),
        (("screen", "connect"), "externalScreen", ("1920x1080",)),
    ]

    def __init__(self, board):
        super().__init__(board)
        self.before = {}

    def tell(self):
        board = self.board
        board.bring(A, "active")
        for words, field, values in self.CHANGES:
            for value in values:
                self.sent("device", field, ABSENT if value == "none" else value, *words, value)
        self.sent("device", "batteryPercent", 35, "battery", "0.35", "unplugged")
        self.sent("device", "backgroundRefresh", False, "background-refresh", "off")
        self.sent("device", "accessories", ["Scale"], "accessory", "connect", "Scale")
        self.sent("device", "accessories", ABSENT, "accessory", "disconnect", "Scale")
        self.sent("call", A, "incoming", "call", "incoming")
        board.wait("inactive", lambda: board.state(A) == "inactive")
        self.sent("call", A, ABSENT, "call", "end")
        board.wait("active", lambda: board.state(A) == "active")
        # Without a passcode it is locked by sleep, and unlocked by waking.
        for request, value in (("sendSleep", True), ("sendWake", ABSENT)):
            board.promise_all([("asleep", "device", value), ("locked", "device", value)],
                              lambda request=request: board.rows(type=request))
        for kind, value in (("lock", True), ("unlock", ABSENT)):
            board.order("locked", "device", value, type=kind)
        self.sent("call", A, "incoming", "call", "incoming")

    def revive(self):
        """Whatever keeps it from the front is seen, and taken away."""
        board = self.board
        status = board.rows(type="status")[0]
        self.before = {(key, "device"): [True] for key in ("asleep", "locked") if status[key]}
        # Also what is under way, and nobody was promised.
        board.rows(type="sendWake")
        board.rows(type="unlock")
        try:
            board.rows(type="sendEvent", words=["call", "end"])
            self.before["call", A] = ["incoming"]
        except Refused:
            pass
        super().revive()

    def found(self):
        device, found = self.puppet.run("result = app.device"), dict(self.before)
        usual = {"orientation": "portrait", "accessories": []}
        if device.get("timeZone") not in ("Europe/Paris", "Asia/Tokyo"):
            device["timeZone"] = None  # The machine's.
        for field in [field for _, field, _ in self.CHANGES] + [
                "batteryPercent", "backgroundRefresh", "accessories"]:
            if device.get(field, usual.get(field)) not in (None, usual.get(field)):
                found["device", field] = [device[field]]
        return found


class Prompts(Story):
    """An app asks for permissions; the user answers one question, and another waits."""
    facts = "permissions"
    controls = "answerPrompt"
    requests = "requestPermission location.authorize"

    def __init__(self, board):
        super().__init__(board)
        self.before = {}

    def tell(self):
        board = self.board
        board.bring(A, "active")
        for permission, allow in (("microphone", True), ("bluetooth", False)):
            self.asked("prompt", permission, "there",
                       f"app._request(type='requestPermission', permission='{permission}')")
            prompt = board.rows(type="prompts")[0]["prompt"]
            board.promise("permission", permission, "authorized" if allow else "denied",
                          lambda prompt=prompt, allow=allow: board.rows(
                              type="answerPrompt", prompt=prompt, allow=allow),
                          ("prompt", permission, ABSENT))
            board.wait("active", lambda: board.state(A) == "active")
        self.asked("prompt", "location", "there", "ask('location', 'authorize', always=False)")

    def revive(self):
        """The questions are seen before they are answered: they cover the app."""
        board = self.board
        prompts = board.rows(type="prompts")
        for row in board.rows(type="permissions", app=A):
            asked = row["permission"] in ("microphone", "bluetooth", "location")
            if asked and row["state"] != "notDetermined":
                self.before["permission", row["permission"]] = [row["state"]]
        for row in prompts:
            self.before.setdefault(("prompt", row["permission"]), []).append("there")
        for row in prompts:
            board.rows(type="answerPrompt", prompt=row["prompt"], allow=False)
        board.bring(A, "active")
        self.puppet.close()

    def found(self):
        return self.before


class Answers(Story):
    """Categories, the style in which notifications come, and answers to three that are shown."""
    facts = "presentation notifications notification wake"
    controls = "setAlertStyle answerNotification dismissNotification openNotification"
    requests = """notification.setCategories notification.register notification.unschedule
        notification.withdraw completeWake"""
    NAMES = ("replied", "dismissed", "opened", "withdrawn", "kept")

    def __init__(self, board):
        super().__init__(board)
        self.actions = []

    def tell(self):
        board = self.board
        board.bring(A, "active")
        self.puppet.asked("register('alert', 'badge', 'sound')")
        for action in ("first", "reply"):
            categories = [{"identifier": "message", "reportsDismissal": True, "actions": [
                {"identifier": action, "title": action, "placeholder": "x", "textButton": "Send"}]}]
            self.asked("categories", "message", [action],
                       f"ask('notification', 'setCategories', categories={categories})")
        for style in ("alert", "banner"):
            board.order("style", A, style, type="setAlertStyle", app=A, style=style)
        self.asked("scheduled", "never", "there", "schedule('never', 3000)")
        self.asked("scheduled", "never", ABSENT,
                   "ask('notification', 'unschedule', names=['never'])")
        board.promise_all([("shown", name, "there") for name in self.NAMES], self.present)
        self.answer("replied", ("answered", "replied reply", "heard"),
                    type="answerNotification", action="reply", text="Yes")
        self.suspended()
        self.answer("dismissed", ("answered", "dismissed dismissed", "heard"),
                    type="dismissNotification")
        self.suspended()
        self.answer("opened", ("came", "opened", "heard"), type="openNotification")
        board.wait("active", lambda: board.state(A) == "active")
        self.asked("shown", "withdrawn", ABSENT,
                   "ask('notification', 'withdraw', names=['withdrawn'])")

    def present(self):
        self.leave(f"[schedule(name, category='message') for name in {self.NAMES}]")
        self.board.wait(
            "shown", lambda: len(self.board.rows(type="notifications")) == len(self.NAMES))

    def answer(self, name, what, **request):
        number = next(row["notification"] for row in self.board.rows(type="notifications")
                      if row["name"] == name)
        self.board.promise("shown", name, ABSENT,
                           lambda: self.board.rows(notification=number, **request), what)

    def revive(self):
        super().revive()
        # The categories are seen at one that is shown.
        self.board.wait("what had come", self.promised)
        self.puppet.asked("register('alert', 'badge', 'sound')")
        self.leave("schedule('probe', category='message')")
        self.board.wait("the probe", self.probe)
        self.actions = [each["id"] for each in self.probe()[0].get("actions", [])]
        self.board.bring(A, "active")

    def probe(self):
        return [row for row in self.board.rows(type="notifications") if row["name"] == "probe"]

    def found(self):
        found = {**self.heard("answered", "answered "), **self.heard("came", "opened ")}
        found["categories", "message"] = [self.actions] if self.actions else []
        for row in self.board.rows(type="alertStyles", app=A):
            if row["chosen"]:
                found["style", A] = [row["style"]]
        for row in self.board.rows(type="notifications", scheduled=True):
            kind = "scheduled" if row["name"] == "never" else "shown"
            found.setdefault((kind, row["name"]), []).append("there")
        for row in self.board.rows(type="notifications"):
            if row["name"] != "probe":
                found.setdefault(("shown", row["name"]), []).append("there")
        # One that fired in front is told there.
        for (_, name), times in self.heard("shown", "received ").items():
            found.setdefault(("shown", name), []).extend("there" for _ in times)
        return found

    def promised(self):
        return self.all_heard("answered", "came", "shown")


class Links(Story):
    """An app is opened with a URL, a quick action, an activity: dead, in front, and frozen."""
    lasts = False
    keys = {"CFBundleURLTypes": [{"CFBundleURLSchemes": ["kill"]}],
            "NSUserActivityTypes": ["reading"],
            "UIApplicationShortcutItems": [
                {"UIApplicationShortcutItemType": "new", "UIApplicationShortcutItemTitle": "New"}]}
    controls = "openURL openShortcut openActivity"

    def tell(self):
        board = self.board
        self.open("kill://dead", type="openURL", url="kill://dead")
        self.open("kill://front", type="openURL", url="kill://front", app=A)
        self.away()
        self.open("kill://frozen", type="openURL", url="kill://frozen")
        self.away()
        self.open("new", type="openShortcut", app=A, shortcut="new")
        self.away()
        self.open("reading", type="openActivity", app=A, activity="reading", userInfo='{"page":7}')

    def open(self, key, **request):
        self.board.order("link", key, "heard", **request)
        self.board.wait("active", lambda: self.board.state(A) == "active")

    def found(self):
        return self.heard("link", "link ")

    def promised(self):
        return self.all_heard("link")


class Thaw(Story):
    """Frozen apps, one that is woken, one with a task: all go on under the next daemon, as the
    processes that they are."""
    apps = (A, B, C)
    facts = "app device"
    controls = "open home"
    requests = "beginTask endTask"

    def __init__(self, board):
        super().__init__(board)
        self.puppets = {A: self.puppet, B: Puppet(board, B), C: Puppet(board, C)}
        self.processes, self.before = {}, {}

    def tell(self):
        board = self.board
        for app in (A, B, C):
            board.promise("process", app, "the same", lambda app=app: board.bring(app, "suspended"))
            self.processes[app] = self.process(app)
        board.order("push", "1", "heard", type="sendPush", app=A,
                    payload='{"aps":{"content-available":1},"n":1}')
        self.suspended()
        board.bring(B, "active")
        board.promise("task", B, 1, lambda: self.puppets[B].asked("app.begin_task('work')"))
        board.rows(type="home")
        board.wait("background", lambda: board.state(B) == "background")
        # It is frozen before it could say that it was acknowledged.
        self.puppets[B].run("threading.Timer(0.02, app.end_task, [1]).start()")
        board.promise("task", B, ABSENT, lambda: board.wait(
            "suspended", lambda: board.state(B) == "suspended"))

    def process(self, app):
        rows = self.board.rows(type="ps")
        return next((row.get("pid") for row in rows if row["id"] == app), None)

    def revive(self):
        """Each in front, where it answers by itself."""
        board = self.board
        for row in board.rows(type="ps"):
            if row.get("tasks"):
                self.before["task", row["id"]] = [row["tasks"]]
        opened = {each.key for each in board.promises if each.kind == "process"}
        for app in (C, B, A):
            board.bring(app, "active")
            self.puppets[app].close()
            process = self.puppets[app].run("result = os.getpid()")
            self.puppets[app].settled()
            if app in opened:
                self.before["process", app] = [
                    "the same" if self.processes.get(app, process) == process else "another"]

    def found(self):
        return {**self.before, **self.heard("push", "push ")}

    def promised(self):
        return self.all_heard("push")

    def close(self):
        for puppet in self.puppets.values():
            puppet.close()


class Schedules(Story):
    """A hosted program's schedule: the user sets one, another, goes back to the Info.plist's."""
    apps = (C,)
    keys = {"QuiesceHosted": True, "QuiesceThaw": "every 10m for 20s"}
    facts = "thaw"
    controls = "setThaw"

    def tell(self):
        for schedule in ("every 1h for 5s", "every 2h for 5s"):
            self.board.order("schedule", C, schedule, type="setThaw", app=C, schedule=schedule)
        self.board.order("schedule", C, ABSENT, type="setThaw", app=C)
        self.board.order("schedule", C, "every 3h for 5s", type="setThaw", app=C, schedule="every 3h for 5s")

    def revive(self):
        pass  # It hears of nothing.

    def found(self):
        return {("schedule", row["app"]): [row["schedule"]]
                for row in self.board.rows(type="thaws") if row["by"] == "user"}
