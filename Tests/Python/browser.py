"""Headless Chromium, driven by chromedriver over W3C WebDriver: what a person would see and do."""
import base64
import http.client
import json
import os
import re
import signal
import subprocess
import time

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# In a page: the contrast of two colours, each of red, green and blue up to 255, as WCAG has it.
CONTRAST = """
const channel = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const contrast = (one, other) => {
  const [more, less] = [light(one), light(other)].sort((a, b) => b - a);
  return (more + 0.05) / (less + 0.05);
};
"""


class Broken(Exception):
    """The browser's word that a command failed."""


def hear_signals():
    """A test's worker thread may hand its blocked signals down, and then `kill` ends none of our children."""
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def start_driver():
    """chromedriver's process and its port.

    It takes a free port of IPv4, and ends where somebody has the same port of IPv6: then by another port.
    """
    while True:
        driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True,
                                  stderr=subprocess.DEVNULL)
        said = []
        for line in driver.stdout:
            if found := re.search(r"started successfully on port (\d+)", line):
                return driver, int(found.group(1))
            said.append(line)
        code = driver.wait()
        driver.stdout.close()
        if not any("port not available" in line for line in said):
            raise Broken(f"chromedriver ended with {code} before it had a port: {''.join(said)}")


class Browser:
    """One window. Close it, or use it in a `with`: chromedriver ends the browser with itself."""

    def __init__(self, width=1280, height=800, dark=False):
        hear_signals()
        self.driver, port = start_driver()
        self.session = None
        try:
            self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
            arguments = ["--headless=new", f"--window-size={width},{height}", "--hide-scrollbars",
                         "--disable-dev-shm-usage"]
            if os.geteuid() == 0:
                arguments.append("--no-sandbox")  # Chromium's own doesn't start as root.
            if dark:
                arguments.append("--force-dark-mode")
            answer = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {
                "browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"},
                "goog:chromeOptions": {"args": arguments}}}})
            self.session = answer["sessionId"]
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.session:
            try:
                self.ask("DELETE", f"/session/{self.session}")
            except (OSError, Broken, http.client.HTTPException):
                pass  # It ends with its driver.
            self.session = None
        self.driver.terminate()
        self.driver.wait()
        self.driver.stdout.close()

    def ask(self, method, path, body=None):
        """One command of WebDriver; its value."""
        self.connection.request(method, path, json.dumps(body) if body is not None else
                                ("{}" if method == "POST" else None), {"Content-Type": "application/json"})
        value = json.loads(self.connection.getresponse().read())["value"]
        if isinstance(value, dict) and "error" in value:
            raise Broken(f"{value['error']}: {value['message'].splitlines()[0]}")
        return value

    def command(self, method, path, body=None):
        return self.ask(method, f"/session/{self.session}{path}", body)

    def open(self, url):
        """Returns once the page is loaded."""
        self.command("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        """Runs JavaScript in the page: `return …`, its arguments in `arguments`."""
        return self.command("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def protocol(self, name, **parameters):
        """A command of Chromium's own protocol, as `Emulation.setEmulatedMedia`."""
        return self.command("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def wait(self, what, script, *arguments, patience=60):
        """Until the script returns something true: that. `what` is said if it never does."""
        end = time.monotonic() + patience
        while not (value := self.run(script, *arguments)):
            if time.monotonic() > end:
                raise Broken(f"not within {patience} s: {what}")
            time.sleep(0.02)
        return value

    def find(self, selector):
        """The first element that a CSS selector names."""
        return self.command("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        """By the pointer, as a person: refused where something lies over it."""
        self.command("POST", f"/element/{self.find(selector)}/click", {})

    def type(self, selector, text):
        self.command("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def keys(self, *keys):
        """Keys to whatever has the focus, each pressed and let go."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.command("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def press(self, x, y):
        """The pointer's button at a place of the window, and up again."""
        self.drag([(x, y)])

    def drag(self, places, milliseconds=50):
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0 if number == 0 else milliseconds}
                 for number, (x, y) in enumerate(places)]
        self.point(moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0})

    def press_in(self, selector, across, down):
        """The same at a part of an element's width and height, wherever the element is by then."""
        width, height = self.run(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect(); return [box.width, box.height]", selector)
        # From its middle.
        move = {"type": "pointerMove", "origin": {ELEMENT: self.find(selector)}, "duration": 0,
                "x": round((across - 0.5) * width), "y": round((down - 0.5) * height)}
        self.point(move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def point(self, *actions):
        self.command("POST", "/actions", {"actions": [{"type": "pointer", "id": "pointer", "actions": list(actions)}]})

    def picture(self, path):
        """A PNG of the window."""
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.command("GET", "/screenshot")))

    def complaints(self):
        """What the page has written to the console as warnings and errors since the last time."""
        return [entry["message"] for entry in self.command("POST", "/se/log", {"type": "browser"})
                if entry["level"] in ("WARNING", "SEVERE")]
