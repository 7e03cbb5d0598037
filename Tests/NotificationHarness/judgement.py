"""What must hold of alarms, whatever was killed meanwhile."""
import collections
import datetime


class Judgement:
    """due: milliseconds by name. heard: the words of the app's lines (alarms.py). shown: life of the daemon, number and
    name of each notification that it says it shows, in order. rows: of `quiesce notifications`. killed: the launches of
    the app that were. reboots: how often the device restarted in a life of the daemon. recorded: the life in which it
    noted that a notification is shown, by number. banners: what the desktop was asked to show, a name and whether in
    another's place.

    An alarm comes once. It may come again only
    - when it was told to a launch that was killed, and hadn't acknowledged that;
    - on the screen, from the very daemon that follows one that was killed before it had noted that it is shown."""

    def __init__(self, due, heard, shown, rows, killed, reboots, recorded, banners):
        self.due, self.mistakes = due, []
        self.killed, self.reboots, self.recorded = killed, reboots, recorded
        self.excused = 0
        self.promised = {words[1] for words in heard if words[0] == "promised"}
        self.shown = collections.defaultdict(list)  # Life and number, by name.
        self.fired = collections.defaultdict(list)  # Launch and milliseconds, by name.
        self.sure = set()  # Launch and name.
        self.take(heard)
        for life, number, name in shown:
            self.shown[name].append((life, number))
        for name in sorted(self.promised | set(self.fired) | set(self.shown)):
            self.judge(name)
        for row in rows:
            early = due.get(row["name"], 0) - milliseconds(row["time"])
            if early > 0:
                self.mistakes.append(f"{row['name']} was shown {early} ms early")
        self.again = sum(len(showings) - 1 for showings in self.shown.values())
        self.judge_banners(banners)

    def take(self, heard):
        launch = 0
        for words in heard:
            if words[0] == "launch":
                launch = int(words[1])
            elif words[0] == "fired":
                self.fired[words[1]].append((launch, int(words[2])))
            elif words[0] == "sure":
                self.sure.add((launch, words[1]))
            elif words[0] in ("twice", "dropped"):
                self.mistakes.append(f"the app was told: {' '.join(words)}")

    def judge(self, name):
        told, showings = self.fired.get(name, []), self.shown.get(name, [])
        if name not in self.due:
            self.mistakes.append(f"{name} was never ordered")
            return
        if not told and not showings:
            self.mistakes.append(f"{name} is lost")
        self.mistakes += [f"{name} was told {self.due[name] - at} ms early" for _, at in told if at < self.due[name]]
        # Whatever comes after a telling needs an excuse that it came again.
        for launch, _ in told if showings else told[:-1]:
            again = "shown" if showings else "told again"
            if (launch, name) in self.sure:
                self.mistakes.append(f"{name} was told, acknowledged by launch {launch}, and {again}")
            elif launch not in self.killed:
                self.mistakes.append(f"{name} was told to launch {launch}, which nobody killed, and {again}")
            else:
                self.excused += 1
        launches = [launch for launch, _ in told]
        if len(set(launches)) < len(launches):
            self.mistakes.append(f"{name} was told {len(launches)} times, to launches {launches}")
        if showings:
            self.judge_showings(name, showings)

    def judge_showings(self, name, showings):
        numbers = sorted({number for _, number in showings})
        if len(numbers) > 1:
            self.mistakes.append(f"{name} was shown as {numbers}")
        lives = [life for life, _ in showings]
        recorded = self.recorded.get(numbers[0])
        for life, count in collections.Counter(lives).items():
            # A restart of the device is one of the daemon's rules, too, within one life.
            if count > 1 + self.reboots.get(life, 0):
                self.mistakes.append(f"{name} was shown {count} times by daemon {life}")
        for before, life in zip(lives, lives[1:]):
            if life > before + 1:
                self.mistakes.append(f"{name} was shown by daemons {before} and {life}, and not between")
        if recorded is not None and lives[-1] > recorded:
            self.mistakes.append(
                f"{name} was shown again by daemon {lives[-1]}, and daemon {recorded} had noted that it is shown")

    def judge_banners(self, banners):
        new = collections.Counter(name for name, in_place in banners if not in_place)
        all = collections.Counter(name for name, _ in banners)
        self.on_desktop, self.in_place = len(new), sum(all.values()) - sum(new.values())
        self.doubled = sum(count - 1 for count in new.values())
        self.mistakes += [f"{name} never came onto the screen" for name in sorted(self.shown) if name not in new]
        self.mistakes += [f"{name} came onto the screen by itself" for name in sorted(all) if name not in self.shown]
        self.mistakes += [f"{name} came onto the screen {count} times, and was shown {len(self.shown[name])} times"
                          for name, count in sorted(all.items()) if count > len(self.shown.get(name, [])) > 0]

    def report(self):
        told = sum(map(len, self.fired.values()))
        both = sum(1 for name in self.fired if name in self.shown)
        print(f"{len(self.due)} alarms ordered, {len(self.promised)} acknowledged; told to the app {told} "
              f"({len(self.fired)} alarms), shown {len(self.shown)}, of these again {self.again}")
        print(f"told and shown {both}; told before to a launch that was killed over it {self.excused}")
        print(f"banners on the desktop {self.on_desktop}, of these shown again in their place {self.in_place}, "
              f"doubled {self.doubled}")
        late = sorted(at - self.due[name] for name in self.fired for _, at in self.fired[name] if name in self.due)
        if late:
            print(f"told after its moment: median {late[len(late) // 2]} ms, most {late[-1]} ms")


def milliseconds(iso):
    """A moment as the daemon writes it."""
    return round(datetime.datetime.fromisoformat(iso.replace("Z", "+00:00")).timestamp() * 1000)
