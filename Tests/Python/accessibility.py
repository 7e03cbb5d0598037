#!/usr/bin/env python3
"""accessibility.py --products DIR --axe FILE: what axe-core finds on the console, on each of its tabs, and on a timeline: in light
and dark, on a desktop's window and a phone's. Exit status 1 when it finds something, and when it misses a planted mistake.
"""
import argparse
import os
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
from browser import Browser  # noqa: E402
from console import EXAMPLES, Console, Device, bundle, live  # noqa: E402

WINDOWS = {"a desktop": (1280, 800), "a phone": (390, 844)}


def findings(browser):
    """Each rule that is broken, with the first elements that break it."""
    found = browser.command("POST", "/execute/async", {"args": [], "script": """
        const done = arguments[arguments.length - 1];
        axe.run(document, { resultTypes: ["violations"], iframes: false }).then(
            ({ violations }) => done(violations.map((rule) => [rule.id, rule.help,
                rule.nodes.slice(0, 3).map((node) => `${node.target.join(" ")}: ${node.failureSummary.split("\\n").slice(1).join(" ")}`)])),
            (error) => done([["axe", String(error), []]]));"""})
    return [f"{rule}: {words}\n" + "\n".join(f"      {node}" for node in nodes) for rule, words, nodes in found]


class Look:
    """Looks at the page that is open, in each way; collects what is found."""

    def __init__(self, browser, axe):
        self.browser, self.axe, self.wrong, self.looks = browser, axe, [], 0

    def at(self, what):
        self.browser.run(self.axe)
        for scheme in ("light", "dark"):
            self.browser.protocol("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            for window, (width, height) in WINDOWS.items():
                self.browser.protocol("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                                      mobile=False)
                self.looks += 1
                self.wrong += [f"{what}, {scheme}, {window}: {finding}" for finding in findings(self.browser)]


def console(look, device):
    browser = look.browser
    with Console(device) as served:
        browser.open(served.url)
        live(browser)
        device.ask("open", EXAMPLES + "GettingAttention").check_returncode()
        browser.wait("a question is there", "return document.querySelector('#tab-notices').textContent.includes('1')")
        for tab in browser.run("return [...document.querySelectorAll('[role=tab]')].map((tab) => tab.id)"):
            browser.run("document.getElementById(arguments[0]).click()", tab)
            if tab == "tab-apps":
                browser.run("document.querySelector('.apps .name').click()")
                browser.wait("its permissions are there", "return document.querySelector('.permissions li')")
            if tab == "tab-time":
                browser.wait("the timeline is there", "return document.querySelector('#panel-time iframe')?.dataset.loaded")
            for view in ("device", "panels", "events"):
                browser.run("document.querySelector(`nav [data-shows=${arguments[0]}]`).click()", view)
                look.at(f"the console, {tab.removeprefix('tab-')}, {view}")
        # The judge sees what it is for.
        browser.run("""const image = document.createElement("input"); image.id = "planted"; document.querySelector("#events .bar").append(image);
            document.querySelector("#events h2").style.color = "rgba(128, 128, 128, 0.3)";
            document.querySelector("nav [data-shows=events]").click();""")
        planted = findings(browser)
        for rule in ("label", "color-contrast"):
            if not any(finding.startswith(f"{rule}:") for finding in planted):
                look.wrong.append(f"the planted mistake against \"{rule}\" isn't found")


def timeline(look, device, folder):
    page = os.path.join(folder, "day.html")
    device.ask("timeline", "-o", page).check_returncode()
    look.browser.open(pathlib.Path(page).as_uri())
    look.browser.wait("the timeline is drawn", "return window.timeline && timeline.frames > 0")
    look.at("the timeline")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--products", required=True)
    parser.add_argument("--axe", required=True)
    options = parser.parse_args()
    products = os.path.abspath(options.products)
    with tempfile.TemporaryDirectory(prefix="quiesce-") as folder:
        os.chmod(folder, 0o711)
        device = Device(products, folder)
        try:
            for name in ("Gallery", "GettingAttention"):
                device.ask("install", bundle(name, products, folder)).check_returncode()
            with Browser() as browser:
                look = Look(browser, pathlib.Path(options.axe).read_text(encoding="utf-8"))
                console(look, device)
                timeline(look, device, folder)
        finally:
            device.close()
    for finding in look.wrong:
        print(finding)
    print(f"axe-core found {len(look.wrong)} problems in {look.looks} looks")
    return 1 if look.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
