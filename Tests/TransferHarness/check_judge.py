#!/usr/bin/env -S python3 -B
"""Whether the kill runs notice each thing that may go wrong: exits with 1 if they don't."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from judgement import (  # noqa: E402
    BLOCK, CANCELLED, ENOUGH, ended_by_quit, judge_agent, judge_app, judge_gets, judge_run)

OK = "status 200"
NAMES = {7: "download 7"}
FILES = {(7, "1"): None}
QUIT = {"lines": 0, "under_way": {7}, "left": set(), "cancelled": set(), "launched": False}
ENDED = {**QUIT, "cancelled": {7}}


def told(launch, end=OK, number=7, task="1"):
    return (launch, number, task, end)


APP = {
    # What the app was told, what it had taken, force-quits, files → what is said.
    "once": ([told("a")], {(7, "1"): 1}, [], FILES, []),
    "206": ([told("a", "status 206")], {}, [], FILES, []),
    "again to another launch, not taken": ([told("a"), told("b")], {}, [], FILES, []),
    "again to another launch, taken then": ([told("a"), told("b")], {(7, "1"): 2}, [], FILES, []),
    "cancelled by a force-quit": ([told("b", CANCELLED)], {}, [ENDED], {}, []),
    "finished before a force-quit": ([told("b")], {}, [{**QUIT, "lines": 1, "under_way": set()}], FILES, []),
    "never resumed, and force-quit": (
        [told("a"), told("b", CANCELLED, None, "2")], {(7, "1"): 1}, [{**QUIT, "lines": 1, "under_way": set()}], FILES,
        []),

    "no verdict": ([], {}, [], {}, ["no verdict"]),
    "twice in a launch, though equal": ([told("a"), told("a")], {}, [], FILES, ["2 times to launch a"]),
    "five times in a launch": ([told("a")] * 5, {}, [], FILES, ["5 times to launch a"]),
    "again after it was taken": (
        [told("a"), told("b")], {(7, "1"): 1}, [], FILES, ["after the app had taken it"]),
    "two verdicts": (
        [told("a"), told("b", "error -1005")], {}, [], FILES, ["several verdicts"]),
    "two tasks": (
        [told("a"), told("b", task="2")], {}, [], {**FILES, (7, "2"): None}, ["2 tasks"]),
    "never ordered": ([told("a"), told("a", number=8)], {}, [], FILES, ["8 was never ordered"]),
    "failed": ([told("a", "error -1005")], {}, [], FILES, ["error -1005"]),
    "503": ([told("a", "status 503")], {}, [], FILES, ["status 503"]),
    "without a file": ([told("a")], {}, [], {}, ["without a file"]),
    "a wrong file": ([told("a")], {}, [], {(7, "1"): "of no version"}, ["of no version"]),
    "cancelled by nobody": ([told("a", CANCELLED)], {}, [], {}, ["no force-quit"]),
    "cancelled before the force-quit": (
        [told("a", CANCELLED)], {}, [{**QUIT, "lines": 1}], {}, ["no force-quit"]),
    "cancelled though it had a verdict": (
        [told("a", CANCELLED)], {}, [{**QUIT, "under_way": set()}], {}, ["no force-quit"]),
    "cancelled with a file": ([told("b", CANCELLED)], {}, [ENDED], FILES, ["with a file"]),
    "goes on after a force-quit": ([told("b")], {}, [{**QUIT, "left": {7}}], FILES, ["still under way"]),
    "finishes after a force-quit": ([told("b")], {}, [ENDED], FILES, ["is told as"]),
    "launched after a force-quit": (
        [told("b", CANCELLED)], {}, [{**ENDED, "launched": True}], {}, ["before the user opened it"]),
    "never resumed, and finished": (
        [told("a"), told("b", OK, None, "2")], {(7, "1"): 1}, [{**QUIT, "lines": 1, "under_way": set()}], FILES,
        ["never resumed"]),
    "never resumed, and cancelled by nobody": (
        [told("a"), told("a", CANCELLED, None, "2")], {(7, "1"): 1}, [], FILES, ["never resumed"]),
    "never told of the force-quit": ([], {}, [ENDED], {}, ["no verdict"]),
}
QUITS = {
    # A transfer's row before a force-quit → whether that ended it.
    "under way": ({"state": "running"}, True),
    "to be tried again": ({"state": "waiting", "wait": "retry"}, True),
    "never resumed": ({"state": "waiting", "wait": "suspended"}, False),
    "cancelled before": ({"state": "cancelled", "wait": "delivery"}, False),
    "not there before": (None, False),
}
GETS = {
    # The states that were seen, by transfer, what is wrong with its file → what is said.
    "finished": ({1: ["waiting", "running", "finished"]}, None, []),
    "waits between": ({1: ["running", "waiting", "running", "finished"]}, None, []),
    "forgotten": ({1: ["running", None]}, None, ["is forgotten"]),
    "never listed": ({}, None, ["is forgotten"]),
    "still running": ({1: ["running"]}, None, ["running"]),
    "failed": ({1: ["running", "failed"]}, None, ["failed"]),
    "failed, then finished": ({1: ["failed", "finished"]}, None, ["later other"]),
    "finished, then runs": ({1: ["finished", "running", "finished"]}, None, ["later other"]),
    "finished, then gone": ({1: ["finished", None]}, None, ["later other"]),
    "a wrong file": ({1: ["finished"]}, "of no version", ["of no version"]),
    "another one": ({1: ["finished"], 2: ["running"]}, None, ["2 of", "2 transfers"]),
}
AGENT = {
    "once": (["finished"], None, [BLOCK], []),
    "none": ([], None, [], ["0 verdicts"]),
    "twice, though equal": (["finished", "finished"], None, [], ["2 verdicts"]),
    "failed": (["failed: tooLong"], None, [], ["tooLong"]),
    "two versions": (["finished"], "of no version", [], ["of no version"]),
    "too much again": (["finished"], None, [0, BLOCK + 1], ["repeated"]),
}
RUNS = {
    "in order": (ENOUGH, ENOUGH, 3, [ENDED], []),
    "a short one": (5, 5, 0, [], []),
    "without apps": (ENOUGH, ENOUGH, 3, None, []),
    "over before": (40, ENOUGH, 3, [ENDED], ["40 kills"]),
    "no file changed": (ENOUGH, ENOUGH, 0, [ENDED], ["no file"]),
    "no force-quit": (ENOUGH, ENOUGH, 3, [], ["X7"]),
    "a force-quit of nothing": (ENOUGH, ENOUGH, 3, [QUIT], ["X7"]),
}
failed = 0


def differs(case, mistakes, expected):
    global failed
    mistakes = list(mistakes)
    if len(mistakes) != len(expected) or any(part not in all for part, all in zip(expected, mistakes)):
        print(f"{case}: {mistakes}")
        failed += 1


for case, (lines, taken, quits, files, expected) in APP.items():
    differs(f"an app's, {case}", judge_app(NAMES, lines, taken, quits, files), expected)
for case, (row, is_ended) in QUITS.items():
    ended = ended_by_quit({1: row} if row else {}, {1: {"state": "cancelled", "wait": "delivery"}})
    differs(f"a force-quit of one {case}", ["ended"] * len(ended), ["ended"] * is_ended)
for case, (states, wrong, expected) in GETS.items():
    paths = {transfer: "/flaky/1" for transfer in states}
    differs(f"the user's, {case}", judge_gets({1: "download 1"}, states, {1: wrong}, paths), expected)
for case, (verdicts, wrong, repeats, expected) in AGENT.items():
    each = {"name": "download 1", "verdicts": verdicts, "wrong": wrong, "repeats": repeats}
    differs(f"the agent's, {case}", judge_agent([each]), expected)
for case, (kills, asked, changed, quits, expected) in RUNS.items():
    differs(f"a run, {case}", judge_run(kills, asked, changed, quits), expected)
sys.exit(1 if failed else 0)
