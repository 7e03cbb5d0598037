#!/usr/bin/python3 -B
"""The app of the power cuts: asks what it is ordered, and tells what it is acknowledged and what it hears.

`place` in its bundle names a folder that no power cut reaches. `orders` there has a line for each thing to ask: `alarm NAME`
(a NUMBER@MILLISECONDS, which says when it is due), `cancel NAME`, `task NAME` or `leave NAME` (a background task, asked for
and given up), `region NAME` or `unwatch NAME`, `scan NAME` or `unscan NAME` (a manager of Bluetooth that is restored),
`session NAME` (of transfers, with a task), `badge NUMBER`, `plays NAME`; none is looked at while there is no `go`. A line of `heard` there is one of

    token TOKEN
    asked WHAT NAME           it is asked for now, and not again
    refused task NAME         it can't be: as many as may be are waiting
    promised WHAT NAME        the daemon has acknowledged it
    fired NAME MOMENT         didReceiveLocalNotification in front, with the milliseconds of then
    push N LAUNCH again|new   a push came; `again`: the daemon said that it may have come before
    scene N                   a scene was sent
    tasks NAME…               at its launch these are waiting
"""
import json
import os
import time

from quiesce_app import App

HERE = os.path.dirname(os.path.abspath(__file__))


class Life(App):
    def __init__(self):
        super().__init__()
        with open(os.path.join(HERE, "place"), encoding="utf-8") as file:
            self.place = file.read()
        self.note = os.open(
            os.path.join(self.place, "heard"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        self.asked, self.before, self.read = {}, self.earlier(), 0
        self.launch, self.again, self.scenes = 0, "new", 0

    def earlier(self):
        """What a launch before this one has asked for: whether it is promised nobody knows."""
        with open(os.path.join(self.place, "heard"), encoding="ascii") as file:
            lines = [line.split() for line in file]
        return {tuple(words[1:]) for words in lines if words[0] == "asked"}

    def did_finish_launching(self, launch):
        self.write(" ".join(["tasks", *(task["identifier"] for task in self.pending_tasks)]))
        self.notification("register", types=["alert", "badge"])
        self.push("register")
        self.look()

    def look(self):
        text = ""
        if os.path.exists(os.path.join(self.place, "go")):
            with open(os.path.join(self.place, "orders"), encoding="ascii") as file:
                file.seek(self.read)
                text = file.read()
        text = text[:text.rfind("\n") + 1]
        self.read += len(text)
        for line in text.splitlines():
            self.order(*line.split())
        if self.state != "background":
            self.scenes += 1
            self.write(f"scene {self.launch * 100_000 + self.scenes}")
            self.show({"version": 1, "size": {"width": 320, "height": 480}, "orientation": "portrait", "root": {
                "frame": {"x": 0, "y": 0, "width": 320, "height": 480}, "background": "#FFFFFF", "children": [{
                    "frame": {"x": 0, "y": 0, "width": 320, "height": 480}, "text": {
                        "string": str(self.launch * 100_000 + self.scenes) + " " + "x" * 2_000, "size": 17,
                        "color": "#000000", "alignment": "center"}}]}})
            self.call_later(0.02, self.look)

    def order(self, what, name):
        if (what, name) in self.before:
            return
        self.write(f"asked {what} {name}")
        # The last of its requests stands for all of them.
        self.asked[self._last_request + {"scan": 2, "session": 2, "plays": 4}.get(what, 1)] = f"{what} {name}"
        if what == "region":
            self.ask("location", "monitor", region={
                "shape": "circle", "identifier": name, "radius": 150,
                "center": {"latitude": 482081743, "longitude": 163738189}})
        elif what == "unwatch":
            self.ask("location", "stopMonitoring", region=name)
        elif what == "scan":
            self.ask("bluetooth", "open", manager=name, role="central", restores=True)
            self.ask("bluetooth", "scan", manager=name, services=["180D"])
        elif what == "unscan":
            self.ask("bluetooth", "close", manager=name, role="central")
        elif what == "session":
            self.transfer("openSession", session=name)
            self.transfer("create", session=name, task=self.new_transfer_task(), kind="download",
                          request={"url": "http://127.0.0.1/"})
        elif what == "badge":
            self.notification("setBadge", badge=int(name))
        elif what == "plays":
            self.ask("audio", "set", category="playback")
            self.ask("audio", "activate")
            self.ask("audio", "takes", takes=["play", "pause"])
            self.ask("audio", "working", plays=True, records=False)
        elif what == "alarm":
            self.notification("schedule", notification={
                "name": name, "fireDate": int(name.split("@")[1]), "body": f"alarm {name}"})
        elif what == "cancel":
            self.notification("cancel", name=name)
        elif what == "task":
            self.fetching("submit", task={"kind": "processing", "identifier": name,
                                          "earliestBegin": 4_000_000_000_000})
        else:
            self.fetching("cancel", identifier=name)

    def ask(self, kind, action, **fields):
        self._request(type=kind, **{kind: {"action": action, **fields}})

    def _acknowledged(self, request):
        super()._acknowledged(request)
        for number in sorted(number for number in self.asked if number <= request):
            self.write(f"promised {self.asked.pop(number)}")

    def _take(self, message):
        if message["type"] == "welcome":
            self.launch = message["launch"]
        self.again = "again" if message.get("redelivered") else "new"
        super()._take(message)

    def did_become_active(self): self.look()

    def fetch_refused(self, identifier, reason): self.write(f"refused task {identifier}")

    def registered_for_pushes(self, token): self.write(f"token {token}")

    def did_receive_notification(self, notification, opened):
        self.write(f"fired {notification['name']} {time.time_ns() // 1_000_000}")

    def did_receive_remote_notification(self, payload, complete):
        self.write(f"push {payload['n']} {self.launch} {self.again}")
        complete("newData")

    def did_receive_push(self, payload, opened):
        self.write(f"push {payload['n']} {self.launch} {self.again}")

    def write(self, line):
        """In one write, which nothing can cut."""
        os.write(self.note, f"{line}\n".encode("ascii"))


if __name__ == "__main__":
    Life().run()
