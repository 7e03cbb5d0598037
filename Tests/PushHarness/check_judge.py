#!/usr/bin/env -S python3 -B
"""Whether the harness notices each thing that may go wrong: exits with 1 if it doesn't."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from judgement import ENOUGH, OUTSTANDING, Judgement  # noqa: E402

PLAIN = {"silent": False, "collapse": None, "expires": None}
SILENT = {**PLAIN, "silent": True}
DEATH = {"launch": 1, "killed": 5_000, "noticed": 5_010, "opened": 7_000}
# Handled well: so that the share is no matter where it isn't what is tried.
OTHERS = {number: PLAIN for number in range(100, 130)}


def row(push, state, at=5_005, **more):
    return {"push": push, "state": state, "since": "then", "since_ms": at, **more}


def push(launch, flag="new", number=1, how="push"):
    return [how, str(number), str(launch), flag]


def sure(launch, number=1):
    return ["sure", str(number), str(launch)]


COLLAPSE, LATER = {**SILENT, "collapse": "a"}, {**PLAIN, "collapse": "a"}
EXPIRES = {**SILENT, "expires": 4}
GONE = row(1, "merged", mergedInto=2)
CASES = {
    # What was sent, the app's lines, receipts → what is said.
    "heard": ({1: PLAIN}, [push(1), sure(1)], {1: row(1, "woken", reason="completedNewData")}, []),
    "told in front": ({1: PLAIN}, [push(1, how="told"), sure(1)], {}, []),
    "opened too": ({1: PLAIN}, [push(1), sure(1), push(2, how="opened")], {}, []),
    "again after its launch ended": ({1: PLAIN}, [push(2), push(3, "again"), sure(3)], {}, []),
    "flagged from the beginning": ({1: PLAIN}, [push(2, "again"), sure(2)], {}, []),
    "collapsed at the gateway": ({1: COLLAPSE, 2: LATER}, [push(1, number=2)], {}, []),
    "collapsed": ({1: COLLAPSE, 2: LATER}, [push(1, number=2)], {1: GONE, 2: row(2, "woken")}, []),
    "a newer silent one": ({1: SILENT, 2: SILENT}, [push(1, number=2)], {1: GONE, 2: row(2, "woken")}, []),
    "expired at the gateway": ({1: EXPIRES}, [], {}, []),
    "expired": ({1: EXPIRES}, [], {1: row(1, "dropped", reason="pushExpired")}, []),
    "the app was killed over it": ({1: PLAIN}, [], {1: row(1, "woken", reason="appEnded")}, []),
    "shown while held back": ({1: PLAIN}, [], {1: row(1, "shown", at=6_500)}, []),

    "lost": ({1: PLAIN}, [], {}, ["was lost"]),
    "lost, of the newest of its collapse id": ({1: SILENT, 2: COLLAPSE}, [push(1)], {}, ["2 was lost"]),
    "lost before it expired": ({1: {**SILENT, "expires": 99}}, [], {}, ["was lost"]),
    "twice in one launch": ({1: PLAIN}, [push(1), push(1, "again")], {}, ["twice by launch 1"]),
    "six times in one launch": (
        {1: PLAIN}, [push(1)] + [push(1, "again")] * 5, {}, ["twice by launch 1"] * 5),
    "told, and woken for": ({1: PLAIN}, [push(1, how="told"), push(1)], {}, ["twice by launch 1"]),
    "after its acknowledgement": (
        {1: PLAIN}, [push(1), sure(1), push(2, "again")], {}, ["launch 1 was done with it"]),
    "again without a flag": ({1: PLAIN}, [push(2), push(3)], {}, ["as if it were new"]),
    "again after a launch that was killed over it": (
        {1: PLAIN}, [push(1), push(2, "again")], {}, ["one that was killed over it"]),
    "never sent": ({}, [push(1)], {}, ["was never sent"]),
    "heard and merged": (
        {1: SILENT, 2: SILENT}, [push(1), push(1, number=2)], {1: GONE, 2: row(2, "woken")}, ["says otherwise"]),
    "heard and dropped": (
        {1: EXPIRES}, [push(1)], {1: row(1, "dropped", reason="pushExpired")}, ["says otherwise"]),
    "gave way to nobody": ({1: SILENT}, [], {1: GONE}, ["none that is known"]),
    "gave way to an older one": (
        {1: SILENT, 2: SILENT}, [push(1)], {1: row(1, "woken"), 2: row(2, "merged", mergedInto=1)},
        []),
    "gave way though it isn't silent": (
        {1: PLAIN, 2: SILENT}, [push(1, number=2)], {1: GONE, 2: row(2, "woken")}, ["isn't silent"]),
    "gave way to one of another kind": (
        {1: SILENT, 2: PLAIN}, [push(1, number=2)], {1: GONE, 2: row(2, "woken")}, ["neither silent"]),
    "expired early": (
        {1: {**SILENT, "expires": 9}}, [], {1: row(1, "dropped", reason="pushExpired")}, ["and wasn't"]),
    "expired without a date": ({1: SILENT}, [], {1: row(1, "dropped", reason="pushExpired")}, ["and wasn't"]),
    "ended with an app that nobody killed": (
        {1: PLAIN}, [], {1: row(1, "woken", at=6_000, reason="appEnded")}, ["nobody killed then"]),
    "shown and not woken for": ({1: PLAIN}, [], {1: row(1, "shown", at=8_000)}, ["app not woken"]),
    "a silent one shown": ({1: SILENT}, [], {1: row(1, "shown")}, ["never reached"]),
    "dropped over a crash back-off": (
        {1: SILENT}, [], {1: row(1, "dropped", reason="crashLoop")}, ["never reached"]),
    "too many wake-ups": ({1: PLAIN}, [], {1: row(1, "dropped", reason="tooManyWakes")}, ["never reached"]),
    "handed over, says the device": ({1: PLAIN}, [], {1: row(1, "delivered")}, ["never reached"]),
    "woken, and never said why": ({1: PLAIN}, [], {1: row(1, "woken")}, ["never reached"]),
    "still held": ({1: SILENT}, [], {1: row(1, "held")}, ["never reached"]),
}
CASES["gave way to an older one"][3].append("none that is known")

failed = 0


def differs(case, mistakes, expected):
    global failed
    if len(mistakes) != len(expected) or any(part not in all for part, all in zip(expected, mistakes)):
        print(f"{case}: {mistakes[:5]}")
        failed += 1


def found(sent, heard, receipts):
    heard = heard + [push(1, number=number) for number in OTHERS]
    return Judgement({**sent, **OTHERS}, heard, receipts, [DEATH], 10).mistakes


for case, (sent, heard, receipts, expected) in CASES.items():
    differs(case, found(sent, heard, receipts), expected)

# The whole of a run: each receipt is in order by itself.
def whole(count, share, unheard=row(0, "woken", reason="appEnded")):
    sent = {number: PLAIN for number in range(count)}
    sent |= {count + 1: {**PLAIN, "collapse": "a"}, count + 2: {**SILENT, "collapse": "a"}, count + 3: SILENT,
             count + 4: EXPIRES}
    receipts = {number: {**unheard, "push": number} for number in range(count)}
    receipts[count + 2] = row(count + 2, "merged", mergedInto=count + 3)
    receipts[count + 3] = row(count + 3, "woken", reason="completedNewData")
    heard = [push(1, number=number) for number in range(int(count * share))]
    heard.append(push(1, number=count + 3))
    return Judgement(sent, heard, receipts, [DEATH], 10).mistakes


differs("nine of ten", whole(ENOUGH, 0.9), [])
differs("eight of ten", whole(ENOUGH, 0.8), ["ended with their app", "were handled"])
differs("none of so many", whole(ENOUGH, 0), ["ended with their app", "were handled"])
held_back = row(0, "shown", at=6_500)
differs("eight of ten, and the others shown", whole(ENOUGH, 0.8, held_back), ["were handled"])
# It came to an app in front that had so many to handle.
def behind(count):
    sent = {number: PLAIN for number in range(count + 1)}
    receipts = {number: row(number, "woken", at=3_000, reason="completedNewData") for number in range(count)}
    receipts[count] = row(count, "shown", at=2_999)
    return Judgement(sent, [push(1, number=number) for number in range(count)], receipts, [], 10).mistakes


differs("shown beside 64", behind(64), [])
differs("shown beside 63", behind(63), ["was shown and its app not woken"])
differs("half of few", whole(100, 0.6, held_back), [])
differs("a third of few", whole(100, 0.3, held_back), ["were handled"])
differs("a third of few, as the app was killed", whole(100, 0.3), [])
differs("more than an app is busy with at once", whole(OUTSTANDING + 50, 0.2), ["ended with their app"])
long = {number: PLAIN for number in range(ENOUGH)}
heard = [push(1, number=number) for number in long]
differs("a long run without any of it", Judgement(long, heard, {}, [], 10).mistakes, ["proves nothing"] * 3)
dropped = {number: row(number, "dropped", reason="crashLoop") for number in long}
differs("all dropped", Judgement(long, [], dropped, [DEATH], 10).mistakes[:1], ["never reached"])
sys.exit(1 if failed else 0)
