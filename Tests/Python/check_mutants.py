"""Whether scripts/mutate --check notices a target that its copy lacks: exits with 1 if it doesn't."""
import copy
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts/mutants"))
import copied  # noqa: E402

failures = []


def expect(what, holds):
    if not holds:
        failures.append(what)


def refused(package):
    try:
        copied.manifest(copied.closure(package))
    except copied.Unknown as error:
        return str(error)


package = copied.description(ROOT)
whole = copied.closure(package)
expect("the copy isn't whole as it is", not list(copied.unknown_imports(ROOT, whole)))
for name in whole:
    if name not in copied.ROOTS:
        rest = {other: target for other, target in whole.items() if other != name}
        expect(f"{name} is left out unnoticed", any(
            f" imports {name}," in line for line in copied.unknown_imports(ROOT, rest)))
# The package's own description leaves these out.
forgetful = copy.deepcopy(package)
for target in forgetful["targets"]:
    target["dependencies"] = [
        dependency for dependency in target["dependencies"]
        if dependency.get("byName", [None])[0] != "QuiesceZones"]
expect("a dependency that Package.swift forgets goes unnoticed", list(
    copied.unknown_imports(ROOT, copied.closure(forgetful))))
for key, value, said in (
        ("type", "system", "of the kind system"), ("resources", [{}], "has resources"),
        ("settings", [{"kind": {"define": {"_0": "X"}}}], "has the setting define"),
        ("dependencies", [{"byName": ["Nothing", None]}], "has no target Nothing")):
    planted = copy.deepcopy(package)
    next(target for target in planted["targets"] if target["name"] == "QuiesceShell")[key] = value
    expect(f"{key} {value}: {refused(planted)}", said in (refused(planted) or ""))
for what in failures:
    print(what, file=sys.stderr)
sys.exit(1 if failures else 0)
