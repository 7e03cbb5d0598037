"""Whether action.yml and templates/quiesce-test.yml do what scripts/test-ci looks for, with a `swift` that only writes results, and
whether scripts/ci-test reads those: exits with 1 if not. The check itself is tried with results that are wrong."""
import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
failures = []


def expect(what, holds):
    if not holds:
        failures.append(what)


def script(name):
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(ROOT / "scripts" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


XUNIT = """<?xml version="1.0"?><testsuites><testsuite name="TestResults">
<testcase classname="AppTests.AppTests" name="passing()" time="0.01"></testcase>
<testcase classname="AppTests.AppTests" name="failing()" time="1.5"><failure message="Expectation failed: a &lt; b | on purpose"></failure></testcase>
<testcase classname="AppTests.AppTests" name="skipped()" time="0"><skipped/></testcase>
</testsuite></testsuites>"""

# `swift test --xunit-output FILE …`
SWIFT = """#!/usr/bin/env python3
import os, pathlib, sys
fails = pathlib.Path("fails").exists()
file = pathlib.Path(sys.argv[sys.argv.index("--xunit-output") + 1])
text = '<testsuites><testsuite name="a"><testcase classname="A.A" name="passing()" time="0.1"/>'
pages = pathlib.Path(os.environ["QUIESCE_TIMELINE"])
(pages / "A-A-passing.html").write_text("page")
if fails:
    text += '<testcase classname="A.A" name="failing()" time="0.1"><failure message="on purpose"/></testcase>'
    (pages / "A-A-failing.html").write_text("page")
    (pages / "A-A-failing.log").write_text("log")
file.with_name("xunit-swift-testing.xml").write_text(text + "</testsuite></testsuites>")
print("arguments", sys.argv[4:])
sys.exit(1 if fails else 0)
"""


def check_summary():
    test = script("ci-test")
    tests = list(test.cases(XUNIT))
    expect("the results are read otherwise", [(name, result) for name, result, _, _ in tests] == [
        ("AppTests.AppTests/passing()", "passed"), ("AppTests.AppTests/failing()", "failed"),
        ("AppTests.AppTests/skipped()", "skipped")])
    text = test.summary(tests, 1)
    expect("the summary doesn't count", text.startswith("### Tests: 1 passed, 1 failed, 1 skipped\n"))
    rows = [line for line in text.splitlines() if line.startswith("| AppTests")]
    expect("failed tests don't come first", rows and "failing()" in rows[0])
    expect("a message isn't quoted", "a &lt; b | on purpose" in text)
    expect("a crash isn't told", "ended with 139" in test.summary([], 139))
    many = test.summary([(f"T/{n}()", "passed", 0, "") for n in range(test.ROWS + 7)], 0)
    expect("a long summary isn't cut", "| 7 more |" in many and many.count("\n| T/") == test.ROWS)


def check_pages():
    test = script("ci-test")
    with tempfile.TemporaryDirectory() as folder:
        pages = pathlib.Path(folder)
        for name in "A-S-fails.html", "A-S-fails-2.html", "A-S-fails.log", "A-S-passes.html", "A-S-fails-not.html":
            (pages / name).touch()
        test.keep_failed(pages, [("A.S/fails()", "failed", 0, ""), ("A.S/passes()", "passed", 0, "")])
        kept = sorted(page.name for page in pages.iterdir())
        expect(f"other pages are kept: {kept}", kept == ["A-S-fails-2.html", "A-S-fails.html", "A-S-fails.log"])
    expect("a name is made otherwise than its page's", test.stem("A_b.S/it_does(_:)") == "A-b-S-it-does")


def check_contract():
    player = script("test-ci")
    action = player.yaml.safe_load((ROOT / "action.yml").read_text())
    template = (ROOT / "templates/quiesce-test.yml").read_text()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        tools = folder / "tools"
        tools.mkdir()
        (tools / "swift").write_text(SWIFT)
        # The machine's packages aren't this check's.
        (tools / "dpkg-query").write_text("#!/bin/sh\necho installed\n")
        for tool in tools.iterdir():
            tool.chmod(0o755)
        package = folder / "App"
        package.mkdir()

        def github(name):
            return player.play_github(action, folder, folder / name, {"package": "App", "arguments": "--filter 'A B'"}, str(tools))

        statuses, uploaded, summary, outputs = github("passing")
        player.check(uploaded, summary, statuses["test"], 1, 0)
        expect("it says that something failed", outputs["failed"] == "0")
        log = (uploaded / "log.txt").read_text()
        expect("arguments get lost", "arguments ['--filter', 'A B']" in log)
        (package / "fails").touch()
        statuses, uploaded, summary, outputs = github("failing")
        player.check(uploaded, summary, statuses["test"], 1, 1)
        expect("it doesn't say how many failed", outputs["failed"] == "1" and outputs["results"] == str(uploaded))
        # Instead of a clone.
        (tools / "git").write_text(f"#!/bin/sh\nfor last; do :; done\nln -sfn {ROOT} \"$last\"\n")
        (tools / "git").chmod(0o755)
        status, results = player.play_gitlab(template, package, folder / "builds", {"quiesce": "https://example.org/q"}, str(tools))
        player.check(results, (results / "summary.md").read_text(), status, 1, 1)
        # And with what is wrong.
        (results / "tests/A-A-passing.html").touch()
        for mistake, arguments in {
                "a page of a test that passed": (results, (results / "summary.md").read_text(), status, 1, 1),
                "a summary of another run": (uploaded, "### Tests: 2 passed\n", 1, 1, 1),
                "a status of 0": (uploaded, summary, 0, 1, 1)}.items():
            try:
                player.check(*arguments)
                expect(f"{mistake} isn't noticed", False)
            except player.Failed:
                pass
        broken = {**action, "runs": {"steps": [{"name": "a", "shell": "bash", "run": "echo ${{ github.nothing }}"}]}}
        try:
            player.play_github(broken, folder, folder / "broken", {})
            expect("an expression without a value isn't noticed", False)
        except player.Failed:
            pass


check_summary()
check_pages()
check_contract()
if failures:
    sys.exit("\n".join(failures))
