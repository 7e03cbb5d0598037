#!/usr/bin/env python3
"""timeline.py --products DIR: draws scenarios whose days are known with `quiesce timeline`, opens the pages in a real
Chromium, and looks at them as a person does.

timeline.py --page FILE --log FILE: each line of that `quiesce log` is what the page says of the decision.
"""
import argparse
import base64
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import traceback

from browser import CONTRAST, Browser

TAB, ENTER, ESCAPE = "\ue004", "\ue007", "\ue00c"
LEFT, UP, RIGHT, DOWN, HOME, END = "\ue012", "\ue013", "\ue014", "\ue015", "\ue011", "\ue010"

COMMUTER = """
scenario: A day with Mail & its <friends>
device: {start: 2026-03-02 06:00, lasts: 1d}
apps:
  - id: org.example.Mail
    modes: [fetch, remote-notification]
    behaves: {completesAfter: 3s}
  - id: org.example.Uploader
    behaves:
      endsTasksOnExpiration: false
      tasks: [{in: didEnterBackground, name: upload, for: ever}]
events:
  - {at: 07:00, open: Mail}
  - {at: +1m, home: }
  - {at: 08:15, open: Uploader}
  - {at: +1m, home: }
  - {at: 09:00, fetch: Mail}
  - {at: 09:30, battery: 0.8 unplugged}
  - {at: 10:00, push: Mail}
  - {at: 11:00, network: none}
  - {at: 12:00, network: wifi}
  - {at: 20:00, lock: }
  - {at: 22:00, sleep: }
"""

# An app that was not refreshed last night, each time for another reason.
NIGHT = """
scenario: The night before
device: {{start: 2026-03-02 18:00, lasts: 14h}}
apps:
  - id: org.example.Mail
    modes: [fetch, remote-notification]
events:
  - {{at: 18:10, open: Mail}}
  - {{at: +10s, fetchInterval: {{app: Mail, of: 1h}}}}
  - {{at: +1m, home: }}
{events}
"""
NIGHTS = {
    "the user switched its background refresh off": (
        "  - {at: 22:00, permit: {app: Mail, permission: backgroundRefresh, state: denied}}\n"
        "  - {at: day 2 03:00, fetch: Mail}\n", "fetch", "F8"),
    "the user force-quit it": (
        "  - {at: 22:00, quit: Mail}\n  - {at: day 2 03:00, fetch: Mail}\n", "fetch", "U2"),
    "it has had as many silent pushes as an hour allows": (
        "  - {at: every 5m from 05:00 to 07:50, push: Mail}\n", "push", "R4"),
    "the battery is low": (
        "  - {at: 21:00, battery: 0.05 unplugged}\n", "fetch", "F3"),
}

# Names that want to be HTML, script, the other direction, or everything.
EVIL = """</script><script>window.injected=1</script>"><img src=x onerror=window.injected=2>'`${1}\u202e"""
NAMES = """
scenario: %(evil)s
device: {start: 2026-03-02 06:00, lasts: 2h}
apps:
  - {id: org.example.Evil, name: %(evil)s}
  - {id: org.example.Emoji, name: "👩‍👩‍👧 🚆 Züge"}
  - {id: org.example.Hebrew, name: "עברית \\u200f(מימין)"}
  - {id: org.example.Long, name: %(long)s}
events:
  - {at: 06:10, open: Evil}
  - {at: +1m, beginTask: {app: Evil, name: %(evil)s, for: 30s}}
  - {at: +1m, open: Emoji}
  - {at: +1m, open: Hebrew}
  - {at: +1m, open: Long}
  - {at: +1m, home: }
"""


class Broken(Exception):
    """A page that doesn't show what it should."""


def expect(condition, what):
    if not condition:
        raise Broken(what)


class Pages:
    def __init__(self, products, folder):
        self.tool = pathlib.Path(products) / "quiesce"
        self.folder = pathlib.Path(folder)
        self.written = 0

    def run(self, *arguments):
        ended = subprocess.run([self.tool, *map(str, arguments)], capture_output=True, text=True,
                               env={"QUIESCE_HOME": "/nowhere", "PATH": "/usr/bin:/bin", "TZ": "UTC"})
        expect(ended.returncode == 0, f"quiesce {arguments}: {ended.returncode} {ended.stderr}")
        return ended.stdout

    def scenario(self, text):
        self.written += 1
        path = self.folder / f"{self.written}.yaml"
        path.write_text(text)
        return path

    def draw(self, scenario):
        page = scenario.with_suffix(".html")
        self.run("timeline", scenario, "-o", page)
        return page.as_uri()

    def decisions(self, scenario):
        """As `quiesce log --json` has them."""
        rows = [json.loads(line) for line in self.run("simulate", scenario, "--json", "--timeline").splitlines()]
        return [row for row in rows if "seq" in row]


def load(browser, url):
    browser.open(url)
    browser.wait("the page is drawn", "return window.timeline && timeline.frames > 0")


def frame(browser):
    """Once what was asked for is drawn."""
    browser.run("timeline.paint()")


def point(browser, row):
    """Where a decision is in the window, once it is on the screen."""
    browser.run("""
        const [row] = arguments; const {view, model} = timeline;
        const near = [...Array(model.count).keys()].filter(other => other !== row && model.apps_[other] === model.apps_[row])
            .reduce((least, other) => { const apart = Math.abs(model.times[other] - model.times[row]);
                                        return apart > 0 ? Math.min(least, apart) : least }, 60e6);
        const half = Math.max(1e3, Math.min(near * 4, 1800e6));
        view.set(model.times[row] - half, model.times[row] + half); timeline.show(row)""", row)
    frame(browser)
    return browser.run("""
        const [row] = arguments; const {model, lanes} = timeline; const box = timeline.plot.getBoundingClientRect();
        const place = lanes.placeOf(model.lane(model.apps_[row]));
        return [box.left + timeline.view.x(model.times[row], timeline.width),
                box.top + place.top - timeline.scroll.scrollTop + lanes.markMiddle(place)]""", row)


def hover(browser, x, y):
    move = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}
    browser.command("POST", "/actions", {"actions": [{"type": "pointer", "id": "pointer", "actions": [move]}]})


def tip(browser):
    return browser.run("""const tip = document.querySelector('#tip');
        return tip.hidden ? null : [tip.querySelector('.say').textContent, tip.querySelector('.line').textContent]""")


def panel(browser):
    return browser.run("return document.querySelector('#panel').innerText")


def log_line(row):
    """As `quiesce log` prints it, after the time."""
    words = [row.get("app"), row["kind"]]
    if row.get("from") and row.get("to"):
        words.append(f"{row['from']} → {row['to']}")
    elif row.get("from") or row.get("to"):
        words.append(f"from {row['from']}" if row.get("from") else f"→ {row['to']}")
    words += [row["reason"], f"({row['rule']})" if row.get("rule") else None, row.get("detail")]
    return "  ".join(word for word in words if word)


def numbered(browser, seq):
    return browser.run("return timeline.model.numbers.indexOf(arguments[0])", seq)


# The checks

def lanes_are_there(pages, browser):
    """The lanes, the states in them and their decisions are those of the scenario."""
    scenario = pages.scenario(COMMUTER)
    load(browser, pages.draw(scenario))
    names = browser.run("return [...document.querySelectorAll('#names .name')].map(name => name.textContent)")
    expect(names == ["Device", "Mail", "Uploader"], names)
    expect(browser.run("return document.title") == "A day with Mail & its <friends>", "the title")
    decisions = pages.decisions(scenario)
    rows = browser.run("""const {model} = timeline; const rows = [];
        for (let row = 0; row < model.count; row++) rows.push([model.numbers[row], model.logLine(row)]); return rows""")
    expect(rows == [[row["seq"], log_line(row)] for row in decisions], "the decisions are the log's")
    states = browser.run("return timeline.model.apps.map(app => app.states.map(state => timeline.model.states[state]))")
    for app, found in zip(("org.example.Mail", "org.example.Uploader"), states):
        told = [row["to"] for row in decisions if row.get("app") == app and row["kind"] == "transition"
                and row["from"] != row["to"]]
        expect(found == ["notRunning", *told], f"{app}: {found}, not {told}")
    tracks = browser.run("return timeline.model.tracks.map(track => [track.name, track.values.map(v => track.labels[v])])")
    tracks = dict(tracks)
    expect(tracks["Network"][-2:] == ["none", "wifi"], tracks["Network"])
    expect(tracks["Battery"][-1] == "80% unplugged", tracks["Battery"])
    expect(tracks["Screen"][-2:] == ["locked", "off"], tracks["Screen"])
    coloured = browser.run("""const {plot} = timeline; const data = plot.getContext('2d').getImageData(0, 0, plot.width, plot.height).data;
        const seen = new Set(); for (let at = 0; at < data.length; at += 4) seen.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]);
        return timeline.model.states.every(state => { const [r, g, b] = timeline.painter.colours[state].match(/\\w\\w/g).map(x => parseInt(x, 16));
            return state === 'inactive' || state === 'active' || seen.has(r << 16 | g << 8 | b) })""")
    expect(coloured, "bands of the states' colours are drawn")


def hover_says_why(pages, browser):
    """The words over a mark are those of the log and of `quiesce why`."""
    scenario = pages.scenario(COMMUTER)
    load(browser, pages.draw(scenario))
    said = {row["seq"]: row["sentence"] for app in ("Mail", "Uploader")
            for row in json.loads(pages.run("why", app, "--simulation", scenario, "--json"))["chain"]}
    decisions = {row["seq"]: row for row in pages.decisions(scenario)}
    for kind in ("kill", "wake", "task"):
        seq = [seq for seq in said if decisions[seq]["kind"] == kind][-1]
        hover(browser, *point(browser, numbered(browser, seq)))
        sentence, line = tip(browser) or expect(False, f"nothing is shown over a {kind}")
        expect(sentence == said[seq], f"{kind}: {sentence!r}, not {said[seq]!r}")
        expect(line.split("  ", 1)[1] == log_line(decisions[seq]), f"{kind}: {line!r}")
    x, y = point(browser, numbered(browser, seq))
    browser.press(x, y)
    shown = panel(browser)
    expect(said[seq] in shown and log_line(decisions[seq]).split("  ")[-1] in shown, shown)
    expect("CAUSES" in shown.upper() and "CONSEQUENCES" in shown.upper(), shown)


def causes_and_consequences(pages, browser):
    """A kill is shown with the task that led to it, and with the end that came of it."""
    load(browser, pages.draw(pages.scenario(COMMUTER)))
    kill = browser.run("return timeline.model.marks.indexOf(8)")
    led, came = browser.run("""const {model, chains} = timeline; const words = rows => rows.map(row => model.kind(row).reason);
        return [words(chains.ledTo(arguments[0])), words(chains.cameOfIt(arguments[0]))]""", kill)
    expect("expirationWarning" in led and "taskBegan" in led, led)
    expect("backgroundTaskExpired" in came, came)


def keyboard(pages, browser):
    """Everything goes without a pointer, and says where it is."""
    load(browser, pages.draw(pages.scenario(COMMUTER)))
    browser.run("timeline.plot.focus(); timeline.view.all()")
    seen = []
    for _ in range(4):
        browser.keys(TAB)
        seen.append(browser.run("return timeline.painter.focus"))
        expect(browser.run("return document.activeElement.id") == "plot", "the focus is on the chart")
    expect(seen == sorted(set(seen)), f"Tab goes on: {seen}")
    expect(tip(browser) and browser.run("return timeline.live.textContent"), "a mark with the focus is told")
    expect(browser.run("return getComputedStyle(timeline.plot).outlineStyle") != "none", "the focus is seen")
    browser.keys(ENTER)
    expect(browser.run("return timeline.painter.pinned") == seen[-1], "Enter pins")
    browser.keys(DOWN)
    lanes = browser.run("return [timeline.model.apps_[arguments[0]], timeline.model.apps_[timeline.painter.focus]]", seen[-1])
    expect(lanes[1] > lanes[0], f"down goes to another lane: {lanes}")
    browser.keys(ESCAPE)
    expect(browser.run("return timeline.painter.pinned") == -1, "Escape lets go")
    length = browser.run("return timeline.view.length")
    browser.keys("+", "+", "+")
    closer = browser.run("return timeline.view.length")
    expect(closer < length * 0.3, "+ zooms in")
    browser.keys("-")
    expect(browser.run("return timeline.view.length") > closer, "- zooms out")
    browser.keys(HOME)
    start = browser.run("return [timeline.view.from, timeline.model.from]")
    expect(abs(start[0] - start[1]) < 1, f"Home: {start}")
    browser.keys(RIGHT)
    expect(browser.run("return timeline.view.from") > start[0], "right goes on")
    browser.keys(END)
    expect(browser.run("return timeline.view.from < timeline.model.now && timeline.model.now < timeline.view.to"), "End")
    for _ in range(80):
        browser.keys("+")
    expect(browser.run("return timeline.view.length") == 1000, "down to a millisecond")
    browser.run("timeline.view.all(); timeline.painter.focus = timeline.model.count - 1")
    browser.keys(TAB)
    expect(browser.run("return document.activeElement.id") != "plot", "after the last mark the page goes on")


def states_then(browser, decisions):
    """Of the moment that the panel shows: what is wrong with its states, by the log's transitions until then."""
    last, shown = browser.run("""const {model, moment} = timeline;
        const rows = [...model.times].filter(time => time <= moment.time).length;
        return [rows ? model.numbers[rows - 1] : 0, [...document.querySelectorAll('#panel.moment .states li')].map(item =>
            [item.querySelector('b').textContent, item.querySelector('.swatch').textContent])]""")
    expected = {}
    for row in decisions:
        if row["kind"] == "transition" and row["seq"] <= last:
            expected[row["app"].split(".")[-1]] = row["to"]
    return [f"{name} is {state}" for name, state in shown if state != expected.get(name, "notRunning")] + \
        [f"{name} is missing" for name in expected if name not in dict(shown)]


def moments(pages, browser):
    """Stepped event by event, by keys and by the slider, the panel has the states of then."""
    scenario = pages.scenario(COMMUTER)
    load(browser, pages.draw(scenario))
    decisions = pages.decisions(scenario)
    when = "return document.querySelector('#when').textContent"
    expect(browser.run(when) == "Now", "it begins now")
    events = browser.run("return timeline.model.eventTimes.length")
    visited = []
    for _ in range(events + 1):
        browser.keys("[")
        visited.append(browser.run("return timeline.moment.event"))
        expect(not states_then(browser, decisions), f"event {visited[-1]}: {states_then(browser, decisions)}")
    expect(visited == [*range(events - 1, -1, -1), 0], f"each event, one after the other: {visited}")
    browser.keys("]")
    expect(browser.run("return timeline.moment.event") == 1, "] goes on")
    browser.run("document.querySelector('#moment').focus()")
    browser.keys(RIGHT)
    expect(browser.run("return timeline.moment.event") == 2, "the slider's arrows step, too")
    words = browser.run("return document.querySelector('#moment').ariaValueText")
    expect(words == browser.run(when) and words.startswith("Mar 02"), f"it says where it is: {words}")
    box = browser.run("const box = document.querySelector('#moment').getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]")
    browser.press(*box)
    part = browser.run("const {model, moment} = timeline; return (moment.time - model.from) / (model.now - model.from)")
    expect(abs(part - 0.5) < 0.02 and not states_then(browser, decisions), f"pressed in its middle: {part}")
    browser.run("timeline.model.apps[0].states.reverse(); timeline.moment.step(-1)")
    expect(states_then(browser, decisions), "a planted mistake isn't seen")
    browser.run("timeline.model.apps[0].states.reverse(); timeline.pin(timeline.model.count - 1)")
    expect(browser.run("return timeline.moment.event") == events - 1, "it follows what is pinned")
    browser.run("timeline.plot.focus()")
    browser.keys(ESCAPE)
    expect(browser.run(when) == "Now", "Escape comes back")


def pointer(pages, browser):
    """The wheel zooms where it is, and a drag moves the time."""
    load(browser, pages.draw(pages.scenario(COMMUTER)))
    browser.run("timeline.view.all(); timeline.view.zoom(0.5)")
    frame(browser)
    box = browser.run("const box = timeline.plot.getBoundingClientRect(); return [box.left, box.top, box.width]")
    x, y = box[0] + box[2] / 2, box[1] + 40
    middle = "return timeline.view.time(timeline.width / 2, timeline.width)"
    before, length = browser.run(middle), browser.run("return timeline.view.length")
    browser.command("POST", "/actions", {"actions": [{"type": "wheel", "id": "wheel", "actions": [
        {"type": "scroll", "x": round(x), "y": round(y), "deltaX": 0, "deltaY": -300, "duration": 0}]}]})
    browser.wait("the wheel has zoomed", "return timeline.view.length < arguments[0] * 0.8", length)
    expect(abs(browser.run(middle) - before) < length / 50, "the time under the pointer stays")
    before, length = browser.run("return timeline.view.from"), browser.run("return timeline.view.length")
    browser.drag([(x, y), (x - 60, y), (x - 100, y)])
    moved = browser.run("return timeline.view.from") - before
    expect(abs(moved - 100 / box[2] * length) < length / 20, f"a drag by 100 points: {moved} of {length}")


def fingers(pages, browser):
    """One finger moves the time, two zoom around what is between them, and a touch pins."""
    load(browser, pages.draw(pages.scenario(COMMUTER)))
    browser.run("timeline.view.all(); timeline.view.zoom(0.5)")
    frame(browser)
    box = browser.run("const box = timeline.plot.getBoundingClientRect(); return [box.left, box.top, box.width]")
    x, y = box[0] + box[2] / 2, box[1] + 40

    def touch(*ways):
        """Each finger's places, one after the other."""
        browser.command("POST", "/actions", {"actions": [
            {"type": "pointer", "id": f"finger {number}", "parameters": {"pointerType": "touch"}, "actions": [
                {"type": "pointerMove", "x": round(way[0]), "y": round(y), "duration": 0},
                {"type": "pointerDown", "button": 0},
                *({"type": "pointerMove", "x": round(place), "y": round(y), "duration": 30} for place in way[1:]),
                {"type": "pointerUp", "button": 0}]} for number, way in enumerate(ways)]})

    before, length = browser.run("return timeline.view.from"), browser.run("return timeline.view.length")
    touch((x, x - 50, x - 100))
    moved = browser.run("return timeline.view.from") - before
    expect(abs(moved - 100 / box[2] * length) < length / 20, f"a finger by 100 points: {moved} of {length}")
    middle = "return timeline.view.time(timeline.width / 2, timeline.width)"
    before = browser.run(middle)
    touch((x - 60, x - 90, x - 120), (x + 60, x + 90, x + 120))
    closer = browser.run("return timeline.view.length")
    expect(abs(closer / length - 0.5) < 0.05, f"twice as far apart: {closer} of {length}")
    expect(abs(browser.run(middle) - before) < length / 20, "the time between the fingers stays")
    row = browser.run("return timeline.model.marks.indexOf(8)")
    x, y = point(browser, row)
    touch((x,))
    expect(browser.run("return timeline.painter.pinned") == row, "a touch pins")


def search(pages, browser):
    """A word, an app and a rule find their decisions, which are stepped through."""
    scenario = pages.scenario(COMMUTER)
    load(browser, pages.draw(scenario))
    decisions = pages.decisions(scenario)
    expected = [row["seq"] for row in decisions if row.get("app", "").endswith("Mail") and row.get("rule") == "F2"]
    browser.type("#query", "mail f2")
    found = browser.run("return timeline.search.rows.map(row => timeline.model.numbers[row])")
    expect(set(expected) <= set(found) and len(found) < len(decisions), f"{found}, not {expected}")
    pinned = []
    for _ in range(2):
        browser.keys(ENTER)
        pinned.append(browser.run("return timeline.model.numbers[timeline.painter.pinned]"))
    expect(pinned == (found * 2)[:2] or pinned == [seq for seq in found if seq >= pinned[0]][:2], f"{pinned} of {found}")
    expect(re.match(r"\d+ of \d+", browser.run("return document.querySelector('#found').textContent")), "a count")
    browser.keys(ESCAPE)
    browser.type("#query", "no such word")
    expect(browser.run("return document.querySelector('#found').textContent") == "none", "nothing is found")


def why_not(pages, browser):
    """The form answers as `quiesce why --not` does, for each cause."""
    scenario = pages.scenario(COMMUTER)
    load(browser, pages.draw(scenario))
    browser.click("#ask")
    causes = browser.run("return [...document.querySelectorAll('#cause option')].map(option => option.value)")
    expect({"fetch", "push", "transfer", "notification"} <= set(causes), causes)
    for cause in ("fetch", "push", "notification"):
        answer = json.loads(pages.run("why", "Mail", "--not", cause, "--simulation", scenario, "--json"))
        browser.run("""const select = document.querySelector('#cause'); select.value = arguments[0];
            select.dispatchEvent(new Event('change'))""", cause)
        shown = browser.run("return document.querySelector('#answer').innerText")
        expect(answer["sentence"] in shown, f"{cause}: {shown!r}, not {answer['sentence']!r}")
        for obstacle in answer["obstacles"]:
            expect(obstacle["sentence"] in shown, f"{cause}: {shown!r} lacks {obstacle['sentence']!r}")


def planted_nights(pages, browser):
    """Three nights and a low battery: the page alone shows why the app wasn't refreshed."""
    for reason, (events, cause, rule) in NIGHTS.items():
        scenario = pages.scenario(NIGHT.format(events=events))
        load(browser, pages.draw(scenario))
        answer = json.loads(pages.run("why", "Mail", "--not", cause, "--simulation", scenario, "--json"))
        browser.click("#ask")
        browser.run("""document.querySelector('#cause').value = arguments[0];
            document.querySelector('#cause').dispatchEvent(new Event('change'))""", cause)
        shown = browser.run("return document.querySelector('#answer').innerText")
        expect(answer["sentence"] in shown and f"({rule})" in shown, f"{reason}: {shown!r}")
        if "fetch: Mail" in events or "push:" in events:
            at_night = browser.run("""const {model} = timeline; const found = [];
                for (let row = 0; row < model.count; row++) if (model.apps_[row] === 0 && model.kind(row).rule === arguments[0]
                    && ['refuse', 'push'].includes(model.kind(row).kind)) found.push(row); return found""", rule)
            expect(at_night, f"{reason}: no mark in the night names {rule}")
            hover(browser, *point(browser, at_night[-1]))
            expect(tip(browser), f"{reason}: the mark says nothing")
            expect(f"({rule})" in tip(browser)[1], f"{reason}: {tip(browser)}")


def names_are_text(pages, browser):
    """Names and texts that want to be HTML or script are shown as they are, long ones and emoji as well."""
    text = NAMES % {"evil": json.dumps(EVIL, ensure_ascii=False), "long": json.dumps("ס👾" * 1500, ensure_ascii=False)}
    load(browser, pages.draw(pages.scenario(text)))
    for query in ("Evil", "script"):
        browser.run("timeline.query.value = arguments[0]; timeline.query.dispatchEvent(new Event('input'))", query)
    browser.run("timeline.nextMark(1); timeline.pin(timeline.model.count - 1, true)")
    for name in browser.run("return [...document.querySelectorAll('#names button')].map((_, at) => at)"):
        browser.run("document.querySelectorAll('#names button')[arguments[0]].click()", name)
    browser.run("timeline.whyNot.open(0)")
    frame(browser)
    expect(browser.run("return window.injected") is None, "a name ran as a script")
    expect(browser.run("return document.querySelectorAll('img').length") == 0, "a name became an element")
    shown = browser.run("return [...document.querySelectorAll('#names .name')].map(name => name.textContent)")
    expect("</script><script>" in shown[1], shown[1])
    expect(shown[2] == "👩‍👩‍👧 🚆 Züge", shown[2])
    expect(len(shown[4]) > 500, "the long name is there")
    expect(browser.run("return document.querySelector('#names').offsetWidth") < 200, "a long name keeps its place")
    expect(browser.run("return document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the window")


def light_and_dark(pages, browser):
    """Text is readable in both schemes: 4.5 to 1."""
    load(browser, pages.draw(pages.scenario(COMMUTER)))
    for scheme in ("light", "dark"):
        browser.protocol("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        for opened in ("timeline.home()", "timeline.pin(timeline.model.marks.indexOf(8), true)", "timeline.moment.step(-1)", "timeline.whyNot.open(0)"):
            browser.run(opened + "; timeline.painter.recolour(); timeline.paint()")
            poor = browser.run(CONTRAST + """
                const parts = text => text.startsWith('#') ? text.match(/\\w\\w/g).map(x => parseInt(x, 16)) : text.match(/[\\d.]+/g).map(Number);
                const ratio = (a, b) => contrast(parts(a), parts(b));
                const ground = element => { for (; element; element = element.parentElement) {
                    const colour = getComputedStyle(element).backgroundColor;
                    if (!/, 0\\)$|transparent/.test(colour)) return colour } };
                const poor = [];
                for (const element of document.querySelectorAll('body *')) {
                    if (![...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()) || !element.getClientRects().length
                        || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName)) continue;
                    const [colour, under] = [getComputedStyle(element).color, ground(element)];
                    if (ratio(colour, under) < 4.5) poor.push([element.tagName, element.className, colour, under]);
                }
                const colours = timeline.painter.colours;
                for (const state of ['active', 'inactive', 'background', 'suspended', 'track', 'track-off', 'track-alert'])
                    if (ratio(colours[state], colours['on-' + state]) < 4.5) poor.push([state, colours[state], colours['on-' + state]]);
                for (const name of ['quiet', 'text', 'accent']) for (const under of ['ground', 'raised'])
                    if (ratio(colours[name], colours[under]) < 4.5) poor.push([name, under]);
                for (const name of ['input', 'wake', 'task', 'transfer', 'push', 'notification', 'refuse', 'kill', 'plan', 'call'])
                    if (ratio(colours[name], colours.ground) < 3) poor.push([name]);
                return poor""")
            expect(not poor, f"{scheme}: {poor}")
    browser.protocol("Emulation.setEmulatedMedia", features=[])


def prints(pages, browser):
    """It prints on a page, with all lanes."""
    load(browser, pages.draw(pages.scenario(COMMUTER)))
    pdf = base64.b64decode(browser.protocol("Page.printToPDF", preferCSSPageSize=True, printBackground=True)["data"])
    expect(pdf.startswith(b"%PDF"), "a PDF")
    expect(len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1, "one page")
    expect(browser.run("return timeline.sheet.width") > 1000, "the lanes are on the sheet")


def empty(pages, browser):
    """A device on which nothing happened has a page that says so."""
    load(browser, pages.draw(pages.scenario(
        "scenario: Nothing\ndevice: {lasts: 1h}\napps: [{id: org.example.Mail}]\nevents: [{at: 00:30, battery: 0.5 charging}]\n")))
    expect("about one app" in panel(browser), panel(browser))


def log_is_the_pages(browser, page, log):
    load(browser, pathlib.Path(page).resolve().as_uri())
    lines = pathlib.Path(log).read_text().splitlines()
    shown = browser.run("""const {model} = timeline; const rows = [];
        for (let row = 0; row < model.count; row++) rows.push(model.logLine(row)); return rows""")
    missing = [line for line in lines if line.split("  ", 1)[1] not in shown]
    expect(lines and not missing, f"the page lacks {missing[:3]}")


CHECKS = [lanes_are_there, hover_says_why, causes_and_consequences, keyboard, moments, pointer, fingers, search, why_not, planted_nights,
          names_are_text, light_and_dark, prints, empty]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--products")
    parser.add_argument("--page")
    parser.add_argument("--log")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        checks = [lambda: log_is_the_pages(browser, options.page, options.log)] if options.page else [
            (lambda check=check: check(Pages(options.products, tempfile.mkdtemp(dir=folder)), browser)) for check in CHECKS]
        names = [log_is_the_pages] if options.page else CHECKS
        for name, check in zip(names, checks):
            try:
                check()
                expect(not (said := browser.complaints()), f"the console: {said}")
                expect(browser.run("return performance.getEntriesByType('resource').length") == 0, "a request left")
            except Exception as error:
                failed += 1
                print(f"{name.__name__}: {error if isinstance(error, Broken) else traceback.format_exc()}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
