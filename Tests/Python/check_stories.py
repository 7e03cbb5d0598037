"""Whether the kill matrix and the power cuts know every kind of fact and every acknowledged request: exits with 1 if not.

What there is is read from the Swift sources (Tests/KillMatrix/inventory.py). The check itself is tried first, with kinds
that are planted there."""
import os
import re
import sys

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path[:0] = [os.path.join(TESTS, name) for name in (
    "KillMatrix", "PowerCutHarness", "PushHarness", "NotificationHarness")]
import inventory  # noqa: E402
from looks import FACTS, LEFT_OUT  # noqa: E402
from stories import STORIES, UNTOLD  # noqa: E402

PLACE = "Tests/KillMatrix/stories.py"


def missing(kind, there, told, untold, place=PLACE):
    """What is wrong: `there` is what the sources have, `told` what is told, `untold` why something isn't."""
    for each in sorted(there - told - set(untold)):
        yield f"{kind} {each}: nothing tells it in {place}, nor says there why"
    for each in sorted((told | set(untold)) - there):
        yield f"{kind} {each}: {place} knows it, and there is none"
    for each in sorted(told & set(untold)):
        yield f"{kind} {each}: {place} tells it, and says why it doesn't"


def told(what):
    return {each for story in STORIES.values() for each in getattr(story, what).split()}


def facts(text=None):
    there = set(inventory.facts(text))
    yield from missing("fact", there, told("facts"), {})
    yield from missing("fact", there, set(FACTS), LEFT_OUT, "Tests/PowerCutHarness/looks.py")


def controls(there):
    return missing("control request", there, told("controls"), UNTOLD["controls"])


def requests(there):
    return missing("app's request", there, told("requests"), UNTOLD["requests"])


def derived(folder, at):
    """The words by which what scripts/derive has written tells requests apart, by type."""
    found = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            for part in re.split(r"^extension ", file.read(), flags=re.M)[1:]:
                words = re.findall(rf'sink\.word\("(\w+)", number: \d+, at: "{at}"\)', part)
                found.setdefault(part.split(":")[0].split(" ")[0], set()).update(words)
    return found


def reading():
    """Whether inventory.py has read all of it: the derived files say the same in another way."""
    wire = derived(os.path.join(inventory.SOURCES, "QuiesceWire", "Derived"), "type")
    words = {word for name, each in wire.items() if name.startswith("ControlRequest") for word in each}
    if words != inventory.controls():
        yield f"control requests are read wrongly: {sorted(words ^ inventory.controls())}"
    vocabulary = os.path.join(inventory.SOURCES, "QuiesceVocabulary", "Derived")
    actions = {word for name, each in derived(vocabulary, "action").items()
               if name.endswith("Request") for word in each}
    read = {each.split(".")[1] for each in inventory.requests() if "." in each and not each.startswith("push.")}
    if actions != read:
        yield f"apps' requests are read wrongly: {sorted(actions ^ read)}"
    switch = re.findall(r"^        case \.(\w+)", inventory.source(inventory.FACTS).split("package static")[0], flags=re.M)
    if set(switch) != set(inventory.facts()):
        yield f"facts are read wrongly: {sorted(set(switch) ^ set(inventory.facts()))}"


def planted():
    """The check notices what it is for."""
    text = inventory.source(inventory.FACTS)
    more = text.replace("    case wake(WakeFact)\n", "    case wake(WakeFact)\n    indirect case focus(FocusFact)\n", 1) \
        .replace("        case .device: ", "        case .focus(let fact): Self.key(focusOf: fact.app)\n        case .device: ", 1) \
        .replace("    static func key(app:", '    static func key(focusOf app: AppID) -> String { "focus/" + app.name }\n'
                 "    static func key(app:", 1)
    fewer = re.sub(r"^.*case audio\(AudioFact\)\n", "", text, flags=re.M)
    there = inventory.controls(), inventory.requests()
    for name, found, count, part in (
            ("a new fact", list(facts(more)), 2, "fact focus: nothing tells it"),
            ("a fact that is gone", list(facts(fewer)), 2, "fact audio: "),
            ("a new control request", list(controls(there[0] | {"shake"})), 1, "control request shake: nothing"),
            ("one that is gone", list(controls(there[0] - {"get"})), 1, "control request get: "),
            ("a new request", list(requests(there[1] | {"focus.take"})), 1, "app's request focus.take: nothing"),
            ("one that is gone", list(requests(there[1] - {"voip.keep"})), 1, "app's request voip.keep: "),
            ("one that is told and isn't", list(missing("x", {"a"}, {"a"}, {"a": "why"})), 1, "says why it doesn't")):
        if len(found) != count or not all(part in each for each in found):
            yield f"planted, {name}: {found}"
    try:
        inventory.facts(more.replace("static func key(focusOf", "static func keys(focusOf"))
        yield "a fact without a key is understood"
    except ValueError:
        pass


def main():
    wrong = list(reading())
    if not wrong:
        wrong = [*facts(), *controls(inventory.controls()), *requests(inventory.requests())]
    # With something missing already the planted would be one of several.
    wrong = wrong or list(planted())
    for each in wrong:
        print(each, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
