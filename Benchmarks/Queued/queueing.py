#!/usr/bin/python3 -B
"""Makes and resumes as many download tasks as it is told, and says how long it took until all of them were
acknowledged."""
import json
import os
import sys
import time

from quiesce_app import App


class Queueing(App):
    began = None

    def did_finish_launching(self, launch):
        self.transfer("openSession", session="queue")

    def session_opened(self, session):
        if self.began is None:
            write("ready", "")
            self.await_go()

    def await_go(self):
        if not os.path.exists("go"):
            return self.call_later(0.01, self.await_go)
        self.began = time.monotonic()
        for number in range(int(sys.argv[1])):
            task = self.new_transfer_task()
            self.transfer(
                "create", session="queue", task=task, kind="download",
                request={"url": f"https://{number % 50}.example.org/files/{number}.mp3"})
            self.transfer("resume", session="queue", task=task)

    def _acknowledged(self, request):
        super()._acknowledged(request)
        if self.began is not None and not self._outbox:
            write("done", json.dumps({"seconds": time.monotonic() - self.began}))


def write(name, text):
    with open(name + ".new", "w", encoding="ascii") as file:
        file.write(text)
    os.rename(name + ".new", name)


os.chdir(os.environ["QUIESCE_CONTAINER"])
Queueing().run()
