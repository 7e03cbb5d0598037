/// What a fetch is worth at a moment, and how days' moments are gathered.
extension FetchScheduler {
    /// Seconds for which a fetch is fresh.
    var freshness: Int64 { max(1, settings.window.nanoseconds / 1_000_000_000) }
    /// Seconds for which it isn't yet.
    var lead: Int64 { max(0, settings.lead.nanoseconds / 1_000_000_000) }
    /// Seconds after which another fetch follows a fetch without a gap.
    var untilStale: Int64 { max(1, freshness - lead) }
    /// Seconds after an app was left for which it isn't fetched.
    var pause: Int64 { max(0, FetchModel.sameVisit - lead) }
    /// The least value for which a fetch is made.
    var worth: Double {
        let hours = Double(freshness) / 3_600
        return FetchModel.worth * hours * hours
    }

    /// Whether and how an app could be fetched at a moment, budget aside.
    enum Chance: Sendable, Hashable {
        case open(value: Double)
        /// Not before then. nil: not before it is left.
        case closed(FetchStanding.Hold, until: LocalTime?)
    }

    func chance(_ habits: AppHabits, at time: LocalTime) -> Chance {
        guard let opened = habits.opened else { return .closed(.neverOpened, until: nil) }
        let closed = habits.closed.flatMap { $0 < opened ? nil : $0 }
        if closed == nil, owner.screenOn { return .closed(.inFront, until: nil) }
        let left = closed ?? opened
        let away = left <= time ? time - left : FetchModel.longAgo
        if away < pause { return .closed(.justUsed, until: left + pause) }
        if let fetched = habits.fetched, (0..<untilStale).contains(time - fetched) {
            return .closed(.stillFresh, until: fetched + untilStale)
        }
        return .open(value: value(habits, at: time, away: away))
    }

    /// Opens that are expected to find fresh content: of the habit at this time of day, the more the
    /// less time has passed since the app and the device were last used. People come back soon or
    /// late: the chance falls as a power of the time, not by a half-life.
    private func value(_ habits: AppHabits, at time: LocalTime, away: Int64) -> Double {
        let slots = max(1, Int(freshness / FetchModel.slot))
        let habit = habits.habit(at: time, slots: slots) + FetchModel.always
        let minutesAway = 1 + Double(away) / 60
        let minutesRested = 1 + Double(owner.rested(at: time)) / 60
        let nearness = (minutesAway * minutesRested).squareRoot()
        let perSlot = FetchModel.scale * (habit / nearness).squareRoot()
        return perSlot * Double(freshness) / Double(FetchModel.slot)
    }

    /// Gathers the moments that passed since the last one: the days' best are what this day's are
    /// measured by. It doesn't matter when it is asked in between, as nothing happened.
    mutating func gather(until time: LocalTime) {
        defer { owner.now = max(time, owner.now ?? time) }
        guard let now = owner.now, now < time else { return }
        var moment = max(now, time + -FetchModel.longestGap)
        if moment.day > now.day { endDay(elapsed: moment.day - now.day) }
        var day = moment.day
        while true {
            moment = nextLook(after: moment)
            if moment >= time { break }
            if moment.day > day {
                endDay(elapsed: moment.day - day)
                day = moment.day
            }
            for index in apps.indices { note(index, at: moment) }
        }
        if time.day > day { endDay(elapsed: time.day - day) }
    }

    /// While the device is in use each glance, else each slot.
    func nextLook(after time: LocalTime) -> LocalTime {
        let step = owner.screenOn ? FetchModel.glance : FetchModel.slot
        return time + (step - Int64(time.secondOfDay) % step)
    }

    /// - Returns: what a fetch of the app is worth now, if it can be.
    @discardableResult
    mutating func note(_ index: Int, at time: LocalTime) -> Chance {
        let chance = chance(apps[index].habits, at: time)
        if case .open(let value) = chance {
            let windows = apps[index].habits.today.count
            let window = time.secondOfDay * windows / Int(LocalTime.secondsPerDay)
            let level = FetchLevel.level(of: value)
            if level > apps[index].habits.today[window] {
                apps[index].habits.today[window] = level
            }
        }
        return chance
    }

    private mutating func endDay(elapsed: Int64) {
        for index in apps.indices {
            apps[index].habits.endDay(elapsed: elapsed)
            apps[index].standard = nil
        }
    }
}
