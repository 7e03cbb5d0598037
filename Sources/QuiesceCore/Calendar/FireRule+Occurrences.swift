extension FireRule {
    /// The next occurrence, due or not.
    ///
    /// - Parameters:
    ///   - mark: of the last one that is done with; nil: there was none.
    ///   - offsets: those of the rule's zone; of no account for `.absolute`.
    /// - Returns: nil if there is none left.
    public func next(after mark: WallDate?, in offsets: UTCOffsets) -> Occurrence? {
        let offsets = zone.offsets(offsets)
        return switch every?.count {
        case .clock(let period):
            ClockSeries(rule: self, period: period, offsets: offsets).next(after: mark)
        case .days, .months, nil:
            DateSeries(rule: self, offsets: offsets).next(after: mark)
        case .matches(let match):
            MatchSeries(rule: self, match: match, offsets: offsets).next(after: mark)
        }
    }

    /// The newest occurrence that is due, and how many are with it.
    ///
    /// - Parameters: as of `next(after:in:)`.
    /// - Returns: nil if none is due yet, or left.
    public func due(
        at now: WallTime, after mark: WallDate?, in offsets: UTCOffsets
    ) -> DueOccurrence? {
        let offsets = zone.offsets(offsets)
        // Beyond the calendar's end a wall stands still.
        let now = min(now, WallTime(nanoseconds: WallDate.latest.nanoseconds))
        return switch every?.count {
        case .clock(let period):
            ClockSeries(rule: self, period: period, offsets: offsets).due(at: now, after: mark)
        case .days, .months, nil:
            DateSeries(rule: self, offsets: offsets).due(at: now, after: mark)
        case .matches(let match):
            MatchSeries(rule: self, match: match, offsets: offsets).due(at: now, after: mark)
        }
    }

    /// The first occurrence's moment.
    func firstMoment(in offsets: UTCOffsets) -> WallTime {
        isLaterPass ? offsets.last(showing: first) : offsets.first(showing: first)
    }
}

/// The occurrences of a rule that is due once, or repeats by days or more: dates, by number from 0.
private struct DateSeries {
    let rule: FireRule
    let offsets: UTCOffsets

    func next(after mark: WallDate?) -> Occurrence? {
        let number = mark.map { self.number(notAfter: $0) + 1 } ?? 0
        guard let at = moment(number) else { return nil }
        // Those that are skipped with it are due with it.
        let last = max(number, self.number(notAfter: offsets.latestShown(by: at)))
        return occurrence(last)
    }

    func due(at now: WallTime, after mark: WallDate?) -> DueOccurrence? {
        let number = mark.map { self.number(notAfter: $0) + 1 } ?? 0
        guard let at = moment(number), at <= now else { return nil }
        let last = max(number, self.number(notAfter: offsets.latestShown(by: now)))
        return occurrence(last).map { DueOccurrence(newest: $0, skipped: last - number) }
    }

    private func occurrence(_ number: Int64) -> Occurrence? {
        guard let mark = date(number), let at = moment(number) else { return nil }
        return Occurrence(at: at, mark: mark)
    }

    private func moment(_ number: Int64) -> WallTime? {
        let first = rule.firstMoment(in: offsets)
        if number == 0 { return first }
        // Not before the first, should that be meant to be in the later pass.
        return date(number).map { max(first, offsets.first(showing: $0)) }
    }

    /// - Returns: nil beyond the calendar's end.
    private func date(_ number: Int64) -> WallDate? {
        switch rule.every?.count {
        case .days(let step):
            let (days, overflow) = number.multipliedReportingOverflow(by: step)
            let (day, overflows) = rule.first.day.addingReportingOverflow(days)
            guard !overflow, !overflows, day <= WallDate.latest.day else { return nil }
            return WallDate(day: day, intoDay: rule.first.intoDay)
        case .months(let step):
            let (months, overflow) = number.multipliedReportingOverflow(by: step)
            return overflow ? nil : rule.first.adding(months: months)
        case .clock, .matches, nil:
            return number == 0 ? rule.first : nil
        }
    }

    /// The last one whose date isn't after `date`; -1 if all are.
    private func number(notAfter date: WallDate) -> Int64 {
        guard date >= rule.first else { return -1 }
        switch rule.every?.count {
        case .days(let step):
            let days = date.day - rule.first.day - (date.intoDay < rule.first.intoDay ? 1 : 0)
            return days / step
        case .months(let step):
            let number = date.months(since: rule.first) / step
            // It may be later in that month.
            return self.date(number).map { $0 > date } == true ? number - 1 : number
        case .clock, .matches, nil:
            return 0
        }
    }
}

/// The occurrences of a rule that repeats by minutes or hours: the first, and from then on the
/// moments at which the wall's clock shows what it does then.
private struct ClockSeries {
    let rule: FireRule
    /// Nanoseconds.
    let period: Int64
    let offsets: UTCOffsets

    func next(after mark: WallDate?) -> Occurrence? {
        guard let mark else { return occurrence(rule.firstMoment(in: offsets)) }
        let after = mark.nanoseconds + 1
        for span in offsets.spans where span.end > after {
            let from = max(span.start, after)
            let wait = (phase - span.offset - from % period).remainder(dividingFloor: period)
            guard from + wait <= WallDate.latest.nanoseconds else { return nil }
            if from + wait < span.end { return occurrence(WallTime(nanoseconds: from + wait)) }
        }
        return nil
    }

    func due(at now: WallTime, after mark: WallDate?) -> DueOccurrence? {
        guard let next = next(after: mark), next.at <= now else { return nil }
        var newest = next.at.nanoseconds
        var skipped: Int64 = 0
        for span in offsets.spans where span.end > newest {
            let from = max(span.start, next.at.nanoseconds + 1)
            let last = min(span.end - 1, now.nanoseconds)
            guard from <= last else { continue }
            let since = (last % period - phase + span.offset).remainder(dividingFloor: period)
            guard last - since >= from else { continue }
            newest = last - since
            // All years together are more than a signed number holds.
            let length = UInt64(bitPattern: newest &- from)
            skipped += Int64(length / UInt64(period)) + 1
        }
        return DueOccurrence(
            newest: occurrence(WallTime(nanoseconds: newest)), skipped: skipped)
    }

    /// The place of the rule's first time within the period, by the time that the wall shows.
    private var phase: Int64 { rule.first.nanoseconds.remainder(dividingFloor: period) }

    private func occurrence(_ at: WallTime) -> Occurrence {
        Occurrence(at: at, mark: WallDate(nanoseconds: at.nanoseconds))
    }
}

/// The occurrences of a rule that is due whenever the wall shows something: dates that match, from
/// the first.
private struct MatchSeries {
    let rule: FireRule
    let match: DateMatch
    let offsets: UTCOffsets

    func next(after mark: WallDate?) -> Occurrence? {
        guard let date = first(from: start(after: mark)) else { return nil }
        let at = offsets.first(showing: date)
        // Those that are skipped with it are due with it.
        return occurrence(last(upTo: offsets.latestShown(by: at), from: date) ?? date)
    }

    func due(at now: WallTime, after mark: WallDate?) -> DueOccurrence? {
        let start = start(after: mark)
        guard let newest = last(upTo: offsets.latestShown(by: now), from: start) else { return nil }
        return DueOccurrence(
            newest: occurrence(newest), skipped: match.count(from: start, to: newest) - 1)
    }

    private func start(after mark: WallDate?) -> WallDate {
        max(rule.first, mark.map { WallDate(nanoseconds: $0.nanoseconds + 1) } ?? rule.first)
    }

    private func first(from start: WallDate) -> WallDate? {
        guard let found = match.first(from: start), match.hasFreeHours else {
            return match.first(from: start)
        }
        // Where clocks skip it, the wall goes on with this.
        let shown = offsets.wall(at: offsets.first(showing: found))
        return shown > found ? match.first(from: shown) : found
    }

    private func last(upTo end: WallDate, from start: WallDate) -> WallDate? {
        guard let found = match.last(upTo: end, from: start), match.hasFreeHours else {
            return match.last(upTo: end, from: start)
        }
        // Where clocks skip it, the wall has shown this before.
        let moment = offsets.first(showing: found)
        guard offsets.wall(at: moment) > found else { return found }
        let before = offsets.wall(at: moment.before(by: Interval(nanoseconds: 1)))
        return before < found ? match.last(upTo: before, from: start) : found
    }

    private func occurrence(_ date: WallDate) -> Occurrence {
        Occurrence(at: offsets.first(showing: date), mark: date)
    }
}
