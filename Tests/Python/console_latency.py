#!/usr/bin/env python3
"""console_latency.py --products DIR [--touches N]: how long a touch of the console's picture takes until its effect is
seen there, beside the same touch by `quiesce send touch`, seen in the same page. One after the other, in one run."""
import argparse
import os
import shutil
import statistics
import subprocess
import tempfile
import time

from browser import Browser
from console import EXAMPLES, Console, bundle, live, shows
from device import Device  # console.py says where it is

# Both clocks are the machine's. The caption is drawn by the app, so the change was made by it.
WATCH = """
window.seen = null;
const caption = () => [...document.querySelectorAll("#canvas text")].map((text) => text.textContent)
  .find((text) => ["sun", "hills", "moon"].includes(text));
window.caption = caption;
new MutationObserver(() => {
  if (window.before && caption() && caption() !== window.before) { window.seen = performance.timeOrigin + performance.now(); window.before = null; }
}).observe(document.getElementById("canvas"), { childList: true });
"""
TOUCH = """
const area = [...document.querySelectorAll(".area")].find((area) => area.ariaLabel === "Next").getBoundingClientRect();
const place = { clientX: area.x + area.width / 2, clientY: area.y + area.height / 2, button: 0, pointerId: 1, bubbles: true };
const screen = document.getElementById("screen");
screen.setPointerCapture = () => {};
window.before = caption(); window.seen = null;
screen.dispatchEvent(new PointerEvent("pointerdown", place));
const start = performance.timeOrigin + performance.now();
screen.dispatchEvent(new PointerEvent("pointerup", place));
return start;
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--products", required=True)
    parser.add_argument("--touches", type=int, default=60)
    options = parser.parse_args()
    products = os.path.abspath(options.products)
    folder = tempfile.mkdtemp(prefix="quiesce-")
    os.chmod(folder, 0o711)
    device = Device(products, folder)
    tool = os.path.join(products, "quiesce")
    try:
        device.ask("install", bundle("Gallery", products, folder))
        device.ask("open", EXAMPLES + "Gallery")
        with Console(device) as console, Browser(1280, 800) as browser:
            browser.open(console.url)
            live(browser)
            shows(browser, f"scene {EXAMPLES}Gallery")
            browser.run(WATCH)
            took = {"console": [], "command line": []}
            for _ in range(options.touches):
                start = browser.run(TOUCH)
                took["console"].append(browser.wait("it is seen", "return window.seen") - start)
                browser.run("window.before = caption(); window.seen = null")
                start = time.time() * 1000
                subprocess.run([tool, "send", "touch", "160", "398", "--home", device.home], check=True,
                               stdout=subprocess.DEVNULL)
                took["command line"].append(browser.wait("it is seen", "return window.seen") - start)
        for name, times in took.items():
            times.sort()
            print(f"{name}: p50 {statistics.median(times):.0f} ms, p95 {times[int(len(times) * 0.95)]:.0f} ms")
        print(f"the console's touch takes {statistics.median(took['console']) / statistics.median(took['command line']):.2f} times as long")
    finally:
        device.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
