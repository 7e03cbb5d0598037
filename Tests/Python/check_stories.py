"""Whether the kill matrix and the power cuts know every kind of fact and every request that is
acknowledged: exits with 1 if they don't.

The Swift sources say which there are (Tests/KillMatrix/inventory.py). At last the check itself is
tried, with kinds that are planted there."""
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
    """`there` is what the sources have, `told` what is told, `untold` why something isn't."""
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
    words = {word for name, each in wire.items() if name.startswith("ControlRequest")
             for word in each}
    if words != inventory.controls():
        yield f"control requests are read wrongly: {sorted(words ^ inventory.controls())}"
    vocabulary = os.path.join(inventory.SOURCES, "QuiesceVocabulary", "Derived")
    actions = {word for name, each in derived(vocabulary, "action").items()
               if name.endswith("Request") for word in each}
    read = {each.split(".")[1] for each in inventory.requests()
            if "." in each and not each.startswith("push.")}
    if actions != read:
        yield f"apps' requests are read wrongly: {sorted(actions ^ read)}"
    before = inventory.source(inventory.FACTS).split("package static")[0]
    switch = re.findall(r"^        case \.(\w+)", before, flags=re.M)
    if set(switch) != set(inventory.facts()):
        yield f"facts are read wrongly: {sorted(set(switch) ^ set(inventory.facts()))}"


def planted():
    """The check notices what it is for."""
    text = inventory.source(inventory.FACTS)
    more = text
    for before, line in (
            ("    case wake(", "    indirect case focus(FocusFact)\n"),
            ("        case .device:",
             "        case .focus(let fact): Self.key(focusOf: fact.app)\n"),
            ("    static func key(app:",
             '    static func key(focusOf app: AppID) -> String { "focus/" + app.name }\n')):
        more = more.replace(before, line + before, 1)
    fewer = re.sub(r"^.*case audio\(AudioFact\)\n", "", text, flags=re.M)
    asked, said = inventory.controls(), inventory.requests()
    both = {"a"}, {"a"}, {"a": "why"}
    for name, found, count, part in (
            ("a new fact", facts(more), 2, "fact focus: nothing tells it"),
            ("a fact that is gone", facts(fewer), 2, "fact audio: "),
            ("a new control request", controls(asked | {"shake"}), 1, "request shake: nothing"),
            ("one that is gone", controls(asked - {"get"}), 1, "request get: "),
            ("a new request", requests(said | {"focus.take"}), 1, "request focus.take: nothing"),
            ("one that is gone", requests(said - {"voip.keep"}), 1, "request voip.keep: "),
            ("told and not told", missing("x", *both), 1, "says why it doesn't")):
        found = list(found)
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
