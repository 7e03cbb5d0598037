#!/usr/bin/env python3
"""help-to-man.py OUT TOOL…: turns the help that a swift-argument-parser tool dumps as JSON into man pages (section 1).

The tool's own, and one for each of its commands, but where one of the other TOOLs has that page's name.
"""

import collections
import json
import pathlib
import sys

# An option of so many commands is described once.
COMMON = 10
# Of the daemon's page and those of its tool.
SECTIONS = {
    "ENVIRONMENT": [
        ("QUIESCE_HOME", "The device's folder, with its sockets in it."),
        ("XDG_STATE_HOME, XDG_RUNTIME_DIR", "Where that and the sockets are by default."),
        ("NO_COLOR", "No colours, whatever it is set to."),
    ],
    "FILES": [
        ("~/.local/state/quiesce, /var/lib/quiesce", "The device of a user, and of root."),
        ("$XDG_RUNTIME_DIR/quiesce/control.sock, /run/quiesce/control.sock", "Where tools reach the daemon."),
    ],
    "EXIT STATUS": [
        ("0", "Done."),
        ("1", "Refused; standard error has the reason."),
        ("64", "Wrong usage."),
        ("69", "No daemon is running."),
        ("78", "Bad configuration."),
        ("130", "Ended by Ctrl-C."),
    ],
}


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


def described(pairs):
    return [f".TP\n.B {escape(name)}\n{escape(text)}" for name, text in pairs]


def body(node, path, shared, out):
    """What a command is for, and its options; then those of its own commands."""
    out += paragraphs(node["discussion"]) if node.get("discussion") else []
    own = list(options(node))
    known = [name for name, text in own if (name, text) in shared]
    own = [option for option in own if option not in shared]
    if known:
        out.append(f".P\nTakes {escape(' and '.join(known))}, as described in {escape(path[0])}(1).")
    out += described(own)
    for sub in commands(node):
        below = path + [sub["commandName"]]
        out.append(f".SS {escape(' '.join(below))}\n{escape(sub.get('abstract', ''))}")
        body(sub, below, shared, out)


def page(name, node, synopsis):
    return [
        f'.TH {name.upper()} 1 "" Quiesce',
        f".SH NAME\n{name} \\- {escape(node.get('abstract', ''))}",
        f".SH SYNOPSIS\n.B {escape(synopsis)}\n[options]" + "".join(
            " " + escape(f"[{names(argument)}]" if argument["isOptional"] else names(argument))
            for argument in node.get("arguments", []) if argument["kind"] == "positional")
        + (" <command>" if commands(node) else ""),
        ".SH DESCRIPTION",
    ]


def end(out, tool, others):
    """The last sections of a tool's page."""
    for title, pairs in SECTIONS.items() if tool in ("quiesce", "quiesced") else []:
        out += [f".SH {title}", *described(pairs)]
    out.append(".SH SEE ALSO\n" + ",\n".join(f".BR {escape(other)} (1)" for other in others))


def main():
    folder, tools = pathlib.Path(sys.argv[1]), sys.argv[2:]
    root = json.load(sys.stdin)["command"]
    name = root["commandName"]
    shared = common(root)
    others = [tool for tool in ("quiesce", "quiesced") if tool != name]
    out = page(name, root, name)
    out += paragraphs(root["discussion"]) if root.get("discussion") else []
    out.append(".SH OPTIONS")
    out += described(list(options(root)) + shared + [("--version", "Print the version."), ("-h, --help", "Print help.")])
    if commands(root):
        out.append(".SH COMMANDS")
    for sub in commands(root):
        own = f"{name}-{sub['commandName']}"
        if name != "quiesce" or own in tools:
            out.append(f".SS {escape(name)} {escape(sub['commandName'])}\n{escape(sub.get('abstract', ''))}")
            body(sub, [name, sub["commandName"]], shared, out)
            continue
        out.append(f".TP\n.BR {escape(own)} (1)\n{escape(sub.get('abstract', ''))}")
        text = page(own, sub, f"{name} {sub['commandName']}")
        body(sub, [name, sub["commandName"]], shared, text)
        end(text, name, ["quiesce", "quiesced"])
        (folder / f"{own}.1").write_text("\n".join(text) + "\n")
    end(out, name, others)
    (folder / f"{name}.1").write_text("\n".join(out) + "\n")


main()
