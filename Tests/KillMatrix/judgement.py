"""What a device must know after its daemon was killed: all that it acknowledged, and nothing that nobody asked for."""

ABSENT = "absent"


class Promise:
    """Something that was asked of the device: that `key` of `kind` is `value` from then on."""

    def __init__(self, kind, key, value, acknowledged=False):
        self.kind, self.key, self.value, self.acknowledged = kind, key, value, acknowledged

    def __repr__(self):
        return f"{self.kind} {self.key} = {self.value}{'' if self.acknowledged else ' (not acknowledged)'}"


def judge(promises, found):
    """promises: in the order in which they were asked for. found: what each kind and key is now: a list, as whatever
    happened twice is in it twice; empty or missing: it is absent.

    What was acknowledged is so; what was asked for later, and not acknowledged, may be so; nothing else is."""
    possible = {}
    for each in promises:
        values = possible.setdefault((each.kind, each.key), [ABSENT])
        if each.acknowledged:
            values.clear()
        values.append(each.value)
    for place in sorted(set(possible) | set(found), key=str):
        values, now = possible.get(place), found.get(place, [])
        name = " ".join(map(str, place))
        if values is None:
            if now:
                yield f"{name} was never asked for, and is {now}"
        elif len(now) > 1:
            yield f"{name} is there {len(now)} times: {now}"
        elif (now or [ABSENT])[0] not in values:
            what = "is lost" if not now else f"is {now[0]}"
            yield f"{name} {what}; it may be {' or '.join(map(str, values))}"


def blind(promises, found):
    """What wouldn't be noticed, if anything of what was found were lost, there twice, or another: each is tried."""
    for place in {(each.kind, each.key) for each in promises}:
        if not found.get(place):
            continue  # It was taken back, or never acknowledged.
        for name, values in (("lost", []), ("twice", found[place] * 2), ("another", ["another"])):
            if not list(judge(promises, {**found, place: values})):
                yield f"{' '.join(map(str, place))} is {name}, and nobody notices"
    if not list(judge(promises, {**found, ("thing", "nobody's"): ["there"]})):
        yield "something that nobody asked for is there, and nobody notices"


def untold(story, facts, controls, requests):
    """What a story was to tell, and didn't, of what was stored, asked of the daemon and asked by its apps."""
    for kind, wanted, told in (("fact", story.facts, facts), ("control request", story.controls, controls),
                               ("app's request", story.requests, requests)):
        for each in sorted(set(wanted.split()) - set(told)):
            yield f"the {kind} {each} wasn't told"
