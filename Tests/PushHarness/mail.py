#!/usr/bin/python3 -B
"""The app of the push harness: registers for pushes, and writes down each that it hears of, in one write, which a kill
can't cut. A line of `heard` is one of

    token TOKEN
    push N LAUNCH again|new     a push woke it; `again`: the daemon said that it may have come before
    told N LAUNCH again|new     it came while it was in front
    opened N LAUNCH again|new   the user chose what was shown of it
"""
import json
import os

from quiesce_app import App


class Mail(App):
    def __init__(self):
        super().__init__()
        self.note = os.open("heard", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self.launch, self.again = 0, "new"

    def did_finish_launching(self, launch):
        self._request(type="notification", notification={
            "action": "register", "types": ["alert", "sound", "badge"]})
        self._request(type="push", push="register")
        if launch["state"] == "inactive" and "push" in launch:
            self.hear("opened", json.loads(launch["push"]))

    def _take(self, message):
        if message["type"] == "welcome":
            self.launch = message["launch"]
        self.again = "again" if message.get("redelivered") else "new"
        super()._take(message)

    def _call(self, message):
        if message["call"] != "push":
            return super()._call(message)
        event = message["push"]
        if event["kind"] == "registered":
            self.write(f"token {event['token']}")
        elif event["kind"] == "received":
            self.hear("opened" if event.get("opened") else "told", json.loads(event["payload"]))

    def did_receive_remote_notification(self, payload, complete):
        self.hear("push", payload)
        complete("newData")

    def hear(self, how, payload):
        self.write(f"{how} {payload['n']} {self.launch} {self.again}")

    def write(self, line):
        os.write(self.note, f"{line}\n".encode("ascii"))


if __name__ == "__main__":
    Mail().run()
