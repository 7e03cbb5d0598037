#!/usr/bin/env python3
"""console.py --products DIR: a device in a headless browser, by its console, as a person uses it; and whoever else tries
to have it. Every control of the page does what its command line does.
"""
import argparse
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests/TransferHarness"))
from browser import CONTRAST, ELEMENT, Browser, hear_signals  # noqa: E402
from console_client import Address, Refused, WebSocket  # noqa: E402
from device import Device  # noqa: E402

PATIENCE = 60
EXAMPLES = "org.quiesce.examples."


class Broken(Exception):
    """Something isn't as it should be."""


def expect(condition, what):
    if not condition:
        raise Broken(what)


class Console:
    """`quiesce console`, and its links."""

    def __init__(self, device, *options, environment=None):
        hear_signals()
        self.process = subprocess.Popen(
            [os.path.join(device.products, "quiesce"), "console", "--json", "--home", device.home, *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        self.url = self.next_link()
        self.address = Address(self.url)

    def next_link(self):
        line = self.process.stdout.readline()
        if not line:
            raise Broken(f"the console ended: {self.process.stderr.read()}")
        return json.loads(line)["url"]

    def close(self):
        """Ctrl-C. It ends well."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(PATIENCE)
        errors = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        expect(code == 0 and not errors, f"the console ended with {code}: {errors}")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind and self.process.poll() is None:
            self.process.terminate()
        self.close()


class Forwarder:
    """A port that leads to a Unix socket, as `ssh -L` makes one; its connections can be cut, or left without a word."""

    def __init__(self, path):
        self.path, self.listener = path, socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.pairs, self.dead = [], threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = socket.socket(socket.AF_UNIX)
                try:
                    server.connect(self.path)
                except OSError:
                    client.close()
                    continue
                dead = threading.Event()
                self.pairs.append((client, server, dead))
                for source, target in ((client, server), (server, client)):
                    threading.Thread(target=self._pass, args=(source, target, dead), daemon=True).start()

    @staticmethod
    def _pass(source, target, dead):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if not dead.is_set():
                    target.sendall(data)
        if not dead.is_set():
            for end in (source, target):
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def silence(self):
        """Every connection there is stays open and says nothing any more, as after an hour of sleep."""
        for _, _, dead in self.pairs:
            dead.set()

    def close(self):
        self.listener.close()
        for client, server, _ in self.pairs:
            client.close()
            server.close()


def bundle(name, products, folder):
    """An example as an app to be installed."""
    source, app = ROOT / "Examples" / name, pathlib.Path(folder) / f"{name}.app"
    app.mkdir()
    shutil.copy(source / "Info.plist", app)
    shutil.copy(pathlib.Path(products) / name, app)
    if (source / "Resources").is_dir():
        shutil.copytree(source / "Resources", app, dirs_exist_ok=True)
    return str(app)


def live(browser):
    browser.wait("the page is live", """return document.getElementById("connection").textContent === "Live"
        && document.body.dataset.daemon === "up" && document.querySelector("#canvas svg")
        && document.querySelector(".apps li")""")


def shows(browser, what):
    browser.wait(f"the screen shows {what}", 'return document.getElementById("screen").dataset.shows === arguments[0]', what)


def place(browser, words):
    """The middle of what has these words on the device's screen, in the window."""
    return browser.wait(f"\"{words}\" is on the screen", """
        const found = [...document.querySelectorAll(".area")].find((area) => (area.ariaLabel ?? area.textContent) === arguments[0]);
        if (!found) return null;
        const box = found.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];""", words)


def says(browser, words):
    browser.wait(f"the page says \"{words}\"", "return document.body.innerText.includes(arguments[0])", words)


def unlock(browser, wrong=None):
    browser.click('[data-button="lock"]')
    browser.wait("the passcode is asked for", 'return !document.getElementById("passcode").hidden')
    if wrong:
        browser.type("#digits", wrong + "\ue007")
        browser.wait("a wrong one is refused", 'return document.getElementById("outcome").className === "refused"')
    browser.type("#digits", "1234\ue007")
    browser.wait("it is unlocked", 'return document.querySelector("[data-button=lock]").textContent === "Lock"')


# MARK: As a person uses it

def use(device, browser):
    """Opens an app, touches it, goes home, locks and unlocks, answers a question and a call."""
    browser.press(*place(browser, "Gallery"))
    shows(browser, f"scene {EXAMPLES}Gallery")
    place(browser, "sun")
    browser.press(*place(browser, "Next"))
    place(browser, "hills")
    # By the keyboard: the picture's texts are buttons.
    browser.run("""[...document.querySelectorAll(".area")].find((area) => area.getAttribute("aria-label") === "Next").focus()""")
    browser.keys("\ue007")
    place(browser, "moon")
    says(browser, f"quiesce --home {device.home} send touch")
    browser.run('document.getElementById("screen").focus()')
    browser.keys("h")
    shows(browser, "home ")
    expect(device.told("status").get("foreground") is None, "an app is in front after Home")
    subprocess.run([os.path.join(device.products, "quiesce"), "passcode", "set", "--stdin", "--home", device.home],
                   input="1234\n", text=True, check=True, capture_output=True)
    browser.click('[data-button="lock"]')
    browser.wait("it is locked", 'return document.querySelector("[data-button=lock]").textContent === "Unlock"')
    unlock(browser, "9999")
    expect(device.told("status")["locked"] is False, "the device is locked after the passcode")
    expect("1234" not in browser.run("return document.body.innerText"), "the passcode is to be read on the page")

    browser.click(f'.apps li[data-app="{EXAMPLES}GettingAttention"] button:nth-of-type(2)')
    browser.click("#tab-notices")
    browser.wait("the question is there", 'return document.querySelector("[data-prompt]")')
    browser.press(*place(browser, "Allow"))
    browser.wait("the question is answered", 'return !document.querySelector("[data-prompt]")')
    rows = device.told("permissions", EXAMPLES + "GettingAttention")
    expect({"permission": "notifications", "state": "authorized"} in rows, f"not allowed: {rows}")

    device.ask("send", "call", "incoming")
    browser.press(*place(browser, "Accept"))
    browser.press(*place(browser, "End"))
    shows(browser, f"scene {EXAMPLES}GettingAttention")
    # From the switcher an app comes back, and is ended.
    browser.click('[data-button="switcher"]')
    shows(browser, "the switcher ")
    browser.click('[data-button="switcher"]')
    shows(browser, f"scene {EXAMPLES}GettingAttention")

    browser.click("#tab-apps")
    browser.click(f'.apps li[data-app="{EXAMPLES}GettingAttention"] .name')
    browser.wait("its permissions are there", 'return document.querySelector(".permissions li")')
    says(browser, "GettingAttention is in front")
    browser.run("""[...document.querySelectorAll(".event")].findLast((row) => row.textContent.includes("permission")).click()""")
    browser.wait("a decision has its reason", 'return document.querySelector(".why p") && document.querySelector(".why .line")')
    browser.run("""document.getElementById("filter").elements.rule.value = "U4";
        document.getElementById("filter").dispatchEvent(new Event("input"))""")
    expect(browser.run('return [...document.querySelectorAll("#log li")].filter((row) => !row.hidden).every((row) => row.row.rule === "U4")'),
           "the filter shows other rules")


def timeline(browser, address):
    """The device's timeline is beside its screen, in a frame that reaches nothing of the page; the oldest are forgotten."""
    browser.click("#tab-time")
    browser.wait("the timeline is loaded", "return document.querySelector('#panel-time iframe').dataset.loaded")
    first = browser.run("return document.querySelector('#panel-time iframe').getAttribute('src')")
    expect(browser.run("return document.querySelector('#panel-time iframe').contentDocument") is None, "the frame is of the page's origin")
    frame = browser.find("#panel-time iframe")
    browser.command("POST", "/frame", {"id": {ELEMENT: frame}})
    browser.wait("the timeline is drawn", "return window.timeline && timeline.frames > 0")
    says(browser, "Gallery")
    expect(browser.run("return origin") == "null", "the timeline has an origin")
    browser.command("POST", "/frame/parent")
    status, headers, _ = address.request("GET", first)
    expect(status == 200 and "sandbox" in headers["Content-Security-Policy"], f"{first}: {status} {headers}")
    expect(address.request("GET", "/timeline/guessed.html")[0] == 404, "a guessed address has a timeline")
    for _ in range(4):
        before = browser.run("return document.querySelector('#panel-time iframe').src")
        browser.click("#panel-time button")
        browser.wait("it is drawn anew", "return document.querySelector('#panel-time iframe').src !== arguments[0]", before)
    expect(address.request("GET", first)[0] == 404, "timelines are kept without end")


def walks(device, browser):
    """A path that is clicked on the map, and a GPX file's, are walked to their ends."""
    def walk():
        browser.run("document.querySelector('[aria-label=\"Times as fast\"]').value = '1000000'")
        browser.run("[...document.querySelectorAll('#panel-place button')].find((button) => button.textContent === 'Walk').click()")
        says(browser, "The walk is over.")
        return [row for row in device.told("location") if row["kind"] == "place"][-1]

    browser.click("#tab-place")
    browser.run("document.querySelector('#panel-place input[type=checkbox]').click()")
    for number, part in enumerate((0.25, 0.75), 1):
        # The sentence above the map may have another length at any time.
        browser.press_in(".map", part, part)
        says(browser, f"{number} points")
    first = walk()
    expect(first["latitude"] < 47.0502 and first["longitude"] > 8.3093, f"the path was clicked to the south-east, and ends at {first}")
    browser.type("#panel-place input[type=file]", str(ROOT / "Examples/Scenarios/lake.gpx"))
    says(browser, "61 points, 3600 s.")
    last = walk()
    expect((last["latitude"], last["longitude"]) == (47.0502, 8.3093), f"the hour along the lake ends at home, not at {last}")
    says(browser, "send location --gpx lake.gpx --speed 1000000")
    with tempfile.NamedTemporaryFile("w", suffix=".gpx") as file:
        file.write("<gpx><trk><trkseg><trkpt lat='91' lon='0'/></trkseg></trk></gpx>")
        file.flush()
        browser.type("#panel-place input[type=file]", file.name)
        says(browser, "nowhere on earth")
    device.ask("send", "location", "auto").check_returncode()


def every_control(device, browser):
    """The page has a control for each `quiesce send`, whose command line `quiesce` takes, and which does the same."""
    tool = os.path.join(device.products, "quiesce")
    listed = subprocess.run([tool, "send", "--help"], capture_output=True, text=True, check=True).stdout
    known = set(re.findall(r"^  ([a-z][a-z-]+)  ", listed.split("SUBCOMMANDS:")[1], re.M))
    browser.click("#tab-send")
    shown = browser.run('return [...document.querySelectorAll("[data-send]")].map((form) => form.dataset.send)')
    expect(set(shown) == known, f"controls and commands differ: {sorted(set(shown) ^ known)}")
    environment = dict(os.environ, PATH=f"{device.products}:{os.environ['PATH']}", QUIESCE_HOME="/nonexistent")

    def by_shell(line):
        return subprocess.run(["bash", "-c", line], env=environment, capture_output=True, text=True, timeout=PATIENCE)

    def by_page(name):
        return browser.wait(f"send {name} is answered", """
            const form = document.querySelector(`[data-send="${arguments[0]}"]`);
            if (!form.dataset.asked) { form.dataset.asked = "1"; delete form.dataset.answer; form.querySelector(".heading button").click(); }
            if (form.dataset.answer === undefined) return null;
            delete form.dataset.asked;
            return { ok: form.dataset.ok === "true", answer: form.dataset.answer };""", name)

    for name in shown:
        line = browser.run('return document.querySelector(`[data-send="${arguments[0]}"]`).line()', name)
        page, shell = by_page(name), by_shell(line)
        expect(shell.returncode != 64, f"`{line}` is no command line: {shell.stderr}")
        # Where the second is refused and the first wasn't, the first was done.
        same = page["ok"] or shell.returncode != 0
        expect(same, f"`{line}`: the page says {page}, the shell {shell.returncode} {shell.stderr}")
    for words in (["call", "end"], ["alert", "dismiss"], ["notification-center", "dismiss"]):
        device.ask("send", *words)
    # A mistake is one for both.
    browser.run("""document.querySelector('[data-send="battery"]').elements.level.value = "it's 150%" """)
    line = browser.run('return document.querySelector(`[data-send="battery"]`).line()')
    page, shell = by_page("battery"), by_shell(line)
    expect(not page["ok"] and shell.returncode == 64, f"`{line}`: {page}, {shell.returncode}")


def accessible(browser):
    """Whatever can be used has a name, and whatever is to be read has a contrast of 4.5."""
    browser.protocol("Accessibility.enable")
    nodes = browser.protocol("Accessibility.getFullAXTree")["nodes"]
    roles = {"button", "textbox", "combobox", "checkbox", "tab", "searchbox", "link"}
    nameless = [node for node in nodes if not node.get("ignored") and node.get("role", {}).get("value") in roles
                and not node.get("name", {}).get("value")]
    expect(not nameless, f"without a name: {nameless[:2]}")
    for scheme in ("light", "dark"):
        browser.protocol("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        poor = browser.run(PALE)
        expect(not poor, f"{scheme}: too little contrast: {poor}")


PALE = CONTRAST + """
const colour = (text) => text.match(/[\\d.]+/g).map(Number);
const ground = (element) => {
  for (; element; element = element.parentElement) {
    const found = colour(getComputedStyle(element).backgroundColor);
    if (found.length === 3 || found[3] === 1) return found;
  }
  return [255, 255, 255];
};
const poor = [];
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node; (node = walk.nextNode());) {
  const element = node.parentElement;
  if (!node.data.trim() || element.closest("#screen, .hidden, .skip, noscript, select") || !element.checkVisibility()) continue;
  const ratio = contrast(colour(getComputedStyle(element).color), ground(element));
  if (ratio < 4.5) poor.push([node.data.trim().slice(0, 30), element.className, ratio.toFixed(2)]);
}
return poor;
"""


def own_files_alone(browser):
    foreign = browser.run("return performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => !name.startsWith(location.origin))")
    expect(not foreign, f"asked elsewhere: {foreign}")
    # The policy stops what an app or a fault would bring in.
    stopped = browser.run("""
        const script = document.createElement("script"); script.textContent = "window.broken = true"; document.head.append(script);
        const style = document.createElement("style"); style.textContent = "body { display: none }"; document.head.append(style);
        return !window.broken && getComputedStyle(document.body).display !== "none";""")
    expect(stopped, "a script or a style within the page runs")


# MARK: What ends and comes back

def ends_and_returns(device, browser):
    # A page sees a daemon that is killed, restarted and stopped, and shows the next one.
    device.kill()
    browser.wait("the page says that no daemon runs", 'return document.body.dataset.daemon === "down" && document.getElementById("banner").textContent.includes("This page comes back by itself")')
    device.start()
    live(browser)
    device.ask("restart")
    live(browser)
    device.ask("down")
    device.daemon.wait(PATIENCE)
    browser.wait("the page says that no daemon runs", 'return document.body.dataset.daemon === "down" && document.getElementById("banner").textContent.includes("This page comes back by itself")')
    device.start()
    live(browser)
    # With a passcode it is locked after a start.
    browser.wait("it is locked", 'return document.querySelector("[data-button=lock]").textContent === "Unlock"')
    unlock(browser)
    browser.click("#tab-apps")
    browser.click(f'.apps li[data-app="{EXAMPLES}Gallery"] button:nth-of-type(2)')
    shows(browser, f"scene {EXAMPLES}Gallery")


def sleeps_an_hour(device, browser, folder):
    # A line that says nothing any more is noticed when the page is looked at again, and all is asked for anew.
    path = os.path.join(folder, "console.sock")
    with Console(device, "--socket", path) as console:
        expect(os.stat(path).st_mode & 0o777 == 0o600, "others may connect to the socket")
        forwarder = Forwarder(path)
        try:
            browser.open(f"http://localhost:{forwarder.port}/#{console.address.token}")
            live(browser)
            forwarder.silence()
            device.ask("home")
            device.ask("open", EXAMPLES + "GettingAttention")
            browser.run('document.dispatchEvent(new Event("visibilitychange"))')
            shows(browser, f"scene {EXAMPLES}GettingAttention")
            live(browser)
        finally:
            forwarder.close()
    expect(not os.path.exists(path), "the socket's file is left")


# MARK: Whoever else tries

def refused(status, body):
    """That a handshake is refused so."""
    try:
        body().close()
    except Refused as refusal:
        expect(refusal.status == status, f"refused with {refusal}, not {status}")
    else:
        raise Broken(f"let in, not refused with {status}")


def attacks(console, cookie, key):
    address = console.address
    own = {"Origin": address.origin}
    for host in ("evil.example", f"evil.example:{address.port}", "127.0.0.1:1"):
        expect(address.request("GET", "/", Host=host)[0] == 421, f"answers as {host}")
        refused(421, lambda: address.line(cookie, Host=host))
    for origin in ("http://evil.example", "null", f"http://localhost:{address.port}", "http://127.0.0.1:1", None):
        refused(403, lambda: address.line(cookie, Origin=origin))
        expect(address.request("POST", "/enter", b"x", Origin=origin)[0] == 403, f"takes a link from {origin}")
    expect(address.request("GET", "/console.js", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors")[0] == 403,
           "another site uses its files")
    # Another user of this machine, and an app on the device, reach the port and have no token.
    refused(401, address.line)
    refused(401, lambda: address.line(f"{address.cookie_name}={'x' * 43}"))
    refused(401, lambda: address.line(f"{cookie[:-1]}{'A' if cookie[-1] != 'A' else 'B'}"))
    expect(address.request("POST", "/link", b"", **own)[0] == 401, "gives out links")
    expect(address.request("POST", "/enter", address.token.encode(), **own)[0] == 403, "a used link lets in again")
    expect(address.request("POST", "/enter", b"guess", **own)[0] == 403, "a guessed link lets in")
    expect(address.request("POST", "/enter", b"x" * 2000, **own)[0] == 413, "reads long bodies")
    expect(address.request("GET", "/../../etc/passwd")[0] in (400, 404), "leads out of the page")
    # A server on another port gets the cookie of a browser that is led there, and never the key.
    for wrong in ("", "x" * 43, cookie.split("=")[1]):
        line = address.line(cookie)
        line.send({"key": wrong})
        with contextlib.suppress(ConnectionError):
            raise Broken(f"a cookie without its key is taken: {line.receive()}")
        line.close()
    line = address.line(cookie)
    line.send({"looking": True, "run": 1, "words": ["home"]})
    with contextlib.suppress(ConnectionError):
        raise Broken(f"a page without a key is taken: {line.receive()}")
    line.close()


def broken_messages(address, cookie, key):
    """Each ends its own line at once, and no other."""
    def opened():
        line = address.line(cookie)
        line.send({"key": key})
        return line

    frames = {"no JSON": lambda line: line.frame(0x81, b"{"),
              "deep JSON": lambda line: line.frame(0x81, b"[" * 60000),
              "wrong types": lambda line: line.send({"run": "x"}),
              "binary": lambda line: line.frame(0x82, b"{}"),
              "a part": lambda line: line.frame(0x01, b"{}"),
              "too long": lambda line: line.connection.sendall(b"\x81\xff" + (1 << 40).to_bytes(8, "big") + b"mask"),
              "unmasked": lambda line: line.connection.sendall(b"\x81\x02{}")}
    for name, send in frames.items():
        line = opened()
        send(line)
        try:
            while True:
                line.receive()
        except ConnectionError:
            line.close()
        except TimeoutError as error:
            raise Broken(f"goes on after {name}") from error
    line = opened()
    for words in (["down"], ["get", "https://example.org", "-o", "/tmp/x"], ["send", "battery", "150%"], [], ["x"] * 100):
        line.send({"run": 1, "words": words})
        answer = line.until(lambda message: message.get("ran") == 1)
        expect(not answer["ok"] and answer["code"] == 64, f"{words}: {answer}")
    line.close()


def floods(address, cookie, key):
    """Strangers that say nothing, or talk without end, and pages that read nothing, cost a bounded amount."""
    silent = [address.connect() for _ in range(150)]
    endless = address.connect()
    endless.sendall(b"GET / HTTP/1.1\r\nHost: " + address.authority.encode() + b"\r\n")
    with contextlib.suppress(OSError):
        for _ in range(64):
            endless.sendall(b"X: " + b"x" * 1000 + b"\r\n")
    answer = b""
    with contextlib.suppress(OSError):
        while more := endless.recv(4096):
            answer += more
    expect(answer == b"" or b" 431 " in answer.split(b"\r\n")[0], f"reads endless heads: {answer[:80]}")
    # A page comes through all the same.
    line = address.line(cookie)
    line.send({"key": key, "ping": 5})
    line.until(lambda message: message.get("pong") == 5)
    line.close()
    for connection in silent:
        connection.close()
    # One that reads nothing is ended.
    deaf = address.line(cookie)
    deaf.send({"key": key})
    try:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            deaf.send({"run": 1, "words": ["why", EXAMPLES + "GettingAttention"]})
        raise Broken("a page that reads nothing gives commands without end")
    except OSError:
        deaf.close()
    # More commands than the daemon answers at a time wait, and each is answered.
    line = address.line(cookie)
    line.send({"key": key})
    for number in range(300):
        line.send({"run": number, "words": ["ps"]})
    waited = set(range(300))
    while waited:
        message = line.receive()
        waited.discard(message.get("ran"))
    line.close()


def ten_viewers(device, address, cookie, key):
    lines = [address.line(cookie) for _ in range(10)]
    for line in lines:
        line.send({"key": key, "looking": True})
    for line in lines:
        line.until(lambda message: message.get("topic") == "apps")
    device.ask("home")
    device.ask("open", EXAMPLES + "Gallery")
    for line in lines:
        line.until(lambda message: "screen" in message and message["screen"].get("app") == EXAMPLES + "Gallery"
                   and message["screen"]["shows"] == "scene")
    refused_line = []
    try:
        for _ in range(40):
            refused_line.append(address.line(cookie))
        raise Broken("any number of pages is let in")
    except Refused as refusal:
        expect(refusal.status == 503, f"too many pages: {refusal}")
    finally:
        for line in lines + refused_line:
            line.close()


def used_link(url):
    """A browser that comes by a used link is told so."""
    with Browser(390, 844) as browser:
        browser.open(url)
        says(browser, "this link was used before")
        says(browser, "this browser has not come in")


def opens_by_a_file(device, folder):
    """`--open` gives a browser no token in its arguments, where everybody reads it, but a file of the user's own."""
    tools, told = os.path.join(folder, "tools"), os.path.join(folder, "told")
    os.mkdir(tools)
    os.mkfifo(told)
    with open(os.path.join(tools, "xdg-open"), "w", encoding="ascii") as file:
        file.write(f'#!/bin/sh\n{{ echo "$1"; stat -c %a "$1"; cat "$1"; }} >"{told}"\n')
    os.chmod(file.name, 0o755)
    environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}", DISPLAY=":7", XDG_RUNTIME_DIR=folder)
    with Console(device, "--open", environment=environment) as console:
        with open(told, encoding="utf-8") as file:
            path, mode, page = file.read().split("\n", 2)
        expect(mode == "600" and console.url in page and console.address.token not in path, f"{path} {mode} {page}")
        console.address.enter()
        console.next_link()
        expect(not os.path.exists(path), "the file stays when its link was used")
    environment["DISPLAY"] = ""
    done = subprocess.Popen([os.path.join(device.products, "quiesce"), "console", "--open", "--home", device.home],
                            env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    expect("no desktop" in done.stderr.readline(), "it doesn't say that there is no desktop")
    done.send_signal(signal.SIGINT)
    expect(done.wait(PATIENCE) == 0, "Ctrl-C doesn't end it")
    done.stderr.close()


def listens_here_alone(device):
    for option, code, words in (("--listen=0.0.0.0:0", 64, "whoever opens the console has the device"),
                                ("--listen=nowhere", 64, "is no address"),
                                ("--socket=/nonexistent/x", 1, "could not listen")):
        done = device.ask("console", option)
        expect(done.returncode == code and words in done.stderr, f"{option}: {done.returncode} {done.stderr}")


def other_users(address):
    if os.geteuid() != 0:
        return
    code = f"""
import http.client, sys
connection = http.client.HTTPConnection("{address.host}", {address.port}, timeout=30)
connection.request("GET", "/live")
sys.exit(0 if connection.getresponse().status == 401 else 1)
"""
    done = subprocess.run(["python3", "-c", code], user=65534, group=65534, extra_groups=[], capture_output=True, text=True)
    expect(done.returncode == 0, f"another user is let in: {done.stderr}")


# MARK: While nobody looks

def switches(pid):
    """How often the daemon's threads have waited for something and gone on."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{task}/status", encoding="ascii") as status:
            total += sum(int(line.split()[1]) for line in status if "ctxt_switches" in line)
    return total


def talk(line, seconds):
    """Speaks with the console, and not with the daemon, for so long; how many words were changed."""
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        number += 1
        line.send({"ping": number})
        line.until(lambda message: message.get("pong") == number)
    return number


def nobody_looks(device, address, cookie, key):
    """A console with a page that nobody sees costs the daemon not one wake-up; a page that is seen does."""
    line = address.line(cookie)
    line.send({"key": key, "looking": True, "topics": ["transfers", "pushes"]})
    line.until(lambda message: message.get("topic") == "transfers")
    device.ask("open", EXAMPLES + "Gallery")
    before = switches(device.daemon.pid)
    talk(line, 1)
    looked = switches(device.daemon.pid) - before
    expect(looked > 0, "the count sees nothing")
    # With no app awake the daemon itself has nothing to wake up for.
    device.ask("home")
    line.until(lambda message: message.get("topic") == "ps"
               and all(row["state"] in ("suspended", "notRunning") for row in message["rows"]))
    line.send({"looking": False})
    end = time.monotonic() + PATIENCE
    while True:
        before = switches(device.daemon.pid)
        spoken = talk(line, 1.5)
        woken = switches(device.daemon.pid) - before
        if woken == 0:
            break
        expect(time.monotonic() < end, f"the daemon is woken {woken} times while nobody looks")
    line.close()
    return looked, spoken


def side_by_side(device, products, folder):
    """Two devices on one page: each frame shows its own, and a touch is for that one alone."""
    beside = os.path.join(folder, "beside")
    os.mkdir(beside)
    os.chmod(beside, 0o711)
    other = Device(products, beside)
    try:
        done = other.ask("install", bundle("Gallery", products, beside))
        expect(done.returncode == 0, done.stderr)
        device.ask("home")
        with Console(device, "--beside", other.home) as console, Browser(1280, 800) as browser:
            browser.open(console.url)

            def in_frame(number, what, script):
                return browser.wait(f"device {number}: {what}", f"""
                    const page = document.querySelectorAll("iframe")[{number}]?.contentDocument;
                    return page?.body && (() => {{ {script} }})()""")

            for number, home in enumerate((device.home, other.home)):
                in_frame(number, "its own home", f'return page.getElementById("home")?.textContent === "{home}"')
            in_frame(1, "Gallery on it", """
                const icon = [...page.querySelectorAll(".area")].find((area) => area.ariaLabel === "Gallery");
                icon?.click();
                return Boolean(icon)""")
            in_frame(1, "opened by a click", f"""
                return page.getElementById("screen").dataset.shows === "scene {EXAMPLES}Gallery" """)
            expect("foreground" not in device.told("status"), "a click in one frame was for the other device as well")
            expect(other.told("status").get("foreground") == f"{EXAMPLES}Gallery", "a click opened nothing")
            names = browser.run('return [...document.querySelectorAll("iframe")].map((frame) => frame.title)')
            expect(len(set(names)) == 2 and all(names), f"the frames are called {names}")
            widths = browser.run("""return [...document.querySelectorAll("iframe")].map((frame) => {
                const page = frame.contentDocument.documentElement; return page.scrollWidth - page.clientWidth; })""")
            expect(widths == [0, 0], f"the pages are {widths} pixels too wide for their frames")
            if folder := os.environ.get("QUIESCE_PICTURES"):
                browser.picture(os.path.join(folder, "side-by-side.png"))
        refused = device.ask("console", "--beside", device.home)
        expect(refused.returncode == 64 and "named twice" in refused.stderr, f"the same device twice: {refused.stderr}")
    finally:
        other.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--products", required=True)
    products = os.path.abspath(parser.parse_args().products)
    folder = tempfile.mkdtemp(prefix="quiesce-")
    os.chmod(folder, 0o711)
    device = Device(products, folder)
    began = time.monotonic()

    def told(what):
        print(f"{time.monotonic() - began:5.1f} s  {what}", flush=True)

    try:
        for name in ("Gallery", "GettingAttention"):
            done = device.ask("install", bundle(name, products, folder))
            expect(done.returncode == 0, done.stderr)
        with Console(device) as console, Browser(1280, 800) as browser:
            browser.open(console.url)
            live(browser)
            expect("#" not in browser.run("return location.href"), "the token stays in the address")
            console.next_link()
            told("a link lets a browser in")
            slow = console.address.connect()
            slow.sendall(b"GET / HTTP/1.1\r\nHost: ")
            use(device, browser)
            told("a person uses the device")
            timeline(browser, console.address)
            told("its timeline")
            walks(device, browser)
            told("walks")
            every_control(device, browser)
            told("every control is its command line")
            accessible(browser)
            own_files_alone(browser)
            complaints = [line for line in browser.complaints() if "Content Security Policy" not in line]
            expect(not complaints, f"the page complains: {complaints}")
            told("names, contrast, and files of its own alone")
            ends_and_returns(device, browser)
            told("the daemon was killed, restarted and stopped")
            status, _, link = console.address.request("GET", "/")
            expect(status == 200, "the page is not there")
            browser.click("#another")
            link = browser.wait("another link", 'return document.querySelector("dialog .path")?.textContent')
            cookie, key = console.address.enter(link.split("#")[1])
            attacks(console, cookie, key)
            expect(slow.recv(100).startswith(b"HTTP/1.1 408"), "waits for a head without end")
            slow.close()
            broken_messages(console.address, cookie, key)
            other_users(console.address)
            used_link(console.url)
            opens_by_a_file(device, folder)
            listens_here_alone(device)
            told("others are refused")
            floods(console.address, cookie, key)
            ten_viewers(device, console.address, cookie, key)
            told("floods, ten viewers")
            browser.open("about:blank")
            looked, spoken = nobody_looks(device, console.address, cookie, key)
            told(f"nobody looks: 0 wake-ups of the daemon over {spoken} messages; looked at: {looked} a second")
            sleeps_an_hour(device, browser, folder)
            told("a sleeping browser comes back")
        side_by_side(device, products, folder)
        told("two devices side by side")
        told("Ctrl-C")
    finally:
        device.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    try:
        main()
    except Broken as problem:
        sys.exit(f"console.py: {problem}")
