#!/usr/bin/env python3
"""Turns the help that a swift-argument-parser tool dumps as JSON into a man page (section 1)."""

import json
import sys


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


def command(node, path, out):
    path = path + [node["commandName"]]
    if len(path) > 1:
        out.append(f".SS {escape(' '.join(path))}")
        out.append(escape(node.get("abstract", "")))
    out += paragraphs(node["discussion"]) if node.get("discussion") else []
    for argument in node.get("arguments", []):
        if argument.get("shouldDisplay", True) and names(argument) not in ("--version", "-h, --help"):
            text = " ".join(filter(None, [argument.get("abstract"), argument.get("discussion")]))
            default = f" (default: {argument['defaultValue']})" if argument.get("defaultValue") else ""
            out.append(f".TP\n.B {escape(names(argument))}\n{escape(text + default)}")
    if len(path) == 1 and node.get("subcommands"):
        out.append(".SH COMMANDS")
    for sub in node.get("subcommands", []):
        if sub["commandName"] != "help" and sub.get("shouldDisplay", True):
            command(sub, path, out)


def main():
    root = json.load(sys.stdin)["command"]
    name = root["commandName"]
    out = [
        f'.TH {name.upper()} 1 "" Quiesce',
        f".SH NAME\n{name} \\- {escape(root.get('abstract', ''))}",
        f".SH SYNOPSIS\n.B {name}\n[options]" + (" <command>" if root.get("subcommands") else ""),
        ".SH DESCRIPTION",
    ]
    command(root, [], out)
    print("\n".join(out))


main()
