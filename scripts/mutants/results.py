"""What was found of mutants, and the document that says so: for scripts/mutate."""

import hashlib
import json
import subprocess


def commit(root):
    """The commit that the copy is of; with a plus sign when files differ from it."""
    def git(*arguments):
        return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True).stdout.strip()

    changed = git("status", "--porcelain", "--", "Sources", "Tests", "scripts/mutants")
    return git("rev-parse", "--short=10", "HEAD") + ("+" if changed else "")


def fingerprint(mutant):
    """Changes with what it does."""
    text = "\0".join(mutant[key] for key in ("breaks", "file", "find", "with"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Known:
    """The last result of each mutant that is still as it was then, in a file."""

    def __init__(self, path):
        self.path = path
        self.results = json.loads(path.read_text()) if path.exists() else {}

    def __getitem__(self, mutant):
        return self.results.get(fingerprint(mutant))

    def keep(self, mutant, result):
        self.results[fingerprint(mutant)] = {"name": mutant["name"]} | result
        self.path.write_text(json.dumps(self.results, indent=1) + "\n")

    def unfound(self, mutants):
        """Those that neither the core's tests nor the simulator noticed."""
        return [m for m in mutants if not (self[m]["tests"] or self[m]["simulator"])]


def document(mutants, known, never):
    """docs/mutants.md: of the mutants that ran. never: the names of the others."""
    unfound = known.unfound(mutants)
    runs = {}
    for mutant in mutants:
        run = (known[mutant]["commit"], *known[mutant]["seeds"])
        runs[run] = runs.get(run, 0) + 1

    def share(key):
        count = sum(1 for mutant in mutants if known[mutant][key])
        return f"{count} ({100 * count / len(mutants):.0f} %)"

    lines = [
        "# Wrong rules, and what finds them", "",
        "<!-- Written by scripts/mutate --write (make mutants). -->", "",
        "A mutant is a small wrong rule, put into the core by itself (`scripts/mutants`) and shown to two judges: the",
        "core's tests; and the simulator, in seeds of the modes that are about the rule, in seeds of the modes plain,",
        "transfers, notifications and pushes, and in the saved scenarios. `.build/mutants/table.md` says what noticed each.",
        "",
        f"Of {len(mutants)} that ran, **{len(mutants) - len(unfound)} are found**: {share('tests')} by the core's tests, "
        f"{share('simulator')} by the simulator.",
        "Run at (+: with what was new beside that commit): " + ", ".join(
            f"{count} at {at} with seeds {first}..{last}" for (at, first, last), count in runs.items()) + ".", ""]
    if never:
        lines += [f"{len(never)} haven't run since they were written or changed: {', '.join(never)}.", ""]
    if unfound:
        lines += ["## Not found", ""]
        lines += [f"- {m['breaks']} `{m['name']}`: {m['rule']} {m.get('reason', '**No reason is known.**')}"
                  for m in unfound] + [""]
    lines += ["## By letter of the specification", "", "| | mutants | the core's tests find | the simulator finds |",
              "|---|---|---|---|"]
    for letter in sorted({m["breaks"][0] for m in mutants}):
        of_letter = [m for m in mutants if m["breaks"][0] == letter]
        found = (sum(bool(known[m][judge]) for m in of_letter) for judge in ("tests", "simulator"))
        lines.append(" | ".join([f"| {letter}", str(len(of_letter)), *map(str, found)]) + " |")
    return "\n".join(lines) + "\n"


def table(mutants, known):
    """The first thing of each judge that noticed each mutant."""
    def cell(text):
        return text.replace("|", "\\|") if text else "**nothing**"

    lines = ["| breaks | the wrong rule | the core's tests | the simulator |", "|---|---|---|---|"]
    for m in sorted(mutants, key=lambda m: (m["breaks"][0], int(m["breaks"][1:]), m["name"])):
        result = known[m]
        lines.append(
            f"| {m['breaks']} | {cell(m['rule'])} | {cell(result['tests'])} | {cell(result['simulator'])} |")
    return "\n".join(lines) + "\n"
