"""The stories of the kill matrix, and what has none.

Each story has a `tell`, which ends where the daemon does, and a `found`, which looks at the device afterwards."""
import hashlib
import http.server
import os
import threading

from gateways import Fake
from judgement import ABSENT
from phone import Refused
from rooms import Calls, Places, Radio, Sensors, Sound
from story import A, B, Story
from user import Answers, Conditions, Links, Prompts, Schedules, Thaw


class Installs(Story):
    """The first start of a device; apps are installed, opened, left, removed, force-quit."""
    template = False
    facts = "app device"
    controls = "install uninstall open home quit"

    def tell(self):
        board = self.board
        for app in (A, B):
            board.promise("app", app, "there", lambda app=app: board.install_app(app))
        for count in (1, 2):
            board.promise("launch", A, count, lambda: board.bring(A, "suspended"), ("switcher", A, "there"))
            if count == 1:
                board.end_app(A)
        board.promise("launch", B, 1, lambda: board.bring(B, "suspended"), ("switcher", B, "there"))
        gone = [(kind, B, ABSENT) for kind in ("app", "launch", "switcher")]
        board.promise_all(gone, lambda: board.rows(type="uninstall", app=B))
        board.promise("force-quit", A, "forceQuitByUser", lambda: board.rows(type="quit", app=A),
                      ("switcher", A, ABSENT))

    def found(self):
        found = {("app", row["id"]): ["there"] for row in self.board.rows(type="apps")}
        for row in self.board.rows(type="switcher"):
            found.setdefault(("switcher", row["id"]), []).append("there")
        for row in self.board.rows(type="ps"):
            if row["launch"]:
                found["launch", row["id"]] = [row["launch"]]
        for row in self.board.rows(type="why", app=A, **{"not": "push"}) if ("app", A) in found else []:
            reasons = [each["reason"] for each in row.get("obstacles", []) if each["reason"] == "forceQuitByUser"]
            if reasons:
                found["force-quit", A] = reasons
        return found


class Notifications(Story):
    """Alarms are scheduled, cancelled, told, shown; the badge is set."""
    facts = "notification notifications presentation"
    requests = "notification.register notification.schedule notification.cancel notification.setBadge"

    def tell(self):
        board, puppet = self.board, self.puppet
        board.bring(A, "active")
        puppet.asked("register('alert', 'badge')")
        for name in ("one", "two", "three"):
            board.promise("scheduled", name, "there", lambda name=name: puppet.asked(f"schedule('{name}', 3000)"))
        board.promise("scheduled", "two", ABSENT, lambda: puppet.asked(
            "app.notification('cancel', name='two')"))
        board.promise("badge", A, 7, lambda: puppet.asked("app.notification('setBadge', badge=7)"))
        board.promise("came", "told", "heard", lambda: puppet.asked("schedule('told', 0.1)"))
        board.wait("told", self.promised)
        board.promise("came", "shown", "heard", lambda: self.leave("schedule('shown', 0.3)"))
        board.wait("shown", lambda: any(row["name"] == "shown" for row in board.rows(type="notifications")))

    def found(self):
        found = {}
        for row in self.board.rows(type="notifications", scheduled=True):
            if row["name"] not in ("told", "shown"):
                found.setdefault(("scheduled", row["name"]), []).append("there")
        for row in self.board.rows(type="apps"):
            if row.get("badge"):
                found["badge", row["id"]] = [row["badge"]]
        for (_, name), times in self.heard("came", "received ").items():
            found.setdefault(("came", name), []).extend(times)
        for row in self.board.rows(type="notifications"):
            found.setdefault(("came", row["name"]), []).append("heard")
        return found

    def promised(self):
        return self.all_heard("came")


class Wakes(Story):
    """Pushes by a tool, and fetches, to a suspended app: each has its one wake-up."""
    lasts = False
    facts = "wake push pushes energy"
    controls = "sendPush sendFetch"
    requests = "completeWake"

    def tell(self):
        board = self.board
        board.bring(A, "suspended")
        for number in range(1, 4):
            board.order("push", str(number), "heard", type="sendPush", app=A,
                        payload=f'{{"aps":{{"content-available":1}},"n":{number}}}')
            board.wait("suspended", lambda: board.state(A) == "suspended")
        for number in range(1, 3):
            board.order("fetches", A, number, type="sendFetch", app=A)
            board.wait("suspended", lambda: board.state(A) == "suspended")

    def found(self):
        found = self.heard("push", "push ")
        count = self.puppet.calls().count("performFetch")
        return {**found, **({("fetches", A): [count]} if count else {})}

    def promised(self):
        fetches = [each.value for each in self.board.promises if each.kind == "fetches" and each.acknowledged]
        heard = self.found()
        return self.all_heard("push") and heard.get(("fetches", A), [0])[0] >= max(fetches, default=0)


class Fetches(Story):
    """An interval is asked for, background tasks are submitted, cancelled, and begun by a tool."""
    facts = "fetch fetches wake"
    controls = "sendTask"
    requests = "fetching.setMinimumInterval fetching.submit fetching.cancel"

    def tell(self):
        board, puppet = self.board, self.puppet
        board.bring(A, "active")
        board.promise("interval", A, "there", lambda: puppet.asked("app.fetching('setMinimumInterval', seconds=0)"))
        for name in ("news", "tidy"):
            board.promise("task", name, "there", lambda name=name: puppet.asked(
                f"app.fetching('submit', task={{'kind': 'appRefresh' if '{name}' == 'news' else 'processing', "
                f"'identifier': '{name}', 'earliestBegin': (int(time.time()) + 3000) * 1000}})"))
        board.promise("task", "news", ABSENT, lambda: puppet.asked("app.fetching('cancel', identifier='news')"))
        board.promise("interval", A, ABSENT, lambda: puppet.asked("app.fetching('setMinimumInterval')"))
        puppet.run("app.run_background_task = lambda identifier, kind, complete: "
                   "(calls.append('task ' + identifier), complete('newData'))")
        self.away()
        board.promise("ran", "tidy", "heard", lambda: board.rows(type="sendTask", app=A, identifier="tidy"),
                      ("task", "tidy", ABSENT))
        self.suspended()

    def promised(self):
        return self.all_heard("ran")

    def found(self):
        found = self.heard("ran", "task ")
        for row in self.board.rows(type="forecast", hours=24):
            for work in row.get("work", []):
                if work["kind"] == "fetch":
                    found["interval", A] = ["there"]
        for task in self.puppet.run("result = app.pending_tasks"):
            found.setdefault(("task", task["identifier"]), []).append("there")
        return found


class Settings(Story):
    """The user's: permissions, settings, a passcode that is set, changed and taken away."""
    facts = "permissions passcode"
    controls = "setPermission setSetting setPasscode clearPasscode unlockWith"

    def tell(self):
        board = self.board
        for state in ("denied", "authorized"):
            board.order("permission", "location", state, type="setPermission", app=A, permission="location", state=state)
        for value in ("red", "blue"):
            board.promise("setting", "colour", value, lambda value=value: board.rows(
                type="setSetting", app=A, key="colour", value={"type": "string", "value": value}))
        board.order("passcode", "device", "1357", type="setPasscode", passcode="1357")
        board.order("passcode", "device", "2468", type="setPasscode", passcode="2468", old="1357")
        board.order("passcode", "device", ABSENT, type="clearPasscode", old="2468")
        board.order("passcode", "device", "3579", type="setPasscode", passcode="3579")

    def revive(self):
        pass  # With a passcode, the device is locked.

    def found(self):
        board, found = self.board, {}
        for row in board.rows(type="permissions", app=A):
            if row["permission"] == "location" and row["state"] != "notDetermined":
                found["permission", "location"] = [row["state"]]
        for row in board.rows(type="settings", app=A):
            if row["key"] == "colour" and row.get("value") is not None:
                found["setting", "colour"] = [row["value"]]
        if board.rows(type="status")[0].get("passcode"):
            found["passcode", "device"] = [self.passcode()]
        return found

    def passcode(self):
        board = self.board
        board.rows(type="lock")
        for passcode in ("3579", "2468", "1357"):
            try:
                board.rows(type="unlockWith", passcode=passcode)
                return passcode
            except Refused:
                pass
        return "none that was ever set"


class Transfers(Story):
    """The user's downloads, and an app's: begun, ended, changed, cancelled, paused, forgotten."""
    facts = "transfer session transfers"
    controls = "get controlTransfer"
    requests = """transfer.openSession transfer.closeSession transfer.create transfer.resume transfer.suspend
        transfer.cancel transfer.setPriority transfer.setEarliestBegin transfer.setDescription transfer.handled"""

    def __init__(self, board):
        super().__init__(board)
        content = os.urandom(200_000)
        self.sum = hashlib.sha256(content).hexdigest()
        self.ended = ended = threading.Event()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path == "/slow":
                    ended.wait()
                    return
                self.send_response(200)
                self.send_header("Content-Length", str(len(content)))
                self.send_header("ETag", '"1"')
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        self.files = os.path.join(board.folder, "files")
        os.makedirs(self.files, exist_ok=True)

    def tell(self):
        board, puppet = self.board, self.puppet
        board.bring(A, "active")
        puppet.run(LISTEN)
        puppet.asked(OPEN)
        for task in (1, 2, 3):
            # What isn't resumed never ends, but is there.
            board.promise("created", str(task), "there", lambda task=task: puppet.asked(
                f"app.transfer('create', session='s', task={task}, kind='download', "
                f"request={{'url': '{self.url}app{task}'}})"))
        board.promise("completed", "1", "heard", lambda: puppet.asked("app.transfer('resume', session='s', task=1)"))
        board.promise("completed", "3", "heard", lambda: puppet.asked("app.transfer('cancel', session='s', task=3)"))
        self.asked("priority", "2", 75, "app.transfer('setPriority', session='s', task=2, priority=75)")
        self.asked("description", "2", "x", "app.transfer('setDescription', session='s', task=2, description='x')")
        self.asked("waits", "2", "earliestBegin", "app.transfer('setEarliestBegin', session='s', task=2, "
                   "earliestBegin=(int(time.time()) + 3000) * 1000); app.transfer('resume', session='s', task=2)")
        self.asked("waits", "2", ABSENT, "app.transfer('suspend', session='s', task=2)")
        session = f"session/{A}/t"
        self.asked("fact", session, "there", "app.transfer('openSession', session='t')")
        self.asked("fact", session, ABSENT, "app.transfer('closeSession', session='t', cancelling=True)")
        for name in ("x", "y", "slow"):
            path = os.path.join(self.files, name)
            board.order("get", name, "there" if name == "slow" else self.sum, type="get", order={
                "request": {"url": self.url + name}, "path": path, "discretionary": False})
        for control, value in (("pause", "paused"), ("resume", ABSENT), ("cancel", "cancelled")):
            board.order("control", "slow", value, type="controlTransfer", transfer=self.row("slow")["transfer"],
                        control=control)
        board.wait("completed", self.promised)
        self.asked("created", "1", ABSENT, "app.transfer('handled', transfer=transfers[1])")

    def row(self, name):
        return next(row for row in self.board.rows(type="transfers") if row["url"] == self.url + name)

    def revive(self):
        super().revive()
        if not self.puppet.run("result = 'listening' in globals()"):
            self.puppet.run(LISTEN)
        self.puppet.asked(OPEN)
        self.board.wait("the session is listed", lambda: self.puppet.run("result = listed"))

    def found(self):
        found = self.heard("completed", "completed ")
        completed = {key for _, key in found}
        for row in self.board.rows(type="transfers"):
            if row.get("app"):
                if row["url"].endswith("app2") and row.get("wait") == "earliestBegin":
                    found["waits", "2"] = ["earliestBegin"]
                continue
            name = row["url"].rsplit("/", 1)[1]
            path = os.path.join(self.files, name)
            value = "there" if name == "slow" else row["state"]
            if name == "slow" and (row["state"] == "cancelled" or row.get("wait") == "suspended"):
                found["control", name] = ["cancelled" if row["state"] == "cancelled" else "paused"]
            if value == "finished":
                with open(path, "rb") as file:
                    value = hashlib.sha256(file.read()).hexdigest()
            found.setdefault(("get", name), []).append(value)
        for task in self.puppet.run("result = list(sessions.values())"):
            name = str(task["task"])
            found["created", name] = ["there"]
            for field, usual in (("priority", 50), ("description", None)):
                if task.get(field, usual) != usual:
                    found[field, name] = [task[field]]
        # One that has its verdict was created, whether or not the app has said that it has it.
        for task in completed - {key for _, key in self.taken()}:
            found["created", task] = ["there"]
        return found

    def taken(self):
        return [(each.kind, each.key) for each in self.board.promises if each.kind == "created" and each.value == ABSENT]

    def promised(self):
        gets = {each.key for each in self.board.promises if each.kind == "get" and each.acknowledged}
        found = self.found()
        states = [each for (kind, key), values in found.items() if kind == "get" for each in values]
        return self.all_heard("completed") and all(("get", name) in found for name in gets) and \
            not any(state in ("waiting", "running", "placing") for state in states)

    def close(self):
        super().close()
        self.ended.set()
        self.server.shutdown()
        self.server.server_close()


LISTEN = """
listening, sessions, listed, transfers = True, {}, False, {}
def session_opened(session):
    global listed
    if session['session'] != 's': return
    sessions.update((task['task'], task) for task in session['tasks'])
    listed = listed or session.get('isLast', False)
def transfer_event(event):
    if event['kind'] == 'completed':
        calls.append(f"completed {event['task']}")
        transfers[event['task']] = event['transfer']
app.session_opened, app.transfer_event = session_opened, transfer_event
"""
OPEN = "listed, sessions = False, {}; app.transfer('openSession', session='s')"


class Pushes(Story):
    """The device joins a gateway, the app registers, pushes come from there; then both take their leave."""
    lasts = False
    facts = "push pushes pushRegistration wake"
    controls = "joinGateway leaveGateway"
    requests = "push.register push.unregister"

    def __init__(self, board):
        super().__init__(board)
        self.gateway = Fake()

    def tell(self):
        board, puppet = self.board, self.puppet
        with open(self.gateway.certificate, encoding="ascii") as file:
            certificate = file.read()
        board.order("gateway", "url", self.gateway.url, type="joinGateway", url=self.gateway.url,
                    certificate=certificate)
        board.bring(A, "active")
        puppet.asked("register('alert')")
        puppet.asked("app.push('register')")
        board.wait("the app has a token", self.token)
        token = self.token()
        board.promise("token", A, token, lambda: None)
        for number in range(1, 5):
            if number == 3:
                board.rows(type="home")
                board.wait("suspended", lambda: board.state(A) == "suspended")
            aps = {"content-available": 1, **({"alert": "x"} if number % 2 else {})}
            # From here on it is the gateway's to bring: the device is to hear of it once.
            board.promise("push", str(number), "heard", lambda number=number, aps=aps: self.gateway.push(
                token, [(number, {"payload": f'{{"aps":{str(aps).replace(chr(39), chr(34))},"n":{number}}}'})]))
            board.wait("the gateway is told", lambda number=number: len(self.gateway.acknowledged) >= number)
        board.bring(A, "active")
        self.asked("token", A, ABSENT, "app.push('unregister')")
        board.order("gateway", "url", ABSENT, type="leaveGateway")

    def token(self):
        return next((call.split()[1] for call in self.puppet.calls() if call.startswith("token ")), None)

    def found(self):
        found = {("push", key.split()[0]): times for (_, key), times in self.heard("push", "push ").items()}
        row = self.board.rows(type="gateway")[0]
        if row.get("url"):
            found["gateway", "url"] = [row["url"]]
        if row.get("tokens", {}).get(A) and any(each.kind == "token" for each in self.board.promises):
            found["token", A] = [row["tokens"][A]]
        return found

    def promised(self):
        return self.all_heard("push")

    def close(self):
        super().close()
        self.gateway.close()


STORIES = {story.__name__.lower(): story for story in (
    Installs, Notifications, Wakes, Fetches, Settings, Transfers, Pushes, Conditions, Prompts, Answers, Links, Thaw,
    Schedules, Places, Sound, Calls, Radio, Sensors)}

# In inventory.py, and in no story: the next daemon need know nothing of it.
LISTS = """apps switcher ps log why whyDevice whyAwake whyKilled status output screen forecast energy thaws savings continuedTasks permissions prompts settings
    location notifications alertStyles transfers followTransfers whyTransfer pushes gateway"""
UNTOLD = {
    "controls": {
        **dict.fromkeys(LISTS.split(), "it only tells"),
        "down": "it ends each run",
        "restart": "the daemon dies of it, in order (DeviceTests/Faults/RestartTests)",
        "reboot": "it ends every app, as a power cut does, and the power cuts look at what lasts",
        "purge": "it ends apps, which are launched again as any that has ended",
        "stopContinuedTask": "such a task ends with its process, and is no fact",
        "pressKey": "typed digits are in memory alone; ok is unlockWith",
    },
    "requests": {
        "link.open": "it is answered by a call, and acknowledged at once; what comes of it is openURL's",
        "location.requestState": "it is a question",
        "notification.listDelivered": "it is a question",
        "notification.present": "it is an answer to a callback, which is told again without it",
        "audio.show": "the desktop is shown it, by a daemon that has a session bus",
        "voip.release": "the next daemon looks at the sockets of the app itself (KeptSocketDeviceTests)",
        "transfer.answer": "an agent asks again (make kill-transfers)",
        **dict.fromkeys(
            ("continued.submit", "continued.cancel", "continued.report", "continued.complete"),
            "it is acknowledged at once, and over with the process: the simulator kills the daemon amid it"),
        **dict.fromkeys(
            ("bluetooth.read", "bluetooth.readSignal", "bluetooth.write", "bluetooth.update", "bluetooth.respond"),
            "it is the peripheral's or the central's to answer, and over with the connection"),
    },
}
