"""What must hold after a power cut, and at the end of them all. Pure: it is told what was asked, acknowledged and found."""
import collections
import itertools


class Register:
    """What has one value at a time, which is asked to be another: an app that is installed or not, a permission, an alarm
    that is scheduled or not. `values`: those that were asked for, in order, and whether each was acknowledged."""

    def __init__(self, value):
        self.values = [(value, True)]

    def ask(self, value):
        self.values.append((value, False))
        return len(self.values) - 1

    def acknowledge(self, at):
        self.values[at] = (self.values[at][0], True)

    def refuse(self, at):
        """It stays what it was."""
        self.values[at] = (self.values[at - 1][0], self.values[at][1])

    @property
    def possible(self):
        """What it may be now: what was acknowledged last, or anything that was asked for since."""
        last = max(at for at, (_, isAcknowledged) in enumerate(self.values) if isAcknowledged)
        return [value for value, _ in self.values[last:]]

    def settle(self, value):
        """It was found to be this: no earlier request can change it any more."""
        self.values = [(value, True)]


def after_cut(registers, found):
    """Nothing that was acknowledged is lost, nothing is there that nobody asked for. `found`: values by name."""
    mistakes = []
    for name in sorted(set(registers) | set(found)):
        value = found.get(name)
        possible = registers[name].possible if name in registers else [None]
        if value not in possible:
            mistakes.append(f"{name} is {value!r}, and can only be {' or '.join(map(repr, possible))}")
    return mistakes


def files(transfers, cut):
    """Transfers after a cut. transfers: a dict each, with `name`; `told`, the state that was told of it before the cut;
    `row`, what is told now; `right`, whether its file is whole, None for none; `bytes` of what is received that are right
    from the first, None if that isn't looked at."""
    mistakes = []
    for each in transfers:
        name, row = f"transfer {each['name']}", each["row"]
        if row is None:
            mistakes.append(f"{name} is lost after cut {cut}")
            continue
        # A list may be a commit ahead of the disk, so that one it called finished goes on; its file is on disk before.
        if each["told"] == "finished" and not each["right"]:
            mistakes.append(f"{name} had finished, and is {row['state']}, its file {words(each['right'])}")
        elif row["state"] == "finished" and not each["right"]:
            mistakes.append(f"{name} has finished, its file {words(each['right'])}")
        elif row["state"] in ("failed", "cancelled"):
            mistakes.append(f"{name} is {row['state']}: {row.get('sentence')}")
        elif each["bytes"] is not None and each["bytes"] < row.get("received", 0):
            mistakes.append(f"{name} says {row['received']} bytes, of which {each['bytes']} are right")
    return mistakes


def words(right):
    return {True: "right", False: "wrong", None: "missing"}[right]


def at_end(alarms, fired, shown, now, accepted, heard, receipts):
    """alarms: names NUMBER@MILLISECONDS that are promised and not cancelled. fired: name and moment, of each told to the app.
    shown: names. accepted: numbers of pushes that were answered with 200. heard: number, launch, whether it may have
    come before, and whether the device had it on disk at the next cut. receipts: states by number."""
    mistakes = []
    told = {name for name, _ in fired}
    for name in sorted(alarms):
        if int(name.split("@")[1]) <= now and name not in told and name not in shown:
            mistakes.append(f"alarm {name} is lost")
    # Its content was lost: it is called by its number.
    nameless = [name for name, _ in fired if "@" not in name]
    mistakes += [f"alarm {name} was told without its name" for name in nameless]
    fired = [(name, at) for name, at in fired if name not in nameless]
    mistakes += [f"alarm {name} fired {int(name.split('@')[1]) - at} ms early"
                 for name, at in fired if at < int(name.split("@")[1])]
    times = collections.defaultdict(list)
    for number, launch, is_again, was_stored in heard:
        times[number].append((launch, is_again, was_stored))
    for number in sorted(accepted):
        if number not in times and receipts.get(number) not in ("shown", "merged"):
            mistakes.append(f"push {number} is lost: {receipts.get(number)}")
    for number, each in sorted(times.items()):
        if number not in accepted:
            mistakes.append(f"push {number} was never accepted")
        # A device that hadn't yet got it on disk can't know that it was told of.
        if any(not is_again and before[2] for before, (_, is_again, _) in itertools.pairwise(each)):
            mistakes.append(f"push {number} was told again as if it were new: {each}")
        if len({launch for launch, *_ in each}) < len(each):
            mistakes.append(f"push {number} was told twice in one launch: {each}")
    return mistakes
