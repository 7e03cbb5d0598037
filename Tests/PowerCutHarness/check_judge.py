#!/usr/bin/env -S python3 -B
"""Whether the judge notices each thing that may go wrong: exits with 1 if it doesn't."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from judgement import Register, after_cut, at_end, files  # noqa: E402


def register(*values):
    made = Register(None)
    for value, is_acknowledged, *is_refused in values:
        at = made.ask(value)
        if is_refused:
            made.refuse(at)
        if is_acknowledged:
            made.acknowledge(at)
    return {"app": made}


YES, NO, REFUSED = ("1.0", True), ("1.0", False), ("1.0", True, "refused")
# Values asked for, what is found → what is said.
CUTS = {
    "there": ([YES], "1.0", None),
    "not acknowledged, and there": ([NO], "1.0", None),
    "not acknowledged, and not there": ([NO], None, None),
    "lost": ([YES], None, "is None"),
    "back again": ([YES, (None, True)], "1.0", "is '1.0'"),
    "never asked for": ([YES], "2.0", "is '2.0'"),
    "an older one": ([YES, ("2.0", True)], "1.0", "is '1.0'"),
    "an older one of two that weren't acknowledged": ([YES, ("2.0", False), ("3.0", False)], "2.0", None),
    "an acknowledged one behind one that wasn't": ([NO, ("2.0", True)], "1.0", "is '1.0'"),
    "refused": ([REFUSED], None, None),
    "refused, and there": ([REFUSED], "1.0", "is '1.0'"),
    "lost behind one that was refused": ([YES, ("2.0", True, "refused")], None, "is None"),
}
ROW = {"state": "running", "received": 100}
# told, row, right, bytes → what is said.
FILES = {
    "goes on": ("running", ROW, None, 100, None),
    "had finished": ("finished", {"state": "finished"}, True, None, None),
    "is gone": ("running", None, None, None, "is lost"),
    "had finished, and goes on": ("finished", ROW, None, 100, "had finished"),
    "had finished, and goes on with its file": ("finished", ROW, True, 100, None),
    "had finished, cut": ("finished", {"state": "finished"}, False, None, "wrong"),
    "had finished, no file": ("finished", {"state": "finished"}, None, None, "missing"),
    "has finished, cut": ("running", {"state": "finished"}, False, None, "wrong"),
    "failed": ("running", {"state": "failed", "sentence": "no"}, None, None, "failed"),
    "says more than there is": ("running", ROW, None, 99, "of which 99"),
}
NONE = dict(alarms=set(), fired=[], shown=set(), now=2_000, accepted=set(), heard=[], receipts={})
ENDS = {
    "nothing": ({}, None),
    "told": (dict(alarms={"1@1000"}, fired=[("1@1000", 1_000)]), None),
    "shown": (dict(alarms={"1@1000"}, shown={"1@1000"}), None),
    "to come": (dict(alarms={"1@3000"}), None),
    "alarm lost": (dict(alarms={"1@1000"}), "is lost"),
    "alarm early": (dict(alarms={"1@1000"}, fired=[("1@1000", 999)]), "1 ms early"),
    "alarm without its content": (
        dict(alarms={"1@1000"}, fired=[("1@1000", 1000), ("7", 1000)]), "alarm 7 was told without its name"),
    "push heard": (dict(accepted={1}, heard=[(1, 1, False, True)]), None),
    "push shown": (dict(accepted={1}, receipts={1: "shown"}), None),
    "push heard again": (dict(accepted={1}, heard=[(1, 1, False, True), (1, 2, True, True)]), None),
    "push lost": (dict(accepted={1}), "push 1 is lost"),
    "push dropped": (dict(accepted={1}, receipts={1: "dropped"}), "push 1 is lost"),
    "push heard before it was on disk": (dict(accepted={1}, heard=[(1, 1, False, False), (1, 2, False, True)]), None),
    "push doubled": (dict(accepted={1}, heard=[(1, 1, False, True), (1, 2, False, True)]), "as if it were new"),
    "push doubled later": (
        dict(accepted={1}, heard=[(1, 1, False, False), (1, 2, False, True), (1, 3, False, True)]), "as if it were new"),
    "push doubled in a launch": (dict(accepted={1}, heard=[(1, 1, False, True), (1, 1, True, True)]), "twice in one launch"),
    "push invented": (dict(heard=[(1, 1, False, True)]), "never accepted"),
}


def main():
    wrong = []

    def check(name, mistakes, said):
        if (not mistakes) != (said is None) or said and not any(said in each for each in mistakes):
            wrong.append(f"{name}: {mistakes}, not {said}")

    for name, (values, found, said) in CUTS.items():
        check(name, after_cut(register(*values), {"app": found}), said)
    check("somebody else's", after_cut({}, {"other": "1.0"}), "other is '1.0'")
    for name, (told, row, right, count, said) in FILES.items():
        check(name, files([{"name": 1, "told": told, "row": row, "right": right, "bytes": count}], 1), said)
    for name, (change, said) in ENDS.items():
        check(name, at_end(**{**NONE, **change}), said)
    for each in wrong:
        print(f"WRONG {each}")
    print(f"{len(CUTS) + len(FILES) + len(ENDS) + 1} cases")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
