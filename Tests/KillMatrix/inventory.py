"""Which kinds of facts there are, and which requests are acknowledged: the Swift sources say."""
import os
import re

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Sources")
FACTS = "QuiesceCore/System/Fact.swift"
FROM_APP = "QuiesceVocabulary/Apps/AppProtocol.swift"
# With parentheses of two levels, over lines.
CASE = r"^\s*(?:indirect )?case (\w[^()\n]*(?:\((?:[^()]|\([^()]*\))*\))?[^()\n]*)$"


def source(path, folder=SOURCES):
    with open(os.path.join(folder, path), encoding="utf-8") as file:
        return re.sub(r"(^|\s)//.*", r"\1", file.read(), flags=re.M)


def body(text, name):
    """What is between the braces of an enumeration."""
    found = re.search(rf"\benum {re.escape(name)}\b[^{{]*{{", text)
    if not found:
        return None
    depth, at = 1, found.end()
    while depth:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return text[found.end():at - 1]


def cases(text, name):
    """An enumeration's own cases, in order, and what each has with it."""
    inside, depth, own = body(text, name), 0, ""
    for character in inside:
        depth -= character == "}"
        own += character if depth == 0 else ""
        depth += character == "{"
    found = {}
    for each in re.findall(CASE, own, flags=re.M):
        for word in re.sub(r"\(.*\)", "", each, flags=re.S).split(","):
            found[word.split("=")[0].strip(" `")] = each
    return found


def facts(text=None):
    """The key, or what it begins with, by the kind of fact."""
    text = source(FACTS) if text is None else text
    prefixes = {}
    for kind in cases(text, "Fact"):
        key = re.search(rf"case \.{kind}\b.*: Self\.(\w+)(?:\((\w+))?", text)
        if not key:
            raise ValueError(f"the key of the fact {kind} isn't understood")
        name, label = key.groups()
        pattern = rf'static let {name} = "(\w+)"' if label is None else \
            rf'static func key\((?:\w+: \w+, )?{label}\b[^{{]*{{\s*"([\w/]+)"'
        found = re.search(pattern, text)
        if not found and label:
            # Its label stands behind the app's.
            found = re.search(rf'static func key\({label}: \w+, of app[^{{]*{{\s*"([\w/]+)"', text)
        if not found:
            raise ValueError(f"the key of the fact {kind} isn't understood")
        prefixes[kind] = found.group(1)
    return prefixes


def controls(folder=SOURCES):
    """The words of the control protocol's requests."""
    found, wire = set(), os.path.join(folder, "QuiesceWire")
    for where, _, files in os.walk(wire):
        for name in sorted(files):
            if os.path.basename(where) == "Derived" or not name.endswith(".swift"):
                continue
            text = source(os.path.join(where, name), folder)
            if name == "ControlProtocol.swift":
                parts = cases(text, "ControlRequest")
                # Those of a capability are an enumeration of their own.
                found |= {word for word, line in parts.items()
                          if f"{word}({word[0].upper()}{word[1:]})" not in line}
            elif name.startswith("ControlRequest+"):
                inner = re.search(r"\benum (\w+)", text)
                found |= set(cases(text, inner.group(1)))
    return found


def requests(folder=SOURCES):
    """What apps ask, as `location.monitor`."""
    texts, found = [], set()
    for where, _, files in os.walk(os.path.join(folder, "QuiesceVocabulary")):
        texts += [source(os.path.join(where, name), folder) for name in sorted(files)
                  if name.endswith(".swift") and os.path.basename(where) != "Derived"]
    everything = "\n".join(texts)
    for word, line in cases(source(FROM_APP, folder), "MessageFromApp").items():
        asked = re.search(r"\(request: UInt64(?:, (\w+)\)$)?", line.strip())
        if not asked:
            continue
        kind = asked.group(1)
        alias = kind and re.search(rf"typealias {kind} = (\w+)", everything)
        kind = alias.group(1) if alias else kind
        actions = cases(everything, kind) if kind and body(everything, kind) is not None else None
        found |= {f"{word}.{action}" for action in actions} if actions else {word}
    return found
