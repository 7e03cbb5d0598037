#!/usr/bin/env python3
"""check_pages.py: scripts/check-pages finds the mistakes that are planted in a copy of the page."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# A file, its text, a mistake in place of that, and a word of the complaint.
MISTAKES = [
    ("elements.js", "element.textContent !== text", "elment.textContent !== text", "elment"),
    ("walk.js", "Math.asin(", "Math.arcsin(", "arcsin"),
    ("place.js", "import { walkForm }", "import { walksForm }", "walksForm"),
]


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "Page"
        shutil.copytree(ROOT / "Sources/QuiesceConsole/Page", copy)
        for name, text, mistake, _ in MISTAKES:
            file = copy / name
            before = file.read_text(encoding="utf-8")
            if text not in before:
                wrong.append(f"{name} has no \"{text}\" any more: plant another mistake")
            file.write_text(before.replace(text, mistake, 1), encoding="utf-8")
        said = subprocess.run([ROOT / "scripts/check-pages", copy], capture_output=True, text=True).stdout
    wrong += [f"{name}: \"{mistake}\" isn't found" for name, _, mistake, word in MISTAKES if word not in said]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
