"""What transfers must have come to, whatever was killed meanwhile: from what was recorded of a run, its mistakes."""
import collections

BLOCK = 4 * 1024 * 1024  # What one kill may repeat of one transfer.

OVER = ("finished", "failed", "cancelled")
FULFILLED = ("status 200", "status 206")
CANCELLED = "error -999"
# From so many kills on a run must have had each kind of trouble that the server makes.
ENOUGH = 100


def is_resumed(row):
    """Whether the app has resumed the transfer of this row of `quiesce transfers --json`. The app may have been killed
    before it had said what that transfer is for, and begin another in its place."""
    return row.get("wait") != "suspended"


def ended_by_quit(before, after):
    """Which of the transfers that the app had resumed a force-quit ended, from the rows before and after it, by id."""
    return {transfer for transfer, row in after.items()
            if row["state"] == "cancelled" and transfer in before and is_resumed(before[transfer])
            and before[transfer]["state"] != "cancelled"}


def judge_agent(transfers):
    """transfers: of each, {"name", "verdicts": all that were told, "wrong": of the bytes of the finished one, None if
    nothing is, "repeats": bytes that came again, each time}."""
    for each in transfers:
        name, verdicts = each["name"], each["verdicts"]
        if len(verdicts) != 1:
            yield f"{name}: {len(verdicts)} verdicts: {verdicts}"
        elif verdicts[0] != "finished":
            yield f"{name}: {verdicts[0]}"
        elif each["wrong"]:
            yield f"{name}: {each['wrong']}"
        yield from judge_repeats(name, each["repeats"])


def judge_repeats(name, repeats):
    yield from (f"{name}: {count} bytes repeated at once" for count in repeats if count > BLOCK)


def judge_app(names, lines, acknowledged, quits, files):
    """names: of each transfer that the app was ordered, by its number. lines: launch, number, task and end of each verdict
    that the app was told, in order. acknowledged: how many lines there were when the daemon had already forgotten a
    transfer, as the app has taken its verdict, by number and task. quits: of each force-quit, {"lines": how many there
    were, "under_way": numbers that had no verdict, "left": those that had none after it either, "cancelled": those that
    it ended, "launched": whether the app was started before the user opened it}. files: what is wrong with the file of
    a number and task, None if nothing is.

    A verdict is told once to a launch. To another it may be told again, the same, if it wasn't taken. A task without a
    number (None) was never resumed: only a force-quit ends it."""
    told = collections.defaultdict(lambda: collections.defaultdict(list))
    for at, (launch, number, task, end) in enumerate(lines):
        told[number][task].append((at, launch, end))
    for task, tellings in told.pop(None, {}).items():
        if any(end != CANCELLED or not any(at >= quit["lines"] for quit in quits) for at, _, end in tellings):
            yield f"task {task}, which was never resumed: {sorted({end for _, _, end in tellings})}"
    yield from (f"transfer {number} was never ordered, and has a verdict" for number in told if number not in names)
    for number, name in names.items():
        if not told[number]:
            yield f"{name}: no verdict"
        if len(told[number]) > 1:
            yield f"{name}: {len(told[number])} tasks have verdicts"
        for task, tellings in told[number].items():
            yield from judge_task(name, number, task, tellings, acknowledged, quits, files)
    for place, quit in enumerate(quits):
        if quit["left"]:
            yield f"force-quit {place}: {sorted(quit['left'])} are still under way (X7)"
        if quit["launched"]:
            yield f"force-quit {place}: the app was launched before the user opened it (U2)"
        for number in sorted(quit["cancelled"]):
            ends = {end for tellings in told[number].values() for _, _, end in tellings}
            if ends and ends != {CANCELLED}:
                yield f"{names.get(number, number)}: was cancelled by force-quit {place}, and is told as {sorted(ends)}"


def judge_task(name, number, task, tellings, acknowledged, quits, files):
    ends = {end for _, _, end in tellings}
    launches = collections.Counter(launch for _, launch, _ in tellings)
    for launch, count in launches.items():
        if count > 1:
            yield f"{name}: told {count} times to launch {launch}"
    if len(ends) > 1:
        yield f"{name}: several verdicts: {sorted(ends)}"
        return
    taken = acknowledged.get((number, task))
    if taken is not None and tellings[-1][0] >= taken:
        yield f"{name}: told again after the app had taken it"
    [end] = ends
    if end == CANCELLED:
        if not any(number in quit["under_way"] and tellings[0][0] >= quit["lines"] for quit in quits):
            yield f"{name}: cancelled, and no force-quit ended it"
        elif (number, task) in files:
            yield f"{name}: cancelled, with a file"
    elif end not in FULFILLED:
        yield f"{name}: {end}"
    elif (number, task) not in files:
        yield f"{name}: a verdict without a file"
    elif files[number, task]:
        yield f"{name}: {files[number, task]}"


def judge_gets(wanted, states, files, paths):
    """wanted: the names of the user's transfers, by the id that was promised. states: of each of the user's transfers
    that `quiesce transfers` ever listed, the states that it was seen in, in order, None where it wasn't listed any
    more. files: what is wrong with each file. paths: what each listed transfer is of, by its id."""
    for transfer, name in wanted.items():
        seen = states.get(transfer, [None])
        over = [state for state in seen if state in OVER]
        if not over:
            yield f"{name}: {'is forgotten' if seen[-1] is None else seen[-1]}"
        elif len(set(over)) > 1 or seen[seen.index(over[0]):] != over:
            yield f"{name}: {over[0]}, and later other than that: {seen}"
        elif over[0] != "finished":
            yield f"{name}: {over[0]}"
        elif files[transfer]:
            yield f"{name}: {files[transfer]}"
    yield from (f"transfer {transfer} of {paths[transfer]} was never asked for"
                for transfer in states if transfer not in wanted)
    for path, count in collections.Counter(paths.values()).items():
        if count > 1:
            yield f"{path}: {count} transfers, and one was asked for"


def judge_run(kills, asked, changed, quits=None):
    """kills: how many there were, of those that were `asked`. changed: files that the server changed meanwhile.
    quits: force-quits; None: there are no apps."""
    if kills < asked:
        yield f"{kills} kills, of {asked} that were asked for: the transfers ended before"
    if asked >= ENOUGH and not changed:
        yield "the server changed no file: the run proves nothing of that"
    if asked >= ENOUGH and quits is not None and not any(quit["cancelled"] for quit in quits):
        yield "no force-quit ended a transfer: the run proves nothing of X7"
