#!/usr/bin/env -S python3 -B
"""Whether the harness notices each thing that may go wrong: exits with 1 if it doesn't."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from judgement import Judgement  # noqa: E402

DUE = {"1@1000": 1000}
PROMISED = ["promised", "1@1000"]
FIRED = ["fired", "1@1000", "1001"]
BANNER = ("7", "1@1000")
SCREEN, IN_PLACE = ("1@1000", False), ("1@1000", True)
ROW = {"name": "1@1000", "time": "1970-01-01T00:00:01.000Z"}
CASES = {
    # The app's lines, banners, rows, disturbed names → what is said of it.
    "told": ([PROMISED, FIRED], [], [], set(), []),
    "shown": ([PROMISED], [BANNER], [ROW], set(), []),
    "a banner repeated": ([PROMISED], [BANNER, BANNER], [ROW], set(), []),
    "never promised": ([], [], [], set(), []),
    "told to a killed launch, then shown": ([PROMISED, FIRED], [BANNER], [], {"1@1000"}, []),
    "lost": ([PROMISED], [], [], set(), ["is lost"]),
    "told twice": ([PROMISED, FIRED, FIRED], [], [], set(), ["told 2 times"]),
    "told and shown": ([PROMISED, FIRED], [BANNER], [], set(), ["told to the app and shown"]),
    "shown as two": ([PROMISED], [BANNER, ("8", "1@1000")], [], set(), ["shown as"]),
    "twice in a launch": ([PROMISED, FIRED, ["twice", "1@1000"]], [], [], set(), ["twice"]),
    "dropped": ([PROMISED, FIRED, ["dropped", "1@1000"]], [], [], set(), ["dropped"]),
    "told early": ([PROMISED, ["fired", "1@1000", "999"]], [], [], set(), ["told 1 ms early"]),
    "shown early": ([PROMISED], [BANNER], [{**ROW, "time": "1970-01-01T00:00:00.999Z"}], set(),
                    ["shown 1 ms early"]),
    "repeated too often": ([PROMISED], [BANNER] * 4, [], set(), ["shown again 3 times"]),
}
# What the desktop was asked for one that is shown once.
DESKTOPS = {
    "a banner": ([SCREEN], []),
    "in its place": ([SCREEN, IN_PLACE, IN_PLACE, IN_PLACE], []),
    "doubled": ([SCREEN, SCREEN], []),
    "doubled too often": ([SCREEN] * 4, ["doubled 3 times"]),
    "not on the screen": ([], ["never came"]),
    "another's": ([SCREEN, ("2@1000", False)], ["by itself"]),
}

wrong = 0


def differs(case, mistakes, expected):
    global wrong
    if len(mistakes) != len(expected) or any(part not in all for part, all in zip(expected, mistakes)):
        print(f"{case}: {mistakes}")
        wrong += 1


for case, (heard, shown, rows, disturbed, expected) in CASES.items():
    banners = [SCREEN] if shown else []
    differs(case, Judgement(DUE, heard, shown, rows, disturbed, 2, banners).mistakes, expected)
for case, (banners, expected) in DESKTOPS.items():
    differs(case, Judgement(DUE, [PROMISED], [BANNER], [ROW], set(), 2, banners).mistakes, expected)
sys.exit(1 if wrong else 0)
