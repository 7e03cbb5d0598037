#!/usr/bin/env -S python3 -B
"""Whether the matrix notices each thing that may go wrong: exits with 1 if it doesn't."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from judgement import ABSENT, Promise, blind, judge, untold  # noqa: E402


def asked(value, acknowledged=True, key="a"):
    return Promise("thing", key, value, acknowledged)


A = ("thing", "a")
CASES = {
    # What was asked for, in order, and what is there → what is said.
    "acknowledged and there": ([asked(1)], {A: [1]}, []),
    "not acknowledged, and there": ([asked(1, False)], {A: [1]}, []),
    "not acknowledged, and not there": ([asked(1, False)], {}, []),
    "changed": ([asked(1), asked(2)], {A: [2]}, []),
    "a change that wasn't acknowledged": ([asked(1), asked(2, False)], {A: [1]}, []),
    "or was carried out": ([asked(1), asked(2, False)], {A: [2]}, []),
    "taken back": ([asked(1), asked(ABSENT)], {}, []),

    "lost": ([asked(1)], {}, ["is lost"]),
    "lost, of two": ([asked(1), asked(2, key="b")], {A: [1]}, ["b is lost"]),
    "an older value": ([asked(1), asked(2)], {A: [1]}, ["is 1; it may be 2"]),
    "no longer what it was": ([asked(1), asked(2, False)], {}, ["is lost"]),
    "another value": ([asked(1)], {A: [7]}, ["is 7"]),
    "came back": ([asked(1), asked(ABSENT)], {A: [1]}, ["may be absent"]),
    "twice": ([asked(1)], {A: [1, 1]}, ["2 times"]),
    "twice, though not acknowledged": ([asked(1, False)], {A: [1, 1]}, ["2 times"]),
    "invented": ([], {A: [1]}, ["never asked for"]),
    "one lost and one invented": ([asked(1)], {("thing", "b"): [1]}, ["a is lost", "b was never"]),
}
# Promises, what is found → what would go unnoticed.
BLIND = {
    "all is noticed": ([asked(1), asked(2)], {A: [2]}, []),
    "what was taken back": ([asked(1), asked(ABSENT)], {}, []),
    "not acknowledged": ([asked(1, False)], {A: [1]}, ["is lost"]),
    "a change that wasn't acknowledged": ([asked(1), asked("another", False)], {A: [1]}, ["is another"]),
}


class Told:
    """A story's declarations."""
    facts, controls, requests = "app wake", "open", "voip.keep push.register"


ALL = ({"app", "wake"}, {"open", "ps"}, {"voip.keep", "push.register"})
# Stored facts, requests to the daemon and by an app → the judgement.
UNTOLD = {
    "all of it": (ALL, []),
    "a fact": (({"app"}, *ALL[1:]), ["fact wake"]),
    "a control request": ((ALL[0], {"ps"}, ALL[2]), ["control request open"]),
    "an app's request": ((*ALL[:2], {"push.register"}), ["app's request voip.keep"]),
}
failed = 0


def check(case, mistakes, expected):
    global failed
    if len(mistakes) != len(expected) or any(part not in all for part, all in zip(expected, mistakes)):
        print(f"{case}: {mistakes}")
        failed += 1


for case, (promises, found, expected) in CASES.items():
    check(case, list(judge(promises, found)), expected)
for case, (promises, found, expected) in BLIND.items():
    check(f"blind, {case}", list(blind(promises, found)), expected)
for case, (told, expected) in UNTOLD.items():
    check(f"untold, {case}", list(untold(Told, *told)), expected)
sys.exit(1 if failed else 0)
