"""Whether links of the documents lead to files, and scripts/check-words finds what it is for: exits with 1 if not.

The checks are tried at last with faults that are planted."""
import importlib.machinery
import importlib.util
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


def links(text):
    """Relative ones, without their anchors; code isn't looked at."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    for link in LINK.findall(re.sub(r"`[^`\n]*`", "", text)):
        if not re.match(r"[a-z]+:|#|<", link):
            yield link.split("#")[0]


def dead(path, text):
    for link in links(text):
        if not (path.parent / link).exists():
            yield f"{path.relative_to(ROOT)}: there is no {link}"


def documents():
    for path in sorted(ROOT.rglob("*.md")):
        if not {".build", ".git", "Template"} & set(path.relative_to(ROOT).parts):
            yield path


def planted():
    """What is wrong with the checks, in lines."""
    here = ROOT / "README.md"
    if list(dead(here, "[a](docs/tour.md#x) [b](https://example.org/) `[c](nowhere)`\n```\n[d](nowhere)\n```\n")):
        yield "links that lead somewhere are called dead"
    if len(list(dead(here, "[a](nowhere.md) [b](docs/nowhere.md#x)"))) != 2:
        yield "dead links aren't found"
    # Without it, Python would leave a compiled file beside the script.
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("check_words", str(ROOT / "scripts/check-words"))
    words = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_words", loader))
    loader.exec_module(words)
    swift = "/// What it is.\n// Ofen\n    // Of it.\nlet what = 1  // What\n// " + 98 * "x" + "\n"
    if list(words.faults_of_swift(swift)) != [("comments", 1), ("comments", 3), ("long comment lines", 5)]:
        yield "scripts/check-words doesn't count comments as it should"
    if list(words.faults_of_markdown("# What\n```\n# What\n```\n## Whatever\n")) != [("headings", 1)]:
        yield "scripts/check-words doesn't count headings as it should"
    noted = {"comments": 1}
    if [len(list(words.judge({"comments": count}, noted))) for count in (0, 1, 2)] != [1, 0, 1]:
        yield "scripts/check-words doesn't hold counts to what is noted"


def main():
    wrong = [line for path in documents() for line in dead(path, path.read_text())] + list(planted())
    print("\n".join(wrong), end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
