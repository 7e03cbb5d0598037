"""What must hold of alarms, whatever was killed meanwhile."""
import collections
import datetime


class Judgement:
    """due: milliseconds by name. heard: the words of the app's lines (alarms.py). shown: number and name of each
    banner. rows: of `quiesce notifications`. disturbed: names told to a launch that was killed afterwards."""

    def __init__(self, due, heard, shown, rows, disturbed, kills):
        self.due, self.mistakes = due, []
        self.fired = collections.defaultdict(list)
        self.promised = {words[1] for words in heard if words[0] == "promised"}
        self.banners = collections.defaultdict(list)
        for words in heard:
            if words[0] == "fired":
                self.fired[words[1]].append(int(words[2]))
            elif words[0] in ("twice", "dropped"):
                self.mistakes.append(f"the app was told: {' '.join(words)}")
        for number, name in shown:
            self.banners[name].append(number)
        for name in sorted(self.promised):
            self.judge(name, disturbed)
        for name, moments in self.fired.items():
            self.mistakes += [f"{name} was told {due[name] - at} ms early" for at in moments if at < due[name]]
        for row in rows:
            early = due[row["name"]] - milliseconds(row["time"])
            if early > 0:
                self.mistakes.append(f"{row['name']} was shown {early} ms early")
        self.again = sum(len(numbers) - 1 for numbers in self.banners.values())
        if self.again > kills:
            self.mistakes.append(f"{self.again} banners were repeated by {kills} kills")

    def judge(self, name, disturbed):
        told, numbers = len(self.fired.get(name, [])), self.banners.get(name, [])
        if not told and not numbers:
            self.mistakes.append(f"{name} is lost")
        if len(set(numbers)) > 1:
            self.mistakes.append(f"{name} was shown as {sorted(set(numbers))}")
        if name in disturbed:
            return  # What a launch hadn't acknowledged when it was killed is told again.
        if told > 1:
            self.mistakes.append(f"{name} was told {told} times")
        if told and numbers:
            self.mistakes.append(f"{name} was told to the app and shown")

    def report(self):
        told = sum(map(len, self.fired.values()))
        print(f"{len(self.due)} alarms ordered, {len(self.promised)} acknowledged; told to the app {told}, "
              f"shown {len(self.banners)}; banners repeated {self.again}")
        late = sorted(at - self.due[name] for name in self.fired for at in self.fired[name])
        if late:
            print(f"told after its moment: median {late[len(late) // 2]} ms, most {late[-1]} ms")


def milliseconds(iso):
    """A moment as the daemon writes it."""
    return round(datetime.datetime.fromisoformat(iso.replace("Z", "+00:00")).timestamp() * 1000)
