"""The part of the package that scripts/mutate copies: the simulator, the core's tests, and what they depend on."""

import json
import os
import re
import subprocess

# Whoever is to be run, and so built, in the copy.
ROOTS = ["quiesce-sim", "QuiesceCoreTests"]
KINDS = {"regular": "target", "executable": "executableTarget", "test": "testTarget"}
# Modules of the toolchain, which no target has.
TOOLCHAIN = {
    "Dispatch", "Foundation", "FoundationNetworking", "FoundationXML", "Glibc", "Synchronization", "Testing"}


class Unknown(Exception):
    """The package's description has what this script can't copy."""


def description(root):
    """What `swift package dump-package` says of the package, also while a build goes on."""
    # `make` asks for optimized debug builds of modules that play days; the copy is a release build anyway.
    plain = {name: value for name, value in os.environ.items() if name != "QUIESCE_OPTIMIZED"}
    said = subprocess.run(
        ["swift", "package", "--ignore-lock", "dump-package"], cwd=root, env=plain, capture_output=True, text=True)
    if said.returncode != 0:
        raise Unknown(f"swift package dump-package: {said.stderr.strip()}")
    return json.loads(said.stdout)


def dependencies(target):
    """(targets, [(product, package)]) that it names."""
    targets, products = [], []
    for dependency in target["dependencies"]:
        (form, what), = dependency.items()
        if form == "product":
            products.append((what[0], what[1]))
        else:
            targets.append(what[0])
    return targets, products


def closure(package, roots=ROOTS):
    """The targets that `roots` need, by name; whoever is needed stands before who needs it."""
    known, found = {target["name"]: target for target in package["targets"]}, {}

    def add(name):
        if name in found:
            return
        if name not in known:
            raise Unknown(f"Package.swift has no target {name}")
        for other in dependencies(known[name])[0]:
            add(other)
        found[name] = known[name]

    for root in roots:
        add(root)
    return found


def folder(target):
    """Where its sources are."""
    return target.get("path") or f"{'Tests' if target['type'] == 'test' else 'Sources'}/{target['name']}"


def manifest(targets):
    """The copy's Package.swift. Packages are taken from where the whole package's build has them."""
    lines, packages = [], set()
    for name, target in targets.items():
        if target["type"] not in KINDS:
            raise Unknown(f"{name} is a target of the kind {target['type']}")
        if target.get("resources"):
            raise Unknown(f"{name} has resources")
        needs, products = dependencies(target)
        packages |= {package for _, package in products}
        needs = [f'"{need}"' for need in needs] + [
            f'.product(name: "{product}", package: "{package}")' for product, package in products]
        lines.append(
            f'        .{KINDS[target["type"]]}(name: "{name}", dependencies: [{", ".join(needs)}], '
            f'path: "{folder(target)}",\n'
            f"            exclude: {json.dumps(target['exclude'])}, swiftSettings: [{settings(target)}]),")
    return "\n".join([
        "// swift-tools-version:6.2", "import PackageDescription", "let package = Package(",
        '    name: "Mutants",', "    dependencies: [",
        *(f'        .package(path: "../checkouts/{package}"),' for package in sorted(packages)),
        "    ],", "    targets: [", *lines, "    ])", ""])


def settings(target):
    texts = []
    for setting in target["settings"]:
        (kind, value), = setting["kind"].items()
        if kind == "swiftLanguageMode":
            texts.append(f".swiftLanguageMode(.v{value['_0']})")
        elif kind != "treatAllWarnings":  # A wrong rule may leave code that nothing reaches.
            raise Unknown(f"{target['name']} has the setting {kind}")
    if target["type"] == "test":  # Optimising them takes longer than all their runs.
        texts.append('.unsafeFlags(["-Onone"])')
    return ", ".join(texts)


def unknown_imports(root, targets):
    """Imports of modules that the copy doesn't have, as lines for people."""
    modules = TOOLCHAIN | set(targets) | {
        product for target in targets.values() for product, _ in dependencies(target)[1]}
    imports = re.compile(
        r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?"
        r"import\s+(?:(?:struct|class|enum|func|protocol|typealias|var|let)\s+)?(\w+)", re.M)
    for target in targets.values():
        for path in sorted((root / folder(target)).rglob("*.swift")):
            for match in imports.finditer(path.read_text()):
                if match[1] not in modules:
                    yield f"{path.relative_to(root)} imports {match[1]}, which the copy doesn't have"


# MARK: Files


def put(path, data):
    """Writes only what differs, so that only that is built again."""
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def copy(source, target, changed={}):
    """Makes a folder as another, but for what is changed: name → text."""
    texts = {name: text.encode() for name, text in changed.items()}
    files = {path.relative_to(source).as_posix(): path for path in source.rglob("*") if path.is_file()}
    for name in sorted(files.keys() | texts.keys()):
        put(target / name, texts[name] if name in texts else files[name].read_bytes())
    for path in target.rglob("*"):
        name = path.relative_to(target).as_posix()
        if path.is_file() and name not in files and name not in texts:
            path.unlink()
