#!/usr/bin/python3 -B
"""An app that runs what a test tells it to, from inside of its cgroup, as its user.

The test sends lines of JSON, each a piece of Python, over a socket in the app's `tmp`; each is
answered with what the piece left in `result`. Without arguments the app also lives as it should,
and writes down the callbacks; with `--raw` it leaves the daemon to the pieces.
"""
import array
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback

from quiesce_app import App

calls = []  # The callbacks so far.
asked = set()  # What was asked of the daemon, as `location.monitor`.
completions = []  # Of wake-ups, to be called by the test.
result = None


class Puppet(App):
    lock = threading.RLock()

    def _flush(self):
        with self.lock:  # The pieces run in a thread of their own.
            super()._flush()

    def did_finish_launching(self, launch):
        calls.append("didFinishLaunching " + launch["reason"])
        if "notification" in launch:
            calls.append("launched by " + launch["notification"]["name"])
        if "link" in launch:
            self.did_open(launch["link"])
        if "push" in launch:
            calls.append(f"launched by push {json.loads(launch['push']).get('n', '')}")

    def did_become_active(self): calls.append("didBecomeActive")
    def will_resign_active(self): calls.append("willResignActive")
    def did_enter_background(self): calls.append("didEnterBackground")
    def will_enter_foreground(self): calls.append("willEnterForeground")
    def will_terminate(self): calls.append("willTerminate")

    def perform_fetch(self, complete):
        calls.append("performFetch")
        self.take(complete)

    def did_receive_remote_notification(self, payload, complete):
        calls.append(f"push {payload.get('n', '')}")
        self.take(complete)

    def did_receive_push(self, payload, opened):
        calls.append(f"push {payload.get('n', '')} {'opened' if opened else 'received'}")

    def registered_for_pushes(self, token): calls.append("token " + token)
    def not_registered_for_pushes(self, why): calls.append("no token: " + why)

    def _call(self, message):
        news = message.get("news", message.get("order"))
        if news is not None:
            self.heard(message["call"], news)
            if "wake" in message:
                self.take(self._completion(message["wake"]))
        if message["call"] != "notification" or message["notification"]["kind"] == "answered":
            return super()._call(message)
        event = message["notification"]
        if event["kind"] == "received":
            how = "opened" if event.get("opened") else "received"
            calls.append(f"{how} {event['notification']['name']}")
        else:
            calls.append("dropped " + " ".join(event["names"]))

    def did_open(self, link):
        calls.append("link " + (link.get("url") or link.get("type") or link["activity"]["type"]))

    def did_answer_notification(self, response, complete):
        name, answer = response["notification"]["name"], response["answer"]
        calls.append(f"answered {name} {answer.get('identifier', answer['answer'])}")
        self.take(complete)

    def registered_for_voip_pushes(self, token): calls.append(f"voip token {token}")

    def did_receive_voip_push(self, payload, complete):
        calls.append(f"voip push {payload.get('n', '')}")
        self.take(complete)

    def heard(self, call, news):
        """Of what the client in the protocol's document leaves out."""
        if call == "location":
            calls.append(f"place {news['kind']} {news.get('region', '')}")
        elif call == "audio":
            calls.append(f"key {news['command']}")
        elif call == "voip":
            calls.append(f"line {news['kind']} {news.get('descriptor', '')}")
        elif call == "bluetooth":
            calls.extend(f"radio {each['kind']} {json.dumps(each)}" for each in news)
        else:
            calls.append(f"{call} {news['kind']}")

    def _request(self, **message):
        what = message.get(message["type"])
        action = what["action"] if isinstance(what, dict) else what
        asked.add(".".join(filter(None, (message["type"], action))))
        super()._request(**message)

    def _send(self, **message):
        files = []
        if message.get("voip", {}).get("action") == "keep":
            files = [os.dup(message["voip"]["descriptor"])]
        self._unsent.append((json.dumps(message).encode(), files))
        self._flush()

    def _take(self, message):
        if message["type"] == "audio" and message["audio"]["kind"] == "command":
            self.heard("audio", message["audio"])
        super()._take(message)

    def take(self, complete):
        if "--hold" in sys.argv:
            completions.append(complete)
        else:
            complete("newData")


app = Puppet()


def schedule(name, seconds=None, **content):
    """A notification in so many seconds, or at `fireDate`; returns the milliseconds at which it is due."""
    if seconds is not None:
        content["fireDate"] = time.time_ns() // 1_000_000 + round(seconds * 1000)
    request = {"action": "schedule", "notification": {"name": name, "body": f"It is {name}", **content}}
    app._request(type="notification", notification=request)
    return content.get("fireDate", 0)


def ask(kind, action, **fields):
    app._request(type=kind, **{kind: {"action": action, **fields}})


def register(*types):
    app._request(type="notification", notification={"action": "register", "types": list(types)})


def acknowledged():
    """Waits until the daemon has taken all that was asked for."""
    while app._outbox:
        time.sleep(0.002)


# For the pieces: the protocol by hand.

def dial(path=None):
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    connection.settimeout(30)
    connection.connect(path or os.environ["QUIESCE_SOCKET"])
    return connection


def say(connection, **message):
    connection.send(json.dumps(message).encode())


def hello(connection, received=0, handled=0, tasks=()):
    say(connection, type="hello", version=1, lastReceived=received, lastHandled=handled,
        openTasks=list(tasks), outbox=0)


def hear(connection):
    """The next message; None at the end of the connection."""
    try:
        datagram = connection.recv(65536)
    except ConnectionResetError:
        return hear(connection)
    return json.loads(datagram) if datagram else None


def hear_until(connection, **wanted):
    while True:
        message = hear(connection)
        if message is None or all(message.get(key) == value for key, value in wanted.items()):
            return message


def redial(received=0, handled=0):
    """Connects and is welcomed, as soon as the daemon has noticed the end of the last connection."""
    while True:
        connection = dial()
        try:
            hello(connection, received, handled)
            if hear(connection)["type"] == "welcome":
                return connection
        except (OSError, TypeError):
            pass
        connection.close()


def live(connection):
    """Says hello and handles the launch; returns the welcome."""
    hello(connection)
    welcome = hear_until(connection, type="welcome")
    first = hear_until(connection, call="finishLaunching")
    say(connection, type="handled", seq=first["seq"])
    return welcome


def serve():
    global result
    path = os.environ["QUIESCE_CONTAINER"] + "/tmp/puppet"
    if os.path.exists(path):
        os.unlink(path)
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind(path + ".new")
    server.listen()
    os.rename(path + ".new", path)
    while True:
        connection, _ = server.accept()
        with connection, connection.makefile("rw") as stream:
            for line in stream:
                result = None
                try:
                    exec(json.loads(line), globals())
                    answer = {"result": result}
                except BaseException:
                    answer = {"error": traceback.format_exc()}
                stream.write(json.dumps(answer) + "\n")
                stream.flush()


if __name__ == "__main__":
    if "--raw" in sys.argv:
        serve()
    else:
        threading.Thread(target=serve, daemon=True).start()
        app.run()
