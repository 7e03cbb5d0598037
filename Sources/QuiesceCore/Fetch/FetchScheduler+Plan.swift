/// The fetches to make now, and the reasons for them.
extension FetchScheduler {
    /// Which of `apps` to fetch at this moment, the best first, and when to ask again if nothing
    /// happens. While the device rests that is when something may be due, or hours later.
    ///
    /// The caller says `fetched` of those it fetches; of the others they are taken to be, and it
    /// asks again itself.
    ///
    /// - Parameter allowed: for each of `apps`, the most fetches that it may count on until
    ///   midnight; nil: those of its budget.
    public mutating func due(
        at time: LocalTime, among apps: [AppID], allowed: [Int]? = nil
    ) -> FetchPlan {
        gather(until: time)
        let looks = looks(at: [time] + looksAhead(of: time))
        var plan = FetchPlan(fetches: [], next: nil)
        var next: LocalTime?
        var guess = 0
        for (place, app) in apps.enumerated() {
            if guess >= known.count || known[guess].id != app {
                guard let index = index(of: app) else { continue }
                guess = index
            }
            let index = guess
            guess += 1
            let left = left(known[index].habits, at: time, allowed?[place])
            let chance = note(index, at: looks[0])
            if left == 0 {
                next = earlier(next, LocalTime(seconds: (time.day + 1) * LocalTime.secondsPerDay))
                continue
            }
            switch chance {
            case .closed(_, let until):
                next = earlier(next, until)
            case .fresh(_, let until):
                next = earlier(next, until)
            case .open(let value):
                if value >= leastValue(index, at: time, left: left) {
                    let reason = reason(known[index], at: time)
                    plan.fetches.append(
                        PlannedFetch(app: app, at: time, reason: reason, value: value))
                    if left > 1 { next = earlier(next, time + untilStale) }
                } else {
                    next = earlier(next, nextDue(index, among: looks.dropFirst(), left: left))
                }
            }
        }
        plan.fetches.sort(by: PlannedFetch.isBetter)
        plan.next = next
        return plan
    }

    /// The fetches that an app may count on until midnight.
    private func left(_ habits: AppHabits, at time: LocalTime, _ allowed: Int?) -> Int {
        min(habits.left(of: settings.perAppDay, at: time), allowed ?? .max)
    }

    /// How good a moment must be for the app.
    mutating func leastValue(_ index: Int, at time: LocalTime, left: Int) -> Double {
        if known[index].standard == nil { known[index].standard = standard(known[index].habits) }
        return max(worth, known[index].standard?.least(at: time, left: left) ?? 0)
    }

    func standard(_ habits: AppHabits) -> FetchStandard {
        FetchStandard(
            past: habits.past, windows: habits.today.count,
            ranks: min(max(settings.perAppDay, 1), FetchModel.ranks), freshness: freshness)
    }

    /// The fetches that will be due within `slack` seconds if nothing happens, the best first: a
    /// device that is awake anyway makes them now. Each is as good as one that is due, or the
    /// budget would go to whatever the device is awake for.
    public mutating func soon(
        after time: LocalTime, within slack: Int64, among apps: [AppID], allowed: [Int]? = nil
    ) -> [PlannedFetch] {
        gather(until: time)
        let looks = looks(at: [time, nextLook(after: time)])
        var planned: [PlannedFetch] = []
        for (place, app) in apps.enumerated() {
            guard let index = index(of: app) else { continue }
            let left = left(known[index].habits, at: time, allowed?[place])
            let next: Look
            switch chance(known[index].habits, at: looks[0]) {
            case .open: next = looks[1]
            case .closed(.justUsed, let until?): next = look(at: until)
            case .closed, .fresh: continue
            }
            // The next day has another budget.
            guard left > 0, next.time <= time + slack, next.time.day == time.day,
                case .open(let value) = chance(known[index].habits, at: next),
                value >= leastValue(index, at: next.time, left: left)
            else { continue }
            let reason = reason(known[index], at: time)
            planned.append(PlannedFetch(app: app, at: next.time, reason: reason, value: value))
        }
        return planned.sorted(by: PlannedFetch.isBetter)
    }

    /// The moments after `time` at which apps are looked at anew, if nothing happens: the next one
    /// while the device is in use; while it rests those of the hours ahead.
    private func looksAhead(of time: LocalTime) -> [LocalTime] {
        var moments = [nextLook(after: time)]
        if owner.screenOn { return moments }
        // The next day has another standard.
        while moments.count < FetchModel.slotsAhead, moments[moments.count - 1].day == time.day {
            moments.append(nextLook(after: moments[moments.count - 1]))
        }
        return moments
    }

    /// When the app may be due if nothing happens, or has to be looked at again: the last of
    /// `looks` at the latest.
    private mutating func nextDue(
        _ index: Int, among looks: ArraySlice<Look>, left: Int
    ) -> LocalTime? {
        looks.dropLast().first { look in
            guard case .open(let value) = chance(known[index].habits, at: look) else {
                return false
            }
            return value >= leastValue(index, at: look.time, left: left)
        }?.time ?? looks.last?.time
    }

    private func earlier(_ a: LocalTime?, _ b: LocalTime?) -> LocalTime? {
        guard let a, let b else { return a ?? b }
        return min(a, b)
    }

    private func reason(_ app: App, at time: LocalTime) -> FetchReason {
        if app.habits.past.isEmpty { return .beginning }
        if let closed = app.habits.closed, time - closed < 4 * FetchModel.slot { return .inUse }
        return owner.rested(at: time) < FetchModel.slot ? .expectedOpen : .habit
    }

    /// How it stands with `app`, for `why`.
    ///
    /// - Parameter allowed: as in `due`.
    public func standing(
        of app: AppID, at time: LocalTime, allowed: Int? = nil
    ) -> FetchStanding {
        guard let index = index(of: app) else {
            return FetchStanding(
                budgetLeft: settings.perAppDay, nextLikely: nil, hold: .neverOpened)
        }
        let habits = known[index].habits
        let left = left(habits, at: time, allowed)
        let hold: FetchStanding.Hold?
        switch chance(habits, at: look(at: time)) {
        case .closed(let why, _):
            hold = left == 0 && why != .neverOpened ? .budgetSpent : why
        case .fresh:
            hold = left == 0 ? .budgetSpent : .stillFresh
        case .open(let value):
            if left == 0 {
                hold = .budgetSpent
            } else {
                let least = max(worth, standard(habits).least(at: time, left: left))
                hold = value >= least ? nil : .unlikelyNow
            }
        }
        let likely = hold == nil ? time : forecast(from: time, hours: 24, among: [app]).first?.at
        return FetchStanding(budgetLeft: left, nextLikely: likely, hold: hold)
    }
}

extension PlannedFetch {
    /// Fetches of the same value go by the order of ids.
    fileprivate static func isBetter(_ a: Self, _ b: Self) -> Bool {
        a.value != b.value ? a.value > b.value : a.app < b.app
    }
}
