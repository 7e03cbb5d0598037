/// The value of a fetch at a moment, and the gathering of days' moments.
extension FetchScheduler {
    /// Seconds for which a fetch is fresh, a day at most.
    var freshness: Int64 {
        min(max(1, settings.window.nanoseconds / 1_000_000_000), LocalTime.secondsPerDay)
    }
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
        /// The content that was fetched last is fresh until then.
        case fresh(value: Double, until: LocalTime)
        /// Not before then. nil: not before it is left.
        case closed(FetchStanding.Hold, until: LocalTime?)
    }

    func chance(_ habits: AppHabits, at look: Look) -> Chance {
        let time = look.time
        guard let opened = habits.opened else { return .closed(.neverOpened, until: nil) }
        let closed = habits.closed.flatMap { $0 < opened ? nil : $0 }
        if closed == nil, owner.screenOn { return .closed(.inFront, until: nil) }
        let left = closed ?? opened
        let away = left <= time ? time - left : FetchModel.longAgo
        if away < pause { return .closed(.justUsed, until: left + pause) }
        let value = value(habits, at: look, away: away, used: left - opened)
        if let fetched = habits.fetched, (0..<untilStale).contains(time - fetched) {
            return .fresh(value: value, until: fetched + untilStale)
        }
        return .open(value: value)
    }

    /// Opens that are expected to find fresh content: the more, the more often the app is opened
    /// at this time of day, the likelier it is come back to after so long, the longer it was
    /// `used` last, and the livelier the device is in use. Each counts as a power: people come back
    /// soon or late, and that falls as a power of the time, not by a half-life.
    private func value(
        _ habits: AppHabits, at look: Look, away: Int64, used: Int64
    ) -> Double {
        let slots = Double(freshness) / Double(FetchModel.slot)
        let habit = habits.habit(at: look.time, slots: max(1, Int(slots)))
        let byTimeOfDay = (habit + FetchModel.always) * slots
        let returning = ReturnTimes.chance(
            habits.returns, away: away, lead: lead, window: freshness)
        let byReturn = returning + FetchModel.anyTime * slots
        return FetchModel.scale * byTimeOfDay.squareRoot() * byReturn.fourthRoot
            * Double(1 + used).eighthRoot * look.liveliness
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
            let look = look(at: moment)
            for index in known.indices { note(index, at: look) }
        }
        if time.day > day { endDay(elapsed: time.day - day) }
    }

    /// While the device is in use each glance, else each slot.
    func nextLook(after time: LocalTime) -> LocalTime {
        let step = owner.screenOn ? FetchModel.glance : FetchModel.slot
        return time + (step - Int64(time.secondOfDay) % step)
    }

    /// Notes what the moment would be worth, also where nothing is needed: what days bring doesn't
    /// depend on what was fetched.
    @discardableResult
    mutating func note(_ index: Int, at look: Look) -> Chance {
        let chance = chance(known[index].habits, at: look)
        switch chance {
        case .open(let value), .fresh(let value, _):
            let windows = known[index].habits.today.count
            let window = look.time.secondOfDay * windows / Int(LocalTime.secondsPerDay)
            let level = FetchLevel.level(of: value)
            if level > known[index].habits.today[window] {
                known[index].habits.today[window] = level
            }
        case .closed:
            break
        }
        return chance
    }

    private mutating func endDay(elapsed: Int64) {
        for index in known.indices {
            known[index].habits.endDay(elapsed: elapsed)
            known[index].standard = nil
        }
    }
}
