#!/usr/bin/python3 -B
"""The app of the kill harness: schedules the alarms that it is ordered, and writes down what it hears of them.

`orders` in its container has a line for each alarm, a name NUMBER@MILLISECONDS, which says when it is due. A line
of `heard` is one of

    launch NUMBER            what follows, until the next one, is of that launch
    asked NAME               it is asked for now, and not again
    promised NAME            the daemon has acknowledged it
    fired NAME MOMENT        didReceiveLocalNotification in front, with the milliseconds of then
    sure NAME                the daemon has heard that the app has returned from that
    opened NAME              the user chose it
    twice NAME               the daemon delivered something again to the same launch
"""
import os
import time

from quiesce_app import App


class Alarms(App):
    def __init__(self):
        super().__init__()
        self.asked = {}  # Names by their request's number, until it is acknowledged.
        self.told = set()
        self.unsure = []  # Told, and the daemon may not have heard that it was handled.
        self.proofs = {}  # Names by the request whose acknowledgement says that it has.
        self.read = 0
        self.before = self.earlier()
        self.note = os.open("heard", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def _take(self, message):
        if message["type"] == "welcome" and self._last_received == 0:
            self.write(f"launch {message['launch']}")
        super()._take(message)

    def did_finish_launching(self, launch):
        if "notification" in launch:
            self.write(f"opened {launch['notification']['name']}")
        self.register()
        self.look()

    def register(self):
        self.ask({"action": "register", "types": ["alert", "badge"]})

    def earlier(self):
        """What a launch before this one has asked for: whether it is promised nobody knows."""
        try:
            with open("heard", encoding="ascii") as file:
                return {line.split()[1] for line in file if line.startswith("asked ")}
        except FileNotFoundError:
            return set()

    def prove(self):
        """Asks for something whose answer proves that what went before has arrived: messages keep their order."""
        if self.unsure:
            names, self.unsure = self.unsure, []
            self.proofs[self._last_request + 1] = names
            self.register()

    def look(self):
        self.prove()
        try:
            with open("orders", encoding="ascii") as file:
                file.seek(self.read)
                for name in file.read().split():
                    self.read += len(name) + 1
                    self.order(name)
        except FileNotFoundError:
            pass
        if self.state != "background":
            self.call_later(0.01, self.look)

    def order(self, name):
        due = int(name.split("@")[1])
        if name in self.before:
            return
        self.write(f"asked {name}")
        self.asked[self._last_request + 1] = name
        self.ask({"action": "schedule", "notification": {
            "name": name, "fireDate": due, "body": f"alarm {name}"}})

    def ask(self, request):
        self._request(type="notification", notification=request)

    def _acknowledged(self, request):
        super()._acknowledged(request)
        for number in [number for number in self.asked if number <= request]:
            self.write(f"promised {self.asked.pop(number)}")
        for number in [number for number in self.proofs if number <= request]:
            for name in self.proofs.pop(number):
                self.write(f"sure {name}")

    def did_become_active(self): self.look()

    def _call(self, message):
        if message["call"] != "notification":
            return super()._call(message)
        event = message["notification"]
        if event["kind"] != "received":
            return self.write(f"dropped {' '.join(event['names'])}")
        name = event["notification"]["name"]
        if event.get("opened"):
            return self.write(f"opened {name}")
        self.write(f"fired {name} {time.time_ns() // 1_000_000}")
        if name in self.told:
            self.write(f"twice {name}")
        self.told.add(name)
        self.unsure.append(name)
        time.sleep(0.02)  # So that kills find it at work on some.

    def write(self, line):
        """In one write, which a kill can't cut."""
        os.write(self.note, f"{line}\n".encode("ascii"))


if __name__ == "__main__":
    Alarms().run()
