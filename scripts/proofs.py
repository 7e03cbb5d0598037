"""Which tests there are, and what they say that they prove: read from their sources, for scripts/conformance."""

import collections
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("Tests", "Gateway/Tests")

# A test, as results name it. `suite`: the types around it, joined by full stops; empty: none is. `function`: with the
# labels of its arguments, as "opens(_:)".
Test = collections.namedtuple("Test", "module suite function")
# What is proved: `tests` is one, or all those of the suite that says so.
Proof = collections.namedtuple("Proof", "numbers missing title path tests")


def literal(text):
    """The value of Swift string literals joined by plus signs."""
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)).replace('\\"', '"')


def code(text):
    """The same source, as long, with blanks for comments and for what is in strings."""
    kept, at, plain = [], 0, re.compile(r'[^\\"]*')

    def blank(end):
        nonlocal at
        kept.append(re.sub(r"[^\n]", " ", text[at:end]))
        at = end

    def string():
        """From the opening quote, with its marks, to behind the closing one."""
        nonlocal at
        opening = re.compile(r'(#*)("""|")').match(text, at)
        marks, quote = opening[1], opening[2]
        end, interpolated = quote + marks, "\\" + marks + "("
        blank(opening.end())
        while at < len(text) and not text.startswith(end, at):
            if text.startswith(interpolated, at):
                blank(at + len(interpolated))
                until_closed()
            else:
                escaped = text[at] == "\\" and not marks
                blank(plain.match(text, at + (2 if escaped else 1)).end())
        blank(min(at + len(end), len(text)))

    def until_closed():
        """Code inside a string, to behind the parenthesis that closes it."""
        nonlocal at
        depth = 1
        while at < len(text) and depth:
            if re.compile(r'#*"').match(text, at):
                string()
            else:
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                blank(at + 1)

    special = re.compile(r'//|/\*|#*"')
    while match := special.search(text, at):
        kept.append(text[at : match.start()])
        at = match.start()
        if match[0] == "//":
            end = text.find("\n", at)
            blank(len(text) if end < 0 else end)
        elif match[0] == "/*":
            depth, end = 1, at + 2
            while end < len(text) and depth:
                step = {"/*": 1, "*/": -1}.get(text[end : end + 2], 0)
                depth, end = depth + step, end + (2 if step else 1)
            blank(end)
        else:
            string()
    return "".join(kept) + text[at:]


def closing(bare, start):
    """Behind the parenthesis that closes the one at `start`."""
    depth = 0
    for at in range(start, len(bare)):
        depth += {"(": 1, ")": -1}.get(bare[at], 0)
        if depth == 0:
            return at + 1
    raise SystemExit(f"unbalanced parenthesis after: {bare[start:start + 60]}")


WORDS = re.compile(
    r"@(?P<attribute>Test|Suite)\b\s*(?P<open>\()?"
    r"|\b(?P<type>struct|class|enum|actor|extension)\s+(?!(?:func|var|let|subscript)\b)(?P<name>[\w.]+)"
    r"|\bfunc\s+(?P<function>`[^`]+`|\w+)(?:<[^(]*>)?\s*(?=\()|(?P<brace>[{}])")


def labels(bare, start):
    """Those of the parameters in the parenthesis at `start`: "_:in:"."""
    inside = bare[start + 1 : closing(bare, start) - 1]
    while (simpler := re.sub(r"[(\[<][^()\[\]<>]*[)\]>]", "", inside.replace("->", ""))) != inside:
        inside = simpler
    return "".join(word + ":" for word in re.findall(r"(?:^|,)\s*(?:@\w+\s+)*(\w+)", inside))


def swift_file(text):
    """("Test" or "Suite", what its attribute says, the types around a test or the suite's own, the test's function)"""
    bare, types, named, attribute, at = code(text), [], None, None, 0
    while match := WORDS.search(bare, at):
        at = match.end()
        if match["attribute"]:
            if match["open"]:
                at = closing(bare, match.start("open"))
            attribute = match["attribute"], text[match.start("open"):at] if match["open"] else ""
        elif match["name"]:
            named = match["name"]
            if attribute and attribute[0] == "Suite":
                yield (*attribute, ".".join([*filter(None, types), named]), None)
                attribute = None
        elif match["function"]:
            if attribute and attribute[0] == "Test":
                name = f"{match['function'].strip('`')}({labels(bare, at)})"
                yield (*attribute, ".".join(filter(None, types)), name)
                attribute = None
        elif match["brace"] == "{":
            types.append(named)
            named = None
        elif types:
            types.pop()


def declared(said):
    """(numbers, missing) of each trait in what an attribute says."""
    bare = code(said)
    for trait in re.finditer(r"\.behaviour\s*(?=\()", bare):
        numbers, _, missing = said[trait.end() : closing(bare, trait.end())].partition("missing:")
        yield re.findall(r'"([^"]+)"', numbers), literal(missing) or None


def swift_tests(root=ROOT):
    """(all tests, all proofs)"""
    found = [
        (path, module_of(path.relative_to(root)), *test)
        for folder in FOLDERS for path in sorted((root / folder).rglob("*.swift"))
        for test in swift_file(path.read_text())]
    tests = [Test(module, suite, function) for _, module, form, _, suite, function in found if form == "Test"]
    proofs = []
    for path, module, form, said, suite, function in found:
        mine = tuple(
            test for test in tests if test.module == module and f"{test.suite}.".startswith(f"{suite}.")
        ) if form == "Suite" else (Test(module, suite, function),)
        title = re.match(r'\(\s*"((?:[^"\\]|\\.)*)"', said)
        for numbers, missing in declared(said):
            proofs.append(Proof(
                numbers, missing, title[1] if title else path.stem, path.relative_to(root), mine))
    return tests, proofs


def module_of(path):
    """The folder below Tests that it lies in."""
    return path.parts[path.parts.index("Tests") + 1]


def python_tests(root=ROOT):
    """(all tests, all proofs)"""
    tests, proofs = [], []
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("test_*.py")):
            suite = None
            for match in re.finditer(
                    r"^class (\w+)|^ +(?:# Proves: ([^\n]*)\n(?:\s*@[^\n]*(?:\n\s+[^@\n]*)*?\n)*\s*)?def (test_\w+)",
                    path.read_text(), re.M):
                if match[1]:
                    suite = match[1]
                    continue
                test = Test(path.stem, suite, match[3] + "()")
                tests.append(test)
                if match[2]:
                    title = match[3].removeprefix("test_").replace("_", " ")
                    proofs.append(Proof(
                        re.findall(r"(?:reliability )?[A-Z]\d+", match[2]), None,
                        title[0].upper() + title[1:], path.relative_to(root), (test,)))
    return tests, proofs


def all_tests(root=ROOT):
    """(all tests, all proofs) of both languages."""
    swift, python = swift_tests(root), python_tests(root)
    return swift[0] + python[0], swift[1] + python[1]
