"""Whether scripts/conformance notices each proof that didn't run: exits with 1 if it doesn't.

Results are made up: of all tests, with one suite skipped at a time, or absent, or failed.
"""
import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import xml.etree.ElementTree as tree

ROOT = pathlib.Path(__file__).resolve().parents[2]
loader = importlib.machinery.SourceFileLoader("conformance", str(ROOT / "scripts/conformance"))
conformance = importlib.util.module_from_spec(importlib.util.spec_from_loader("conformance", loader))
loader.exec_module(conformance)
proofs = conformance.proofs
Test, Proof = proofs.Test, proofs.Proof

# Suites whose proofs have the names of other tests in their modules: once they could be skipped unnoticed.
ONCE_UNNOTICED = {
    "BlueZTests", "IdleTimerTests", "BlueZPeripheralTests", "GeoClueSourceTests", "SoundOfAppsTests",
    "MachineSoundTests",
}
failures = []


def expect(what, holds):
    if not holds:
        failures.append(what)


def result(folder, tests, end=None, of=()):
    """A file of results in which the tests `of` have this end; "absent": they are not in it."""
    suite = tree.Element("testsuite")
    for test in tests:
        if test in of and end == "absent":
            continue
        around = f"{test.module}.{test.suite}" if test.suite else test.module
        case = tree.SubElement(suite, "testcase", classname=around, name=test.function)
        if test in of:
            tree.SubElement(case, end)
    path = pathlib.Path(folder) / "result.xml"
    tree.ElementTree(suite).write(path)
    return path


def wrong(tests, named, ran):
    """The tests that are complained of after such a run."""
    lines = conformance.idle(tests, named, conformance.exceptions()[1], ran)
    return {line.split(",")[0] for line in lines}


def every_suite(tests, named, folder):
    """Each suite with a proof is left out, in turn; those that were once unnoticed also in a result's words."""
    skipped = conformance.exceptions()[1]
    everything = {test for test in tests if not any(conformance.is_in(test, name) for name, _ in skipped)}
    expect("a run of everything is complained of", not wrong(tests, named, everything))
    proved = {test for proof in named for test in proof.tests} & everything
    suites = {test[:2] for test in proved}
    expect("suites that were once unnoticed are gone", ONCE_UNNOTICED <= {suite for _, suite in suites})
    for module, suite in sorted(suites):
        of = {test for test in everything if test[:2] == (module, suite)}
        runs = [("not there", everything - of)]
        if suite in ONCE_UNNOTICED:
            for end in ("skipped", "absent", "failure"):
                path = result(folder, tests, end, of)
                runs.append((end, {test for test, did in conformance.outcomes(path) if did} & everything))
        for end, ran in runs:
            found = wrong(tests, named, ran)
            expect(f"{module}.{suite} {end}: {len(of & proved)} proofs, noticed {len(found)}",
                   len(found) == len(of & proved))


def by_command(tests, folder):
    """The exit code that CI sees."""
    def status(path):
        return subprocess.run(
            [ROOT / "scripts/conformance", "--ran", path], capture_output=True).returncode

    expect("the command fails although everything ran", status(result(folder, tests)) == 0)
    of = {test for test in tests if test.suite == "SoundOfAppsTests"}
    expect("the command doesn't fail", status(result(folder, tests, "skipped", of)) != 0)


SOURCE = '''
@Suite("A \\(name("}")) {", .behaviour("S1", "S2")) struct OuterTests {
    // @Test func comment() {}
    @Test("One", .enabled(if: { true }(), "}"), .behaviour("W1", missing: "half " + "of it")) static func one() {}
    let text = """
        @Test func quoted() { "
        """
    @Suite struct Inner {
        @Test(arguments: [(1, "a")]) func two(_ pair: (Int, String), in other: [Int: (Int) -> Void]) { if true {} }
    }
    class func three() {}
    @Test func `four`<T>(x: T) {}
}
extension OuterTests.Inner { @Test(.behaviour("W2")) func five() {} }
@Test func six() {}
'''
REAL = '''<testsuites><testsuite>
<testcase classname="M.A.Inner" name="two()" time="0.1" />
<testcase classname="M.A" name="`a raw name`()" time="0.1" />
<testcase classname="M" name="free(_:)" ><skipped>why</skipped></testcase>
<testcase classname="M.A" name="bad()" ><failure message="x" /></testcase>
</testsuite></testsuites>'''


def reading(folder):
    """What is read of sources and results."""
    tests = [(suite, function) for form, _, suite, function in proofs.swift_file(SOURCE) if form == "Test"]
    expect(f"tests are read as {tests}", tests == [
        ("OuterTests", "one()"), ("OuterTests.Inner", "two(_:in:)"), ("OuterTests", "four(x:)"),
        ("OuterTests.Inner", "five()"), ("", "six()")])
    root = pathlib.Path(folder) / "package"
    for path, text in (("Tests/M/A.swift", SOURCE), ("Gateway/Tests/Clients/test_b.py", textwrap.dedent('''
            class BTests(unittest.TestCase):
                # Proves: R1, reliability D4.
                @unittest.skipUnless(
                    shutil.which("x"), "no x")
                def test_one(self):
                    pass

                def test_two(self):
                    pass
            '''))):
        (root / path).parent.mkdir(parents=True)
        (root / path).write_text(text)
    found, said = proofs.all_tests(root)
    expect(f"proofs are read as {said}", [(proof.numbers, proof.missing, proof.tests) for proof in said] == [
        (["S1", "S2"], None, tuple(Test("M", suite, function) for suite, function in tests[:4])),
        (["W1"], "half of it", (Test("M", "OuterTests", "one()"),)),
        (["W2"], None, (Test("M", "OuterTests.Inner", "five()"),)),
        (["R1", "reliability D4"], None, (Test("test_b", "BTests", "test_one()"),))])
    path = pathlib.Path(folder) / "real.xml"
    path.write_text(REAL)
    ends = list(conformance.outcomes(path))
    expect(f"results are read as {ends}", ends == [
        (Test("M", "A.Inner", "two()"), True), (Test("M", "A", "a raw name()"), True),
        (Test("M", "", "free(_:)"), False), (Test("M", "A", "bad()"), False)])


def exceptions():
    """What is let off, and two tests of one name."""
    one, two = Test("M", "A", "one()"), Test("M", "A", "two()")
    named = [Proof(["S1"], None, "One", "path", (one,))]

    def wrong(tests, skipped, ran):
        return list(conformance.idle(tests, named, [(name, "why") for name in skipped], ran))

    expect("a suite that may be skipped is complained of", not wrong([one, two], ["M.A"], set()))
    expect("a test that may be skipped is complained of", not wrong([one, two], ["M.A/one()"], {two}))
    expect("another test's leave counts", len(wrong([one, two], ["M.A/two()"], set())) == 1)
    expect("a leave that nobody needs stays", len(wrong([one, two], ["M.A/one()"], {one})) == 1)
    expect("a leave for no test stays", len(wrong([one], ["M.B"], {one})) == 1)
    expect("two tests of one name aren't noticed", len(wrong([one, one], [], {one})) == 1)


def of_python(folder):
    """Gateway/Tests/Clients/run.py says which of unittest's tests passed."""
    folder = pathlib.Path(folder)
    (folder / "test_x.py").write_text(textwrap.dedent('''
        import unittest
        class XTests(unittest.TestCase):
            def test_good(self): pass
            def test_bad(self): self.fail()
            def test_partly(self):
                with self.subTest(): self.fail()
            @unittest.skip("why")
            def test_skipped(self): pass
        @unittest.skip("why")
        class YTests(unittest.TestCase):
            def test_skipped(self): pass
        '''))
    run = subprocess.run(
        [sys.executable, "-B", ROOT / "Gateway/Tests/Clients/run.py", "x.xml"], cwd=folder, capture_output=True)
    expect("failed tests of Python's end with 0", run.returncode != 0)
    passed = [test for test, did in conformance.outcomes(folder / "x.xml") if did]
    expect(f"passed of Python's: {passed}", passed == [Test("test_x", "XTests", "test_good()")])


def evidence():
    """Each proof's folder is of a kind, and so `--evidence` can be had."""
    run = subprocess.run([ROOT / "scripts/conformance", "--evidence"], capture_output=True, text=True)
    expect(f"--evidence: {run.stderr.strip()}", run.returncode == 0 and "By tests of policy:" in run.stdout)


def main():
    tests, named = proofs.all_tests()
    evidence()
    with tempfile.TemporaryDirectory() as folder:
        every_suite(tests, named, folder)
        by_command(tests, folder)
        reading(folder)
        exceptions()
        of_python(folder)
    for what in failures:
        print(what, file=sys.stderr)
    return 1 if failures else 0


sys.exit(main())
