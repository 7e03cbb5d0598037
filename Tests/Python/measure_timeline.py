#!/usr/bin/env python3
"""measure_timeline.py --products DIR [--page FILE]: how large the page of a day with 100,000 decisions is, how soon it can
be used, and how many frames a second a browser draws of it while the time is panned, zoomed, and seen whole.

Prints one object as JSON. It judges nothing: a busy machine is slow.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from browser import Browser

APPS = 20

SCENARIO = """
scenario: A day of a hundred thousand decisions
device: {start: 2026-03-02, lasts: 1d}
apps:
%s
events:
%s
"""

FRAMES = """
const [change, seconds, done] = arguments;
const {view} = timeline;
const moves = {
    pan: n => view.pan(view.length * 0.01 * (n % 100 < 50 ? 1 : -1)),
    zoom: n => view.zoom(n % 60 < 30 ? 0.95 : 1 / 0.95),
    whole: () => view.all(),
};
view.all();
if (change === 'pan') view.zoom(0.5);
let frames = 0, start;
requestAnimationFrame(function next(now) {
    start ??= now;
    if (now - start >= seconds * 1000) return done(frames / (now - start) * 1000);
    moves[change](frames++);
    requestAnimationFrame(next);
});
"""


def scenario():
    """Fetches that each begin and end a task, for every app."""
    apps = "".join(
        f"  - {{id: org.example.App{number}, modes: [fetch], behaves: {{completesAfter: 2s, "
        "tasks: [{in: performFetch, name: refresh, for: 4s}]}}\n" for number in range(APPS))
    events = "".join(f"  - {{at: every 2m, fetch: App{number}}}\n" for number in range(APPS))
    return SCENARIO % (apps, events)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--products", required=True)
    parser.add_argument("--page", help="measure this page instead")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(options.page) if options.page else pathlib.Path(folder) / "day.html"
        measured = {}
        if not options.page:
            source = pathlib.Path(folder) / "day.yaml"
            source.write_text(scenario())
            began = time.monotonic()
            subprocess.run([pathlib.Path(options.products) / "quiesce", "timeline", source, "-o", page], check=True,
                           stdout=subprocess.DEVNULL)
            measured["writing (s)"] = round(time.monotonic() - began, 1)
        measured["bytes"] = page.stat().st_size
        with Browser() as browser:
            browser.command("POST", "/timeouts", {"script": 60_000})
            browser.open(page.resolve().as_uri())
            browser.wait("the page is drawn", "return window.timeline && timeline.frames > 0")
            measured["opening to the first frame (s)"] = round(browser.run("return timeline.firstFrame") / 1000, 2)
            measured["decisions"] = browser.run("return timeline.model.count")
            for change in ("pan", "zoom", "whole"):
                frames = browser.command("POST", "/execute/async", {"script": FRAMES, "args": [change, 4]})
                measured[f"frames a second, {change}"] = round(frames, 1)
    print(json.dumps(measured, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
