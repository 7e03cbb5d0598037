#!/usr/bin/python3 -B
"""The app of the push harness: registers for pushes, and writes down each that it hears of, in one write, which a kill
can't cut. A line of `heard` is one of

    token TOKEN
    push N LAUNCH again|new     a push woke it; `again`: the daemon said that it may have come before
    told N LAUNCH again|new     it came while it was in front
    opened N LAUNCH again|new   the user chose what was shown of it
    sure N LAUNCH               the daemon has acknowledged that the app is done with it
"""
import json
import os

from quiesce_app import App


class Mail(App):
    def __init__(self):
        super().__init__()
        self.note = os.open("heard", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self.launch, self.again = 0, "new"
        self.unsure = []  # Told in front, and the daemon may not have heard that it was handled.
        self.proofs = {}  # Pushes by the request whose acknowledgement says that it has.

    def did_finish_launching(self, launch):
        self.register()
        self._request(type="push", push="register")
        if launch["state"] == "inactive" and "push" in launch:
            self.hear("opened", json.loads(launch["push"]))

    def _take(self, message):
        if message["type"] == "welcome":
            self.launch = message["launch"]
        self.again = "again" if message.get("redelivered") else "new"
        super()._take(message)

    def register(self):
        self._request(type="notification", notification={
            "action": "register", "types": ["alert", "sound", "badge"]})

    def _deliver(self, message):
        super()._deliver(message)
        if self.unsure:
            # Whatever is asked for now arrives after that this was handled.
            self.proofs[self._last_request + 1], self.unsure = self.unsure, []
            self.register()

    def _acknowledged(self, request):
        super()._acknowledged(request)
        for number in [number for number in self.proofs if number <= request]:
            for push in self.proofs.pop(number):
                self.write(f"sure {push} {self.launch}")

    def _call(self, message):
        if message["call"] != "push":
            return super()._call(message)
        event = message["push"]
        if event["kind"] == "registered":
            self.write(f"token {event['token']}")
        elif event["kind"] == "received":
            payload = json.loads(event["payload"])
            self.hear("opened" if event.get("opened") else "told", payload)
            if not event.get("opened"):
                self.unsure.append(payload["n"])

    def did_receive_remote_notification(self, payload, complete):
        self.hear("push", payload)
        self.proofs[self._last_request + 1] = [payload["n"]]
        complete("newData")

    def hear(self, how, payload):
        self.write(f"{how} {payload['n']} {self.launch} {self.again}")

    def write(self, line):
        os.write(self.note, f"{line}\n".encode("ascii"))


if __name__ == "__main__":
    Mail().run()
