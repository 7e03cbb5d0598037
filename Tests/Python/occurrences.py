#!/usr/bin/env python3
"""Says when notifications are due, by Python's zoneinfo and by trying: what the core's calendar is held against.

For each zone of the database in FOLDER, with all its names, the offsets from 2010 to 2040; and for each that
changes them, cases around its changes and at random dates, for every repeat unit. Lines, of seconds since 1970:

    version 2025b
    zone NAME NAME...
    offsets SECONDS AT SECONDS AT SECONDS...
    case UNIT FIRST FOLD MARK AT MARK AT...
    due NOW MARK AT SKIPPED        (of the case before; of all its occurrences, the newest at NOW)

FIRST and MARK are what a wall shows, counted as if it hung in UTC; for minutes and hours, MARK is AT.
"""
import calendar
import os
import random
import sys
import zoneinfo
from datetime import datetime, timedelta, timezone

FOLDER = sys.argv[1]
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
BEGIN, END = (int(datetime(y, 1, 1, tzinfo=timezone.utc).timestamp()) for y in (2010, 2041))
DAY = 86_400
MONTHS = {"month": 1, "quarter": 3, "year": 12}
DAYS = {"day": 1, "week": 7}
CLOCK = {"minute": 60, "hour": 3_600}
UNITS = list(CLOCK) + list(DAYS) + list(MONTHS) + ["once"]
EPOCH = datetime(1970, 1, 1)


def count(wall):
    return int((wall - EPOCH).total_seconds())


class Zone:
    def __init__(self, name):
        with open(os.path.join(FOLDER, name), "rb") as file:
            self.info = zoneinfo.ZoneInfo.from_file(file)

    def wall(self, at):
        return datetime.fromtimestamp(at, self.info).replace(tzinfo=None)

    def offset(self, at):
        return int(datetime.fromtimestamp(at, self.info).utcoffset().total_seconds())

    def change(self, before, after):
        """The first moment after `before` at which the offset isn't what it was."""
        old = self.offset(before)
        while after - before > 1:
            middle = (before + after) // 2
            if self.offset(middle) == old:
                before = middle
            else:
                after = middle
        return after

    def changes(self):
        """Every change of the offset, found by looking at every fourth day: none comes so soon after another."""
        found, old = [], self.offset(BEGIN)
        for before in range(BEGIN, END, 4 * DAY):
            after = min(before + 4 * DAY, END)
            new = self.offset(after)
            if new != old:
                found.append((self.change(before, after), old, new))
                old = new
        return found

    def moment(self, wall, fold):
        """When the wall shows that; if it never does, the first moment after what is skipped."""
        early, late = (
            int(wall.replace(tzinfo=self.info, fold=f).timestamp()) for f in (1, 0)
        )
        if self.wall(late) == wall:
            return early if fold else late
        return self.change(early, late)


def months_later(wall, months):
    year, month = divmod(wall.year * 12 + wall.month - 1 + months, 12)
    return wall.replace(year=year, month=month + 1, day=min(wall.day, calendar.monthrange(year, month + 1)[1]))


def dates(first, unit):
    """The dates that a rule names."""
    number = 0
    while True:
        if unit in MONTHS:
            yield months_later(first, number * MONTHS[unit])
        elif unit in DAYS:
            yield first + timedelta(days=number * DAYS[unit])
        else:
            yield first
            return
        number += 1


def occurrences(zone, first, fold, unit, wanted):
    """Pairs of a mark and a moment, and for each how many dates fell on that moment."""
    if unit in CLOCK:
        at = zone.moment(first, fold)
        yield at, at, 1
        # All offsets of these years are whole minutes, so a wall's second is everyone's.
        at += (first.second - at) % 60 or 60
        for _ in range(wanted - 1):
            while unit == "hour" and zone.wall(at).minute != first.minute:
                at += 60
            assert zone.wall(at).second == first.second
            yield at, at, 1
            at += 60
        return
    last, fallen, given = None, 0, 0
    for date in dates(first, unit):
        at = zone.moment(date, fold if date == first else 0)
        if last and at != last[1]:
            yield last + (fallen,)
            fallen, given = 0, given + 1
            if given == wanted:
                return
        last = (count(date), at)
        fallen += 1
    yield last + (fallen,)


def steps_back(target, steps, unit):
    """A first date from which `target` is that many units away."""
    if unit in MONTHS:
        first = months_later(target, -steps * MONTHS[unit])
        return first if first.day == target.day else target
    seconds = CLOCK.get(unit) or DAYS.get(unit, 0) * DAY
    return target - timedelta(seconds=steps * seconds)


def write_case(zone, first, unit, wanted, choose):
    fold = choose.randrange(2)
    found = list(occurrences(zone, first, fold, unit, wanted))
    print("case", unit, count(first), fold, *(f"{mark} {at}" for mark, at, _ in found))
    if len(found) > 1:
        now = choose.randrange(found[0][1], found[-1][1])
        due = [o for o in found if o[1] <= now]
        print("due", now, due[-1][0], due[-1][1], sum(o[2] for o in due) - 1)


def write_cases(zone, changes, name):
    choose = random.Random(f"{SEED} {name}")
    kept = changes if len(changes) <= 4 else changes[:1] + choose.sample(changes[1:-1], 2) + changes[-1:]
    for at, old, new in kept:
        low, high = at + min(old, new), at + max(old, new)
        for shown in (low - 1_800, low, (low + high) // 2, high - 1, high, high + 5_400):
            target = EPOCH + timedelta(seconds=shown)
            for unit in UNITS:
                steps = choose.randrange(3)
                write_case(zone, steps_back(target, steps, unit), unit, steps + 2, choose)
    for _ in range(8):
        target = EPOCH + timedelta(seconds=choose.randrange(BEGIN + 400 * DAY, END - 1_500 * DAY))
        target = target.replace(day=1) + timedelta(days=choose.choice([0, 14, 27, 28, 29, 30]))
        write_case(zone, target, choose.choice(UNITS), 4, choose)


def main():
    version = next(open(os.path.join(FOLDER, "tzdata.zi"))).split()[-1]
    print("version", version)
    names = {}
    for name in sorted(zoneinfo.available_timezones()):
        path = os.path.join(FOLDER, name)
        if os.path.exists(path):
            with open(path, "rb") as file:
                names.setdefault(file.read(), []).append(name)
    for same in sorted(names.values()):
        zone = Zone(same[0])
        changes = zone.changes()
        print("zone", *same)
        print("offsets", zone.offset(BEGIN), *(f"{at} {new}" for at, _, new in changes))
        if changes:
            write_cases(zone, changes, same[0])


main()
