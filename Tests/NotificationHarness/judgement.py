"""What must hold of alarms, whatever was killed meanwhile."""
import collections
import datetime


class Judgement:
    """due: milliseconds by name. heard: the words of the app's lines (alarms.py). shown: number and name of each
    notification that the daemon says it shows. rows: of `quiesce notifications`. disturbed: names told to a launch that
    was killed afterwards. banners: what the desktop was asked to show, a name and whether in another's place."""

    def __init__(self, due, heard, shown, rows, disturbed, kills, banners):
        self.due, self.mistakes = due, []
        self.fired = collections.defaultdict(list)
        self.promised = {words[1] for words in heard if words[0] == "promised"}
        self.shown = collections.defaultdict(list)
        for words in heard:
            if words[0] == "fired":
                self.fired[words[1]].append(int(words[2]))
            elif words[0] in ("twice", "dropped"):
                self.mistakes.append(f"the app was told: {' '.join(words)}")
        for number, name in shown:
            self.shown[name].append(number)
        for name in sorted(self.promised):
            self.judge(name, disturbed)
        for name, moments in self.fired.items():
            self.mistakes += [f"{name} was told {due[name] - at} ms early" for at in moments if at < due[name]]
        for row in rows:
            early = due[row["name"]] - milliseconds(row["time"])
            if early > 0:
                self.mistakes.append(f"{row['name']} was shown {early} ms early")
        self.again = sum(len(numbers) - 1 for numbers in self.shown.values())
        # A kill repeats whatever was being shown just then, each once.
        self.mistakes += [f"{name} was shown again {len(numbers) - 1} times by {kills} kills"
                          for name, numbers in sorted(self.shown.items()) if len(numbers) - 1 > kills]
        self.judge_banners(banners, kills)

    def judge_banners(self, banners, kills):
        new = collections.Counter(name for name, in_place in banners if not in_place)
        self.on_desktop, self.in_place = len(new), len(banners) - sum(new.values())
        self.doubled = sum(count - 1 for count in new.values())
        self.mistakes += [f"{name} never came onto the screen" for name in sorted(self.shown) if name not in new]
        self.mistakes += [f"{name} came onto the screen by itself" for name in sorted(new) if name not in self.shown]
        self.mistakes += [f"{name}'s banner was doubled {count - 1} times by {kills} kills"
                          for name, count in sorted(new.items()) if count - 1 > kills]

    def judge(self, name, disturbed):
        told, numbers = len(self.fired.get(name, [])), self.shown.get(name, [])
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
              f"shown {len(self.shown)}, of these again {self.again}")
        print(f"banners on the desktop {self.on_desktop}, of these shown again in their place {self.in_place}, "
              f"doubled {self.doubled}")
        late = sorted(at - self.due[name] for name in self.fired for at in self.fired[name])
        if late:
            print(f"told after its moment: median {late[len(late) // 2]} ms, most {late[-1]} ms")


def milliseconds(iso):
    """A moment as the daemon writes it."""
    return round(datetime.datetime.fromisoformat(iso.replace("Z", "+00:00")).timestamp() * 1000)
