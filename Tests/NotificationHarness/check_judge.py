#!/usr/bin/env -S python3 -B
"""Whether the harness notices each thing that may go wrong: exits with 1 if it doesn't."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from judgement import Judgement  # noqa: E402

DUE = {"1@1000": 1000, "2@2000": 2000}
NAME = "1@1000"
PROMISED = ["promised", NAME]
FIRST, SECOND = ["launch", "1"], ["launch", "2"]
FIRED, SURE = ["fired", NAME, "1001"], ["sure", NAME]
SCREEN, IN_PLACE = (NAME, False), (NAME, True)
ROW = {"name": NAME, "time": "1970-01-01T00:00:01.000Z"}


def by(*lives, number="7", name=NAME):
    """Showings by these daemons."""
    return [(life, number, name) for life in lives]


CASES = {
    # The app's lines, what is shown, launches that were killed, restarts by daemon, what was noted, banners → what is said.
    "told": ([PROMISED, FIRST, FIRED, SURE], [], {1}, {}, {}, [], []),
    "told and not acknowledged, nothing after it": ([PROMISED, FIRST, FIRED], [], set(), {}, {}, [], []),
    "shown": ([PROMISED], by(0), {1}, {}, {"7": 0}, [SCREEN], []),
    "never promised": ([], [], set(), {}, {}, [], []),
    "told to a killed launch, then shown": ([PROMISED, FIRST, FIRED], by(0), {1}, {}, {}, [SCREEN], []),
    "told to a killed launch, then told": ([PROMISED, FIRST, FIRED, SECOND, FIRED, SURE], [], {1}, {}, {}, [], []),
    "shown again by each daemon that follows": ([PROMISED], by(0, 1, 2), set(), {}, {"7": 2}, [SCREEN] * 3, []),
    "shown again as the device restarts": ([PROMISED], by(0, 0), set(), {0: 1}, {"7": 0}, [SCREEN, IN_PLACE], []),
    "in its place": ([PROMISED], by(0, 1, 2), set(), {}, {}, [SCREEN, IN_PLACE, IN_PLACE], []),

    "lost": ([PROMISED], [], {1}, {}, {}, [], ["is lost"]),
    "told to nobody's order": ([FIRST, ["fired", "3@1", "4"]], [], set(), {}, {}, [], ["never ordered"]),
    "told twice in a launch that was killed": (
        [PROMISED, FIRST, FIRED, FIRED], [], {1}, {}, {}, [], ["told 2 times"]),
    "told twice, never promised": ([FIRST, FIRED, SECOND, FIRED], [], set(), {}, {}, [], ["nobody killed"]),
    "told five times and shown": (
        [PROMISED, FIRST] + [FIRED] * 5 + [SURE], by(0), {1}, {}, {}, [SCREEN],
        ["acknowledged by launch 1"] * 5 + ["told 5 times"]),
    "acknowledged, then told to the next launch": (
        [PROMISED, FIRST, FIRED, SURE, SECOND, FIRED], [], {1}, {}, {}, [], ["acknowledged by launch 1, and told again"]),
    "acknowledged, then shown": (
        [PROMISED, FIRST, FIRED, SURE], by(0), {1}, {}, {}, [SCREEN], ["acknowledged by launch 1, and shown"]),
    "shown although its launch lives": (
        [PROMISED, FIRST, FIRED], by(0), set(), {}, {}, [SCREEN], ["which nobody killed, and shown"]),
    "shown although another launch was killed": (
        [PROMISED, FIRST, SECOND, FIRED], by(0), {1}, {}, {}, [SCREEN], ["which nobody killed, and shown"]),
    "the client's word": ([PROMISED, FIRST, FIRED, ["twice", NAME]], [], set(), {}, {}, [], ["twice"]),
    "dropped": ([PROMISED, FIRST, FIRED, ["dropped", NAME]], [], set(), {}, {}, [], ["dropped"]),
    "told early": ([PROMISED, FIRST, ["fired", NAME, "999"]], [], set(), {}, {}, [], ["told 1 ms early"]),
    "shown as two": (
        [PROMISED], by(0) + by(1, number="8"), set(), {}, {}, [SCREEN, SCREEN], ["shown as"]),
    "shown twice by one daemon": ([PROMISED], by(3, 3), set(), {0: 1}, {}, [SCREEN], ["2 times by daemon 3"]),
    "shown again after it was noted": (
        [PROMISED], by(0, 1), set(), {}, {"7": 0}, [SCREEN], ["daemon 0 had noted"]),
    "shown again long after": ([PROMISED], by(0, 5), set(), {}, {}, [SCREEN], ["and not between"]),
    "doubled 900 times": (
        [PROMISED], by(*range(901)), set(), {}, {"7": 4}, [SCREEN] * 901, ["daemon 4 had noted"]),
    "not on the screen": ([PROMISED], by(0), set(), {}, {}, [], ["never came"]),
    "only in another's place": ([PROMISED], by(0), set(), {}, {}, [IN_PLACE], ["never came"]),
    "another's banner": (
        [PROMISED], by(0), set(), {}, {}, [SCREEN, ("2@2000", False)], ["by itself"]),
    "a banner more than showings": (
        [PROMISED], by(0, 1), set(), {}, {}, [SCREEN] * 3, ["onto the screen 3 times"]),
}

wrong = 0


def differs(case, mistakes, expected):
    global wrong
    if len(mistakes) != len(expected) or any(part not in all for part, all in zip(expected, mistakes)):
        print(f"{case}: {mistakes}")
        wrong += 1


for case, (heard, shown, killed, reboots, recorded, banners, expected) in CASES.items():
    found = Judgement(DUE, heard, shown, [ROW] if shown else [], killed, reboots, recorded, banners)
    differs(case, found.mistakes, expected)
    if case == "told to a killed launch, then shown" and found.excused != 1:
        differs(case, [f"excused {found.excused}"], [])
early = Judgement(
    DUE, [PROMISED], by(0), [{**ROW, "time": "1970-01-01T00:00:00.999Z"}], set(), {}, {}, [SCREEN])
differs("shown early", early.mistakes, ["shown 1 ms early"])
sys.exit(1 if wrong else 0)
