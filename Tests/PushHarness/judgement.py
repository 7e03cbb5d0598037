"""What must have become of pushes, whatever was killed meanwhile."""
import collections

# From so many pushes on a run must have had each way in which one may come to nothing.
ENOUGH = 1_000
# Of the pushes that neither collapsed, expired nor gave way to a newer one, so many must have been handled by the app. In
# a shorter run a few kills of the app may end most of all there are: there it is a share of those that didn't end so.
LEAST_SHARE, LEAST_SHARE_OF_FEW = 0.9, 0.5
# What an app may be busy with at once, and so be killed over: 64 wake-ups, and 64 that it was told of in front.
WAKES = 64
OUTSTANDING = WAKES + 64
HEARINGS = ("push", "told")


class Judgement:
    """sent: of each accepted push by its number: {"silent": …, "collapse": id or None, "expires": Unix seconds or None}.
    heard: the words of the app's lines (mail.py), in order. receipts: of `quiesce pushes` by a push's number, the last that
    was seen. deaths: of each time that the run killed the app: its launch, and milliseconds of the wall from the kill
    until the daemon knew (`noticed`) and until the user opened the app again (`opened`; None: never).
    until: seconds of the wall when all was over.

    A push is handled when the app heard of it, once. If the launch that heard it ended through no fault of its own (it
    wasn't killed) before the daemon had heard that it is done, it may come to another, and is flagged."""

    def __init__(self, sent, heard, receipts, deaths, until):
        self.sent, self.receipts, self.deaths, self.until = sent, receipts, deaths, until
        self.killed = {death["launch"] for death in deaths}
        self.mistakes, self.counts = [], collections.Counter()
        self.times = collections.defaultdict(list)  # Launch and flag of each hearing, by number.
        self.listen(heard)
        self.by_device = {row["push"]: number for number, row in receipts.items()}
        self.newest = {}  # Of each collapse id.
        for number, push in sent.items():
            if push["collapse"]:
                self.newest[push["collapse"]] = max(number, self.newest.get(push["collapse"], 0))
        for number in sorted(sent):
            if number in self.times:
                self.counts["heard once" if len(self.times[number]) == 1 else "heard again, and told so"] += 1
                self.judge_receipt(number)
            else:
                self.account(number, receipts.get(number))
        self.judge_share()

    def wrong(self, number, what):
        self.mistakes.append(f"push {number} {what}")

    # What the app heard

    def listen(self, heard):
        done = {}  # The launch whose word the daemon has, by number.
        for how, number, *rest in heard:
            if how == "sure":
                done.setdefault(int(number), int(rest[0]))
            if how not in HEARINGS:
                continue
            number, launch, flag = int(number), int(rest[0]), rest[1]
            before = self.times[number]
            if number not in self.sent:
                self.wrong(number, "was never sent")
            if any(launch == other for other, _ in before):
                self.wrong(number, f"was doubled: heard twice by launch {launch}")
            elif number in done:
                self.wrong(number, f"was doubled: heard by launch {launch}, and launch {done[number]} was done with it")
            elif any(other in self.killed for other, _ in before):
                self.wrong(number, f"was doubled: heard by launch {launch}, after one that was killed over it")
            elif before and flag != "again":
                self.wrong(number, f"was doubled: heard by launch {launch} as if it were new, after {before[0][0]}")
            before.append((launch, flag))

    def judge_receipt(self, number):
        """The device mustn't say that an app never heard of what it heard of."""
        row = self.receipts.get(number)
        if row and (row["state"] == "merged" or row.get("reason") in ("pushExpired", "crashLoop", "tooManyWakes")):
            self.wrong(number, f"was heard, and its receipt says otherwise: {said(row)}")

    # What it never heard

    def account(self, number, row):
        push = self.sent[number]
        if row is None:
            self.account_gateway(number, push)
        elif row["state"] == "merged":
            self.account_merged(number, push, row)
        elif row["state"] == "dropped" and row.get("reason") == "pushExpired":
            if push["expires"] is None or row["since_ms"] < push["expires"] * 1000:
                self.wrong(number, f"was dropped as expired, and wasn't: {said(row)}")
            else:
                self.counts["expired on the device"] += 1
        elif row.get("reason") == "appEnded" and row["state"] in ("woken", "dropped"):
            if self.died(row["since_ms"], "noticed"):
                self.counts["its app was killed over it"] += 1
            else:
                self.wrong(number, f"ended with its app, which nobody killed then: {said(row)}")
        elif row["state"] == "shown" and not push["silent"] and not row.get("reason"):
            # An app that ended of itself isn't woken for a while (W5): the user sees it all the same.
            if self.is_behind(number, row):
                self.counts["shown as its app was behind (R1)"] += 1
            elif self.died(row["since_ms"], "opened"):
                self.counts["shown while its app was held back, as it had been killed (W5)"] += 1
            else:
                self.wrong(number, f"was shown and its app not woken: {said(row)}")
        else:
            self.wrong(number, f"never reached the app: {said(row)}")

    def is_behind(self, number, row):
        """The app had as many pushes to handle already as may wait for it, when this one was shown."""
        waiting = sum(
            1 for other, before in self.receipts.items()
            if other < number and other in self.times and before["since_ms"] >= row["since_ms"])
        return waiting >= WAKES

    def account_gateway(self, number, push):
        """The device never had it."""
        if push["collapse"] and self.newest[push["collapse"]] > number:
            self.counts["collapsed at the gateway"] += 1
        elif push["expires"] is not None and push["expires"] <= self.until:
            self.counts["expired at the gateway"] += 1
        else:
            self.wrong(number, "was lost")

    def account_merged(self, number, push, row):
        newer = self.by_device.get(row.get("mergedInto"))
        if newer is None or row["mergedInto"] <= row["push"]:
            return self.wrong(number, f"gave way to none that is known: {said(row)}")
        same = push["collapse"] and push["collapse"] == self.sent[newer]["collapse"]
        if not push["silent"]:
            self.wrong(number, f"isn't silent, and gave way to {newer}")
        elif not same and not self.sent[newer]["silent"]:
            self.wrong(number, f"gave way to {newer}, which is neither silent nor of its collapse id")
        else:
            self.counts["gave way on the device to a newer one of its collapse id" if same
                        else "gave way on the device to a newer silent one (R4)"] += 1

    def died(self, moment, end):
        return any(death["killed"] <= moment and (death[end] is None or moment <= death[end])
                   for death in self.deaths)

    # All together

    def judge_share(self):
        gone = sum(count for what, count in self.counts.items()
                   if "collapse" in what or "expired" in what or "gave way" in what)
        killed = self.counts["its app was killed over it"]
        if killed > OUTSTANDING * len(self.deaths):
            self.mistakes.append(f"{killed} pushes ended with their app, which was killed {len(self.deaths)} times")
        if len(self.sent) < ENOUGH:
            gone += killed
        left, self.handled = len(self.sent) - gone, sum(number in self.sent for number in self.times)
        self.share = self.handled / left if left else 1.0
        if self.share < (LEAST_SHARE if len(self.sent) >= ENOUGH else LEAST_SHARE_OF_FEW):
            self.mistakes.append(f"only {self.handled} of {left} pushes were handled")
        if len(self.sent) < ENOUGH:
            return
        for what in ("expired", "collapse", "silent one"):
            if not any(what in each for each in self.counts):
                self.mistakes.append(f"the run had none that {what}: it proves nothing of these")

    def report(self):
        for what, count in sorted(self.counts.items()):
            print(f"  {what}: {count}")
        print(f"{len(self.sent)} pushes accepted; handled {self.handled}, {self.share:.1%} of those that count")


def said(row):
    return " ".join(f"{key} {row[key]}" for key in ("state", "reason", "mergedInto", "since") if row.get(key))
