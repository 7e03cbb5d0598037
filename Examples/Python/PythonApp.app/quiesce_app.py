"""A client of Quiesce's app protocol, version 1 (docs/protocol.md): derive from App and run it.

Everything runs in the thread that calls run(). Only Python's standard library is needed.
"""
import collections
import errno
import fcntl
import heapq
import json
import os
import select
import socket
import sys
import threading
import time

VERSION = 1
DATAGRAM_BYTES = 65_536


class App:
    """Override what you need; what you don't, does nothing."""

    def did_finish_launching(self, launch): pass
    def did_become_active(self): pass
    def will_resign_active(self): pass
    def did_enter_background(self): pass
    def will_enter_foreground(self): pass
    def will_terminate(self): pass
    def perform_fetch(self, complete): complete("noData")
    def did_receive_remote_notification(self, payload, complete): complete("noData")
    def did_receive_push(self, payload, opened): pass  # In front, or the user chose it.
    def registered_for_pushes(self, token): pass  # Tell your server.
    def not_registered_for_pushes(self, why): pass
    def registered_for_voip_pushes(self, token): pass  # None: the token is no more.
    def did_receive_voip_push(self, payload, complete): complete("noData")
    def did_receive_memory_warning(self): pass
    def device_changed(self, events): pass  # What it is like now is in self.device.
    def session_opened(self, session): pass  # Which tasks a session of transfers has.
    def transfer_progressed(self, progress): pass
    def transfer_event(self, event): pass  # ask, completed or finishedEvents
    def handle_transfer_events(self, session, complete): complete("newData")
    def did_receive_notification(self, notification, opened): pass
    def notifications_dropped(self, names): pass  # They aren't scheduled after all.
    def did_answer_notification(self, response, complete): complete("newData")
    def did_open(self, link): pass  # A URL, a quick action or an activity; a launch for one has it in its context.
    def run_background_task(self, identifier, kind, complete): complete("failed")
    def fetch_refused(self, identifier, reason): pass  # A task; without one the interval.
    def wake_expires(self): pass  # The time of a fetch or background task is nearly over.
    def did_receive_input(self, event): pass  # {"type": "touch", "phase": "began", "x": …}

    def __init__(self):
        self.state = "inactive"  # active, inactive or background
        self.device = {}
        self.notifications = {}  # What the daemon knew of them at the last welcome.
        self.pending_tasks = []  # Likewise, of background tasks.
        self._last_received = self._last_handled = 0
        self._last_request = self._last_task = self._last_transfer_task = 0
        self._outbox = collections.OrderedDict()  # requests without ack, by number
        self._unsent = collections.deque()
        self._tasks = {}  # expiration handlers of the open tasks, by number
        self._timers = []
        self._timer_count = 0
        self._endings = []  # of wake-ups and tasks, held back until the turn is over
        self._thread = threading.get_ident()
        self._welcome = None  # on this connection
        self._may_begin_tasks, self._tasks_limit = True, sys.maxsize
        self._deadline = None
        self._time_is_over = False
        self._socket = None
        self._scene = None

    # What an app can ask for.

    def begin_task(self, name=None, expired=lambda: None):
        """Asks not to be suspended until end_task; returns a number, or None when refused."""
        if not self._may_begin_tasks or len(self._tasks) >= self._tasks_limit:
            return None
        if self._time_is_over and not self._tasks:
            return None
        self._last_task += 1
        self._tasks[self._last_task] = expired
        name = {} if name is None else {"name": name}
        self._request(type="beginTask", task=self._last_task, **name)
        return self._last_task

    def end_task(self, task):
        if self._tasks.pop(task, None) is not None:
            self._end(type="endTask", task=task)

    def transfer(self, action, **fields):
        """Asks something of background transfers: transfer("openSession", session="episodes")."""
        self._request(type="transfer", transfer={"action": action, **fields})

    def new_transfer_task(self):
        """A number for transfer("create", task=…) that no launch uses again."""
        self._last_transfer_task += 1
        return self._welcome["launch"] << 32 | self._last_transfer_task

    def notification(self, action, **fields):
        """Asks something of local notifications: notification("setBadge", badge=1)."""
        self._request(type="notification", notification={"action": action, **fields})

    def fetching(self, action, **fields):
        """Asks something of background fetches: fetching("setMinimumInterval", seconds=0)."""
        self._request(type="fetching", fetching={"action": action, **fields})

    def push(self, request):
        """Asks something of pushes: push("register"), push("unregister"), push("registerVoIP") …"""
        self._request(type="push", push=request)

    def show(self, scene):
        """Shows a scene, a dict. The last one is sent again over each new connection."""
        self._scene = scene
        if self._welcome:
            self._send_scene()

    def background_time_remaining(self):
        if self.state != "background" or self._deadline is None:
            return float("inf")
        return max(0.0, (self._deadline - time.monotonic_ns()) / 1e9)

    def call_later(self, seconds, function):
        self._timer_count += 1
        heapq.heappush(self._timers, (time.monotonic() + seconds, self._timer_count, function))

    def run(self):
        path = os.environ.get("QUIESCE_SOCKET")
        if path is None:
            print("not started by Quiesce: run `quiesce open ID`", file=sys.stderr)
            sys.exit(78)
        delay = 0.01
        while True:
            started = time.monotonic()
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self._socket.setblocking(False)
            try:
                self._socket.connect(path)
                self._live_on_connection()
            except OSError as error:
                if error.errno == errno.EPROTO:
                    sys.exit(78)
            # The daemon has gone. The app runs on, and tries again sooner or later.
            self._socket.close()
            self._welcome = None
            if time.monotonic() - started > 1:
                delay = 0.01
            until = time.monotonic() + delay
            while time.monotonic() < until:
                self._serve(until)
            delay = min(2 * delay, 1.0)

    # The connection.

    def _live_on_connection(self):
        for file in [file for _, files in self._unsent for file in files]:
            os.close(file)
        self._unsent.clear()
        self._send(type="hello", version=VERSION, lastReceived=self._last_received,
                   lastHandled=self._last_handled, openTasks=sorted(self._tasks),
                   outbox=len(self._outbox))
        was_reset = False
        while True:
            try:
                datagram = self._socket.recv(DATAGRAM_BYTES)
            except ConnectionResetError:
                was_reset = True  # What the daemon sent before it went is still to be read.
                continue
            except BlockingIOError:
                if was_reset:
                    return
                self._serve()
                continue
            if not datagram:
                return
            self._take(json.loads(datagram))

    def _serve(self, until=None):
        """Sleeps until the next timer, and `until` or else the socket; fires the due timers."""
        times = [self._timers[0][0]] if self._timers else []
        times += [] if until is None else [until]
        timeout = max(0.0, min(times) - time.monotonic()) * 1000 if times else None
        poll = select.poll()
        if until is None:
            poll.register(self._socket, select.POLLIN | (select.POLLOUT if self._unsent else 0))
        poll.poll(timeout)
        while self._timers and self._timers[0][0] <= time.monotonic():
            heapq.heappop(self._timers)[2]()
            self._end_turn()
        self._flush()

    def _request(self, **message):
        self._last_request += 1
        message["request"] = self._last_request
        self._outbox[self._last_request] = message
        if self._welcome:
            self._send(**message)

    def _end(self, **message):
        self._endings.append(message)
        # Another thread has no turn, and this one may wait for a long time.
        if threading.get_ident() != self._thread:
            self._end_turn()

    def _end_turn(self):
        """The daemon may freeze the app at once: what else the turn asked for goes first."""
        while self._endings:
            self._request(**self._endings.pop(0))

    def _send(self, **message):
        self._unsent.append((json.dumps(message).encode(), []))
        self._flush()

    def _send_scene(self):
        document = json.dumps(self._scene, separators=(",", ":")).encode()
        datagram, files = b'{"type":"scene","scene":' + document + b"}", []
        if len(datagram) > DATAGRAM_BYTES:
            memory = os.memfd_create("scene", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
            with open(memory, "wb", closefd=False) as file:
                file.write(document)
            fcntl.fcntl(memory, fcntl.F_ADD_SEALS,
                        fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE)
            datagram, files = b'{"type":"scene"}', [memory]
        self._unsent.append((datagram, files))
        self._flush()

    def _flush(self):
        try:
            while self._unsent:
                datagram, files = self._unsent[0]
                socket.send_fds(self._socket, [datagram], files)
                self._unsent.popleft()
                for file in files:
                    os.close(file)
        except BlockingIOError:
            pass  # Later, when there is room.
        except OSError:
            pass  # recv() finds it broken too, and the requests are kept in the outbox.

    # What the daemon says.

    def _take(self, message):
        kind = message["type"]
        if kind == "welcome":
            self._welcome = message
            self.device = message["device"]
            self.pending_tasks = message.get("pendingTasks", [])
            self._may_begin_tasks &= message["multitaskingSupported"]
            self._tasks_limit = message["openTasksLimit"]
            self._acknowledged(message["lastRequest"])
            if self._scene is not None:
                self._send_scene()
            for request in list(self._outbox.values()):
                self._send(**request)
        elif kind == "deliver":
            self._deliver(message)
        elif kind == "ack":
            self._acknowledged(message["request"])
        elif kind == "backgroundTime":
            self._deadline = message.get("deadline")
            self._time_is_over = message.get("over", False)
        elif kind == "session":
            self.session_opened(message["session"])
        elif kind == "progress":
            self.transfer_progressed(message["progress"])
        elif kind == "notifications":
            known = message["notifications"]
            if known.get("continues"):
                known["scheduled"] = self.notifications["scheduled"] + known["scheduled"]
            self.notifications = known
        elif kind == "error":
            print(f"quiesced: {message['message']} ({message['code']})", file=sys.stderr)
            self._scene = None  # It may have been about that, which isn't to be sent again.
            if message["code"] in ("notAnApp", "unsupportedVersion"):
                raise OSError(errno.EPROTO, message["message"])

    def _acknowledged(self, request):
        while self._outbox and next(iter(self._outbox)) <= request:
            self._outbox.popitem(last=False)

    def _deliver(self, message):
        seq = message["seq"]
        if seq > self._last_received:
            self._last_received = seq
            self._call(message)
            self._end_turn()
            self._last_handled = seq
        self._send(type="handled", seq=seq)
        if message["call"] == "willTerminate":
            sys.exit(0)

    def _call(self, message):
        call = message["call"]
        if call == "finishLaunching":
            self.state = message["launch"]["state"]
            self.did_finish_launching(message["launch"])
        elif call == "didBecomeActive":
            self.state = "active"
            self.did_become_active()
        elif call == "willResignActive":
            self.will_resign_active()
            self.state = "inactive"
        elif call == "didEnterBackground":
            self.state, self._deadline = "background", message.get("deadline")
            self.did_enter_background()
        elif call == "willEnterForeground":
            self._time_is_over = False
            self.will_enter_foreground()
            self.state = "inactive"
        elif call == "willTerminate":
            self._may_begin_tasks = False
            self.will_terminate()
        elif call == "expireTasks":
            for task in message["tasks"]:
                if task in self._tasks:
                    expired, self._tasks[task] = self._tasks[task], lambda: None
                    expired()
        elif call == "performFetch":
            self.perform_fetch(self._completion(message["wake"]))
        elif call == "remoteNotification":
            self.did_receive_remote_notification(
                json.loads(message["payload"]), self._completion(message["wake"]))
        elif call == "push" and message["push"]["kind"] == "registered":
            self.registered_for_pushes(message["push"]["token"])
        elif call == "push" and message["push"]["kind"] == "notRegistered":
            self.not_registered_for_pushes(message["push"]["why"])
        elif call == "push" and message["push"]["kind"] == "voipNotRegistered":
            self.not_registered_for_pushes(message["push"]["why"])
        elif call == "push" and message["push"]["kind"] in ("voipRegistered", "voipInvalidated"):
            self.registered_for_voip_pushes(message["push"].get("token"))
        elif call == "push" and message["push"]["kind"] == "voipReceived":
            event = message["push"]
            self.did_receive_voip_push(
                json.loads(event["payload"]), self._completion(event["wake"]))
        elif call == "push":
            event = message["push"]
            self.did_receive_push(json.loads(event["payload"]), event.get("opened", False))
        elif call == "memoryWarning":
            self.did_receive_memory_warning()
        elif call == "systemEvents":
            self.device = message["device"]
            self.device_changed(message["events"])
        elif call == "transfer" and message["transfer"]["kind"] == "handleEvents":
            event = message["transfer"]
            self.handle_transfer_events(event["session"], self._completion(event["wake"]))
        elif call == "transfer":
            self.transfer_event(message["transfer"])
        elif call == "notification" and message["notification"]["kind"] == "received":
            event = message["notification"]
            self.did_receive_notification(event["notification"], event.get("opened", False))
        elif call == "notification" and message["notification"]["kind"] == "answered":
            event = message["notification"]
            complete = self._completion(event["wake"]) if "wake" in event else lambda result: None
            self.did_answer_notification(event["response"], complete)
        elif call == "notification":
            self.notifications_dropped(message["notification"]["names"])
        elif call == "link" and message["link"]["kind"] == "opened":
            self.did_open(message["link"]["link"])
        elif call == "backgroundTask":
            self.run_background_task(
                message["identifier"], message["kind"], self._completion(message["wake"]))
        elif call == "expireWake":
            self.wake_expires()
        elif call == "fetchRefused":
            self.fetch_refused(message.get("identifier"), message["reason"])
        elif call == "input":
            self.did_receive_input(message["input"])

    def _completion(self, wake):
        wakes = [wake]  # Emptied by the first call: only that one counts.

        def complete(result):
            if wakes:
                self._end(type="completeWake", wake=wakes.pop(), result=result)

        return complete
