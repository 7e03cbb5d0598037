"""Whether scripts/equivalence refuses what is no case: exits with 1 if it doesn't.

The cases are made up, but for the real ones, which must pass.
"""
import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
loader = importlib.machinery.SourceFileLoader("equivalence", str(ROOT / "scripts/equivalence"))
equivalence = importlib.util.module_from_spec(importlib.util.spec_from_loader("equivalence", loader))
loader.exec_module(equivalence)

GOOD = {
    "Documents.swift": """enum Document: String {
    case guide = "A Guide"
    case header =
        "A: Header.h"
}
""",
    "Says.swift": "enum Rules: String {\n    case ios4, ios7, ios8\n}\n",
    "Unknown.swift": 'let all = [\n    Unknown("Nobody knows it", .guide, "End",\n        why: "so")\n]\n',
    "Cases.swift": """@Suite struct Cases {
    static let all: [Rules] = [.ios4, .ios8]
    @Test(
        "One \\"thing\\" is said",
        .says(.guide, "Start", under: [.ios7, .ios4]),
        .says(
            .header, "symbol(_:)",
            differs: "it isn't"))
    func one() async throws {}

    @Test("Another is said", .says(.guide, "Start", under: all)) func two() {}
}
""",
}
SECOND = '    @Test("Another is said", .says(.guide, "Start", under: all)) func two() {}\n'
failures = []


def expect(what, holds):
    if not holds:
        failures.append(what)


def outcome(changes):
    """The page of the good cases with some text replaced, or the refusal."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path, text in GOOD.items():
            for before, after in changes.get(path, []):
                assert before in text, (path, before)
                text = text.replace(before, after)
            (folder / path).write_text(text)
        try:
            return "\n".join(equivalence.page(folder)), None
        except equivalence.Refused as refusal:
            return None, str(refusal)


def refuses(what, path, before, after, word):
    _, refusal = outcome({path: [(before, after)]})
    expect(f"{what}: {refusal}", refusal is not None and word in refusal)


def main():
    text, refusal = outcome({})
    expect(f"good cases are refused: {refusal}", text is not None)
    for line in (
        "3 cases, by 2 tests: 2 as the documents have it, 1 that [differ](#where-quiesce-differs). 1 sentences",
        '- One "thing" is said (ios4, ios7)',
        '- One "thing" is said, [differs](#where-quiesce-differs)',
        '| One "thing" is said | A: Header.h, "symbol(_:)" | it isn\'t |',
        "- Another is said (ios4, ios8)",
        '| Nobody knows it | A Guide, "End" | so |',
    ):
        expect(f"missing: {line}", line in (text or ""))

    cases = "Cases.swift"
    refuses("a document that isn't there", cases, ".header", ".footer", ".footer")
    refuses("a document that isn't there, of an unknown sentence", "Unknown.swift", ".guide", ".footer", ".footer")
    refuses("a document without a sentence", "Documents.swift", "}\n", '    case more = "More"\n}\n', ".more")
    refuses("two documents of one title", "Documents.swift", "A: Header.h", "A Guide", "A Guide")
    refuses("a test without a sentence", cases, '.says(.guide, "Start", under: all)', ".tags()", "Another is said")
    refuses("a test without a title", cases, '@Test("Another is said", ', "@Test(", "title")
    refuses("a bare test", cases, SECOND, "    @Test func two() {}\n", "title")
    refuses("a section that isn't named", cases, '.guide, "Start", under: all', ".guide, under: all", "Another")
    refuses("a title twice", cases, SECOND, SECOND + SECOND.replace("Start", "End"), "title of 2")
    refuses("a sentence twice", cases, SECOND, SECOND + SECOND, "twice")
    refuses("a sentence twice but for its punctuation", cases, SECOND,
            SECOND + SECOND.replace("Another is", "Another, is"), "twice")
    refuses("a sentence that is known and unknown", "Unknown.swift", '"Nobody knows it", .guide, "End"',
            '"Another is said", .guide, "Start"', "twice")
    refuses("an unknown sentence without a reason", "Unknown.swift", ',\n        why: "so"', "", "Unknown.swift")
    refuses("rules that there aren't", cases, ".ios7", ".ios5", "ios5")
    refuses("rules twice", cases, "[.ios7, .ios4]", "[.ios4, .ios4]", "once")
    refuses("no rules", cases, "[.ios7, .ios4]", "[]", "once")
    refuses("rules of no list", cases, "under: all", "under: some", "some")

    try:
        list(equivalence.page(ROOT / "Equivalence"))
    except equivalence.Refused as refusal:
        failures.append(f"the real cases are refused: {refusal}")
    for what in failures:
        print(what, file=sys.stderr)
    return 1 if failures else 0


sys.exit(main())
