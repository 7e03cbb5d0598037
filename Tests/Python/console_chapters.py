#!/usr/bin/env python3
"""console_chapters.py --products DIR [--pictures FOLDER]: the six apps of the tutorial, each played from start to end in the
console's page, as behaviours.md tells their chapters. At each step the screen shows what it must, and is looked at: nothing that is
written leaves the screen, lies over other words, or has a contrast below 4.5. Its pictures are kept in FOLDER.
"""
import argparse
import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from browser import CONTRAST, Browser, hear_signals  # noqa: E402
from console import EXAMPLES, ROOT, Broken, Console, Device, bundle, expect, live, place, says, shows  # noqa: E402

APPS = ("HelloNoun", "ImageHop", "GettingAttention", "Cupertino", "SlowCount", "BepBop")

# Of each text that isn't covered: its box, and its contrast against what lies below its middle.
LOOK = CONTRAST + """
const canvas = document.getElementById("canvas"), areas = document.getElementById("areas");
const whole = canvas.querySelector("svg").getBoundingClientRect();
const paint = (style, opacity) => {
  const parts = style.match(/[\\d.]+/g)?.map(Number);
  return parts && style !== "none" ? [parts[0], parts[1], parts[2], (parts[3] ?? 1) * opacity] : null;
};
const over = (top, below) => [0, 1, 2].map((at) => top[at] * top[3] + below[at] * (1 - top[3]));
const opacity = (element) => {
  let value = 1;
  for (; element !== canvas; element = element.parentElement) value *= Number(getComputedStyle(element).opacity);
  return value;
};
const colour = (element) => {
  const style = getComputedStyle(element);
  return paint(style.fill, Number(style.fillOpacity) * opacity(element));
};
areas.style.visibility = "hidden";
const seen = [], faults = [];
for (const text of canvas.querySelectorAll("text")) {
  if (!text.textContent.trim()) continue;
  const box = text.getBoundingClientRect(), name = `"${text.textContent}"`;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const stack = document.elementsFromPoint(x, y).filter((element) => element.closest("#canvas svg") && element.localName !== "svg");
  // Glyphs have holes: a text is found by its box, whatever lies over it by its place in the drawing.
  const shapes = stack.filter((element) => !element.closest("text"));
  const follows = (one, other) => Boolean(other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  const covers = shapes.filter((shape) => follows(shape, text) && (colour(shape)?.[3] ?? 0) > 0.05);
  if (covers.length > 0) continue;
  seen.push({ name, box });
  if (box.left < whole.left - 1 || box.right > whole.right + 1 || box.top < whole.top - 1 || box.bottom > whole.bottom + 1) {
    faults.push(`${name} leaves the screen`);
  }
  const below = shapes.filter((shape) => follows(text, shape));
  if (below.some((shape) => shape.localName === "image")) continue;
  const ground = below.reverse().reduce((sum, shape) => { const own = colour(shape); return own ? over(own, sum) : sum; }, [0, 0, 0]);
  const ink = colour(text);
  const ratio = contrast(over(ink, ground), ground);
  if (ratio < 4.5) faults.push(`${name} has a contrast of ${ratio.toFixed(2)}`);
}
for (const [at, one] of seen.entries()) for (const other of seen.slice(at + 1)) {
  const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
  const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
  if (across > 1 && down > 0.35 * Math.min(one.box.height, other.box.height)) faults.push(`${one.name} lies over ${other.name}`);
}
areas.style.visibility = "";
return { words: seen.map((text) => text.name.slice(1, -1)), faults };
"""


class Player:
    """Plays by the page alone."""

    def __init__(self, browser, pictures):
        self.browser, self.pictures, self.count, self.chapter = browser, pictures, 0, ""

    def open(self, name, arguments=""):
        """By the app's own row: with arguments, or without."""
        browser, row = self.browser, f'.apps li[data-app="{EXAMPLES}{name}"]'
        browser.click("#tab-apps")
        if arguments:
            if browser.run("return document.querySelector(arguments[0]).getAttribute('aria-expanded')", f"{row} .name") == "false":
                browser.click(f"{row} .name")
            browser.run("document.querySelector('.details [name=arguments]').value = ''")
            browser.type(".details [name=arguments]", arguments + "\ue007")
        else:
            browser.run("document.querySelector(arguments[0]).click()", f"{row} button:nth-of-type(2)")
        self.shown(name)

    def shown(self, name):
        """It is in front, whatever lies over it: its question, an alert."""
        self.browser.wait(f"{name} is shown", "return document.getElementById('screen').dataset.shows.includes(arguments[0])",
                          name)

    def state(self, name, *states):
        self.browser.wait(f"{name} is {' or '.join(states)}", """
            return arguments[1].includes(document.querySelector(`.apps li[data-app="${arguments[0]}"] .state`)?.textContent)""",
                          EXAMPLES + name, states)

    def home(self):
        self.browser.click('[data-button="home"]')
        shows(self.browser, "home ")

    def touch(self, words):
        self.browser.press(*place(self.browser, words))

    def tab(self, name):
        self.browser.click(f"#tab-{name}")

    def send(self, name, **fields):
        self.tab("send")
        self.browser.run("""
            const form = document.querySelector(`[data-send="${arguments[0]}"]`);
            for (const [name, value] of Object.entries(arguments[1])) form.elements[name].value = value;
            delete form.dataset.answer;
            form.querySelector(".heading button").click();""", name, fields)
        done = self.browser.wait(f"send {name} is answered", """
            const { answer, ok } = document.querySelector(`[data-send="${arguments[0]}"]`).dataset;
            return answer === undefined ? null : { answer, ok };""", name)
        expect(done["ok"] == "true", f"send {name}: {done['answer']}")

    def keep(self, name):
        if self.pictures:
            self.browser.picture(os.path.join(self.pictures, f"{self.chapter}-{name}.png"))

    def sees(self, *words, without=()):
        """The screen shows these words, and nothing is wrong with how it looks. The picture is kept."""
        self.browser.wait(f"the screen shows {words}", f"""
            const {{ words }} = (() => {{ {LOOK} }})();
            return arguments[0].every((word) => words.some((text) => text.includes(word)))
                && !arguments[1].some((word) => words.some((text) => text.includes(word)));""", words, without)
        self.count += 1
        self.keep(self.count)
        look = self.browser.run(LOOK)
        expect(not look["faults"], f"{self.chapter}, picture {self.count}: {look['faults']}")


def hello_noun(player, _):
    """It opts out: leaving it ends it, and it starts afresh."""
    player.open("HelloNoun")
    player.sees("Hello,", "world!")
    player.home()
    player.state("HelloNoun", "not running")
    player.open("HelloNoun", "--noun moon")
    player.sees("moon!")
    player.home()
    player.state("HelloNoun", "not running")


def image_hop(player, _):
    """The bunny hops, and greets who comes back."""
    player.open("ImageHop", "--interval 0.05")
    player.sees("5 hops")
    player.home()
    player.state("ImageHop", "suspended")
    player.open("ImageHop")
    player.sees("Yawn!", "Was I asleep?", "Welcome Back")
    player.touch("Welcome Back")
    player.sees("hops", without=["Yawn!"])
    player.home()


def getting_attention(player, _):
    """An alert at once, and a notification later, with a badge."""
    # Far enough away for a busy machine to leave it first: in front it would be told quietly.
    player.open("GettingAttention", "--in 20 --every never")
    player.sees("GettingAttention", "Allow")
    player.touch("Allow")
    player.sees("Alert Me!", without=["Allow"])
    player.touch("Alert Me!")
    player.sees("Alert Button Selected", "Ok")
    player.touch("Ok")
    player.sees("Alert Me!", without=["Alert Button Selected"])
    player.home()
    player.state("GettingAttention", "suspended")
    player.sees("I'd like to get your attention again!")
    player.tab("notices")
    says(player.browser, "I'd like to get your attention again!")
    player.tab("apps")
    says(player.browser, "GettingAttention (1)")
    player.tab("notices")
    player.browser.run("document.querySelector('[data-notification] button').click()")
    player.shown("GettingAttention")
    player.tab("apps")
    player.sees("Notifications", "Alert Me!", without=["again!"])
    player.browser.wait("the badge is gone", "return !document.body.innerText.includes('GettingAttention (1)')")
    player.home()


def cupertino(player, _):
    """How far it is, and which way; out of sight it is woken for each place."""
    # An app that starts without a compass never asks for one.
    player.send("location", latitude="37.5", longitude="-122.0318", accuracy="10", heading="180")
    player.open("Cupertino")
    player.sees("Allow")
    player.touch("Allow")
    player.sees("12 miles to Cupertino")
    player.send("location", latitude="37.5", longitude="-122.0318", accuracy="10", heading="180")
    player.sees("12 miles to Cupertino", "Go straight on")
    player.send("location", latitude="37.5", longitude="-122.0318", accuracy="10", heading="90")
    player.sees("Turn right")
    player.home()
    player.tab("apps")
    player.state("Cupertino", "suspended")
    player.send("location", latitude="37.3230", longitude="-122.0322", accuracy="10")
    player.open("Cupertino")
    player.sees("You are in Cupertino")
    player.home()
    player.tab("apps")
    player.state("Cupertino", "suspended")


def slow_count(player, _):
    """It counts on under its task, and is suspended when it has counted to the end."""
    player.open("SlowCount", "--count 150 --interval 0.1")
    player.sees("SlowCount", "of 150")
    player.home()
    player.state("SlowCount", "background")
    player.state("SlowCount", "suspended")
    player.open("SlowCount")
    player.sees("150", "of 150: done")
    player.home()


def bep_bop(player, server):
    """Pulled down it brings a picture; a fetch brings another while it is frozen, and counts it on its icon."""
    player.open("BepBop", f"--server {server}")
    player.touch("Allow")
    player.sees("No picture yet", without=["Allow"])
    box = player.browser.run("""
        const box = document.getElementById("canvas").getBoundingClientRect();
        return [box.x + box.width / 2, box.y + 0.3 * box.height, box.y + 0.7 * box.height];""")
    player.browser.drag([(box[0], box[1]), (box[0], (box[1] + box[2]) / 2), (box[0], box[2])], 400)
    player.sees("Pull down for another")
    player.home()
    player.state("BepBop", "suspended")
    player.send("fetch", app=EXAMPLES + "BepBop")
    player.tab("apps")
    says(player.browser, "BepBop (1)")
    player.state("BepBop", "suspended")
    player.open("BepBop")
    player.sees("Pull down for another")
    player.browser.wait("the badge is gone", "return !document.body.innerText.includes('BepBop (1)')")
    player.home()


def planted(player):
    """The judge sees what it is for."""
    player.open("SlowCount")
    player.sees("of 150: done")
    for mistake, words in (("text.setAttribute('x', '-100')", "leaves the screen"), ("text.setAttribute('fill', '#f0f0f0')", "a contrast of"),
                           ("text.setAttribute('y', document.querySelectorAll('#canvas text')[arguments[0] - 1].getAttribute('y'))", "lies over")):
        at = player.browser.run("return [...document.querySelectorAll('#canvas text')].findIndex((text) => text.textContent.startsWith('of 150'))")
        before = player.browser.run("return document.querySelectorAll('#canvas text')[arguments[0]].outerHTML", at)
        player.browser.run(f"const text = document.querySelectorAll('#canvas text')[arguments[0]]; {mistake}", at)
        faults = player.browser.run(LOOK)["faults"]
        expect(any(words in fault for fault in faults), f"a planted mistake isn't seen: \"{words}\" isn't in {faults}")
        player.browser.run("""const text = document.querySelectorAll('#canvas text')[arguments[0]];
            const own = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${arguments[1]}</svg>`, "image/svg+xml");
            text.replaceWith(document.importNode(own.documentElement.firstChild, true));""", at, before)
    expect(not player.browser.run(LOOK)["faults"], "what was planted stays")
    player.home()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--products", required=True)
    parser.add_argument("--pictures")
    options = parser.parse_args()
    products = os.path.abspath(options.products)
    if options.pictures:
        try:
            os.makedirs(options.pictures, exist_ok=True)
        except PermissionError as error:
            print(f"no pictures are kept: {error}")
            options.pictures = None
    if options.pictures and not os.access(options.pictures, os.W_OK):
        print(f"no pictures are kept: {options.pictures} is another user's")
        options.pictures = None
    hear_signals()
    with contextlib.ExitStack() as ends:
        folder = ends.enter_context(tempfile.TemporaryDirectory(prefix="quiesce-"))
        os.chmod(folder, 0o711)
        server = ends.enter_context(subprocess.Popen(
            ["python3", "-B", str(ROOT / "Examples/Server/serve"), "--port", "0", "--in-turn"], stdout=subprocess.PIPE, text=True))
        ends.callback(server.terminate)
        address = server.stdout.readline().strip()
        device = Device(products, folder)
        ends.callback(device.close)
        for name in APPS:
            device.ask("install", bundle(name, products, folder)).check_returncode()
        console = ends.enter_context(Console(device))
        browser = ends.enter_context(Browser(1280, 800))
        browser.open(console.url)
        live(browser)
        player = Player(browser, options.pictures)
        for chapter in (hello_noun, image_hop, getting_attention, cupertino, slow_count, bep_bop):
            player.chapter, player.count = chapter.__name__.replace("_", "-"), 0
            try:
                chapter(player, address)
            except BaseException:
                player.keep("failed")
                raise
            print(f"{player.chapter}: {chapter.__doc__} {player.count} pictures", flush=True)
        player.chapter = "planted"
        planted(player)
        complaints = browser.complaints()
        expect(not complaints, f"the page complains: {complaints}")


if __name__ == "__main__":
    try:
        main()
    except Broken as problem:
        sys.exit(f"console_chapters.py: {problem}")
