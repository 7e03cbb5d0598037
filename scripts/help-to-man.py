#!/usr/bin/env python3
"""Turns the help that a swift-argument-parser tool dumps as JSON into a man page (section 1)."""

import collections
import json
import sys

# An option of so many commands is described once.
COMMON = 10


def escape(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.splitlines())


def paragraphs(text):
    for block in text.strip().split("\n\n"):
        # An example keeps its lines.
        if any(line.startswith("  ") for line in block.splitlines()):
            yield f".P\n.nf\n{escape(block)}\n.fi"
        else:
            yield f".P\n{escape(block)}"


def names(argument):
    if argument["kind"] == "positional":
        return f"<{argument['valueName']}>"
    spelt = ", ".join(
        ("-" if name["kind"] == "short" else "--") + name["name"] for name in argument["names"]
    )
    return spelt + (f" <{argument['valueName']}>" if argument["kind"] == "option" else "")


def commands(node):
    """Its commands, but for the one that the parser adds."""
    return [
        sub for sub in node.get("subcommands", [])
        if sub["commandName"] != "help" and sub.get("shouldDisplay", True)
    ]


def options(node):
    """(names, text) of each; the parser's own are left out."""
    for argument in node.get("arguments", []):
        if argument.get("shouldDisplay", True) and names(argument) not in ("--version", "-h, --help"):
            text = " ".join(filter(None, [argument.get("abstract"), argument.get("discussion")]))
            default = f" (default: {argument['defaultValue']})" if argument.get("defaultValue") else ""
            yield names(argument), text + default


def common(node):
    """The options that many commands below it have."""
    def all_below(node):
        for sub in commands(node):
            yield from options(sub)
            yield from all_below(sub)
    return [option for option, count in collections.Counter(all_below(node)).items() if count >= COMMON]


def command(node, path, shared, out):
    path = path + [node["commandName"]]
    if len(path) > 1:
        out.append(f".SS {escape(' '.join(path))}")
        out.append(escape(node.get("abstract", "")))
    out += paragraphs(node["discussion"]) if node.get("discussion") else []
    own = list(options(node))
    if len(path) == 1:
        out.append(".SH OPTIONS")
        own += shared + [("--version", "Print the version."), ("-h, --help", "Print help.")]
    else:
        known = [name for name, text in own if (name, text) in shared]
        own = [option for option in own if option not in shared]
        if known:
            out.append(f".P\nTakes {escape(' and '.join(known))}, as described under OPTIONS.")
    for name, text in own:
        out.append(f".TP\n.B {escape(name)}\n{escape(text)}")
    if len(path) == 1 and commands(node):
        out.append(".SH COMMANDS")
    for sub in commands(node):
        command(sub, path, shared, out)


def main():
    root = json.load(sys.stdin)["command"]
    name = root["commandName"]
    out = [
        f'.TH {name.upper()} 1 "" Quiesce',
        f".SH NAME\n{name} \\- {escape(root.get('abstract', ''))}",
        f".SH SYNOPSIS\n.B {name}\n[options]" + (" <command>" if commands(root) else ""),
        ".SH DESCRIPTION",
    ]
    command(root, [], common(root), out)
    print("\n".join(out))


main()
