"""Whether every method of a room that is named as one of the protocol `Room` is that one: exits with 1 if not.

The methods of `Room` do nothing unless a room has them, so a method whose arguments are nearly right compiles, and is
never called. At last the check itself is tried, with one that is planted."""
import pathlib
import re
import sys

CORE = pathlib.Path(__file__).resolve().parents[2] / "Sources/QuiesceCore"
METHOD = re.compile(r"^    (?!private)(?:mutating )?func (\w+)(?:<[^>]*>)?\(([^)]*)\)", re.M)


def labels(arguments):
    """`of app: AppID, _ around: X` → ("of", "_")"""
    return tuple(part.split()[0].rstrip(":") for part in arguments.split(",") if part.strip())


def methods(text):
    return [(name, labels(arguments)) for name, arguments in METHOD.findall(text)]


def bodies(text, names):
    """What types of these names declare: in their own declaration or an extension."""
    for match in re.finditer(r"^(?:struct|extension) (\w+)\b[^{]*\{\n(.*?)^\}", text, re.M | re.S):
        if match[1] in names:
            yield match[1], match[2]


def wrong(protocol, sources):
    """protocol: the text of Room.swift; sources: the text of each other file, by its name."""
    declared = re.search(r"^protocol Room \{\n(.*?)^\}", protocol, re.M | re.S)[1]
    known = dict(methods(declared))
    rooms = {name for text in sources.values() for name in re.findall(r"^struct (\w+): Room\b", text, re.M)}
    if len(rooms) < 2:
        yield "no rooms are found"
    for file, text in sources.items():
        for room, body in bodies(text, rooms):
            for name, found in methods(body):
                if name in known and found != known[name]:
                    yield f"{file}: {room}.{name}({':'.join(found)}:) is never called; of Room it is {name}({':'.join(known[name])}:)"


def planted(protocol):
    sources = {
        "a": "struct Lamp: Room, Sendable {\n    mutating func settle(in around: inout Surroundings) {}\n}\n",
        "b": "struct Fan: Room {\n}\nextension Fan {\n    func pending(of app: AppID) -> [Pending] { [] }\n"
             "    private func remove(_ id: Int) {}\n    func cool() {}\n}\nstruct Other {\n    func remove(_ id: Int) {}\n}\n",
    }
    if [line.split(" ")[1] for line in wrong(protocol, sources)] != ["Fan.pending(of:)"]:
        yield f"a planted method isn't found: {list(wrong(protocol, sources))}"


def main():
    files = {path: path.read_text() for path in sorted(CORE.rglob("*.swift")) if "Derived" not in path.parts}
    room = CORE / "Spine/Room.swift"
    protocol = files.pop(room)
    sources = {str(path.relative_to(CORE)): text for path, text in files.items()}
    found = [*wrong(protocol, sources), *planted(protocol)]
    print("\n".join(found), end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
