"""A story: something is done with a device while its daemon is to be killed, and the next must
know of it."""
from board import Puppet
from judgement import ABSENT, Promise

A, B, C = "org.quiesce.test.a", "org.quiesce.test.b", "org.quiesce.test.c"


class Story:
    """`tell` ends where the daemon does; `found` looks at the device afterwards.

    `template`: whether there is a device already, on which `apps` are installed, the first with
    further background `modes` and `keys` of its Info.plist, and with the user's `permissions`.
    `facts`, `controls`, `requests`: the ones of inventory.py that it is about, and that a run
    finds among what it told. `lasts`: something of it outlasts its end."""
    template, lasts, apps, modes, keys, permissions = True, True, (A,), (), {}, ("notifications",)
    facts, controls, requests = "", "", ""

    def __init__(self, board):
        self.board, self.puppet = board, Puppet(board, A)

    def tell(self):
        raise NotImplementedError

    def found(self):
        raise NotImplementedError

    def promised(self):
        """Whether all that was acknowledged has come, of what takes its time."""
        return True

    def close(self):
        self.puppet.close()

    def revive(self):
        """The app in front, as the user would have it."""
        self.board.bring(A, "active")
        self.puppet.close()
        # It asks again for everything unacknowledged: an answer says that it has.
        self.puppet.asked("app.fetching('cancel', identifier='nobody')")

    def asked(self, kind, key, value, code, *also):
        """The app asks for it by this piece of Python, as a promise."""
        self.board.promise(kind, key, value, lambda: self.puppet.asked(code), *also)

    def sent(self, kind, key, value, *words, also=()):
        """Something happens to the device, in the words of `quiesce send`."""
        self.board.promise(
            kind, key, value,
            lambda: self.board.rows(type="sendEvent", words=[*map(str, words)]), *also)

    def away(self):
        self.board.rows(type="home")
        self.suspended()

    def leave(self, code):
        """It is left, and does this on its way: what it presents then is shown."""
        self.puppet.run(f"""
def left():
    calls.append('didEnterBackground')
    app.did_enter_background = lambda: calls.append('didEnterBackground')
    {code}
app.did_enter_background = left
""")
        self.away()

    def suspended(self):
        self.board.wait("suspended", lambda: self.board.state(A) == "suspended")

    def ended(self, *gone):
        """The app ends of its own accord, and what it has heard, kinds and keys, with it."""
        self.board.promise_all([(*each, ABSENT) for each in gone], self.end)

    def end(self):
        self.puppet.end()
        self.board.wait("the app has ended", lambda: self.board.state(A) == "notRunning")

    def why(self, kind):
        """What waits of the app, of this kind, in words."""
        row = self.board.rows(type="why", app=A)[0]
        return [each["sentence"] for each in row.get("pending", []) if each["kind"] == kind]

    def obstacles(self, wake):
        row = self.board.rows(type="why", app=A, **{"not": wake})[0]
        return [each["reason"] for each in row.get("obstacles", [])]

    def heard(self, kind, prefix):
        """How often the app was called so, by the words after it."""
        found = {}
        for call in self.puppet.calls():
            if call.startswith(prefix):
                key = call[len(prefix):].strip()
                found.setdefault((kind, key), []).append("heard")
        return found

    def all_heard(self, *kinds):
        heard, wanted = self.found(), set()
        for each in self.board.promises:
            if each.value == ABSENT:
                wanted.discard((each.kind, each.key))
            elif each.kind in kinds and each.acknowledged:
                wanted.add((each.kind, each.key))
        return all(heard.get(place) for place in wanted)
