// When a wall matches: parts of a date and a time of day.
extension DateMatch {
    /// The smallest part that is named; nil: none is.
    private var smallest: Part? {
        if second != nil { return .second }
        if minute != nil { return .minute }
        if hour != nil { return .hour }
        if day != nil || weekday != nil || weekdayOrdinal != nil { return .day }
        if month != nil { return .month }
        return year == nil ? nil : .year
    }

    private enum Part: Int, Comparable {
        case second, minute, hour, day, month, year
        static func < (a: Part, b: Part) -> Bool { a.rawValue < b.rawValue }
    }

    /// It may match in any hour of a day.
    var hasFreeHours: Bool { hour == nil && (minute != nil || second != nil) }
}

extension DateMatch {
    /// The first match from `date` on.
    ///
    /// - Returns: nil if there is none within `Limits.matchYears`.
    func first(from date: WallDate) -> WallDate? {
        let times = Times(self)
        var day = Day(date.day)
        let last = day.number + Limits.matchYears * 366
        while day.number <= last, day.number <= WallDate.latest.day {
            if let skipped = dayAfterMismatch(day) {
                guard skipped > day.number else { return nil }
                day = Day(skipped)
                continue
            }
            let from = day.number == date.day ? date.secondsIntoDay(roundedUp: true) : 0
            if isMatch(day), let second = times.first(from: from) {
                return WallDate(day: day.number, intoDay: second * 1_000_000_000)
            }
            day = day.next
        }
        return nil
    }

    /// The last match up to `date`, from `earliest` on.
    func last(upTo date: WallDate, from earliest: WallDate) -> WallDate? {
        let times = Times(self)
        var number = date.day
        while number >= earliest.day {
            let day = Day(number)
            let upTo = number == date.day ? date.secondsIntoDay(roundedUp: false) : 86_399
            if isMatch(day), let second = times.last(upTo: upTo) {
                let found = WallDate(day: number, intoDay: second * 1_000_000_000)
                return found >= earliest ? found : nil
            }
            number = monthBefore(number) ?? number - 1
        }
        return nil
    }

    /// How many matches there are from `first` to `last`; of more than `Limits.countedMatches`, at
    /// least so many.
    func count(from first: WallDate, to last: WallDate) -> Int64 {
        let times = Times(self)
        var count: Int64 = 0
        var number = last.day
        while number >= first.day, count < Limits.countedMatches {
            if isMatch(Day(number)) {
                let from = number == first.day ? first.secondsIntoDay(roundedUp: true) : 0
                let upTo = number == last.day ? last.secondsIntoDay(roundedUp: false) : 86_399
                count += times.count(from: from, upTo: upTo)
            }
            number = monthBefore(number) ?? number - 1
        }
        return count
    }

    /// A day of the calendar.
    private struct Day {
        /// Since 1970-01-01.
        let number: Int64
        let year: Int
        let month: Int
        let day: Int

        init(_ number: Int64) {
            self.number = number
            (year, month, day) = WallDate.civil(number)
        }

        private init(number: Int64, year: Int, month: Int, day: Int) {
            self.number = number
            self.year = year
            self.month = month
            self.day = day
        }

        var next: Day {
            guard day < 28 else { return Day(number + 1) }
            return Day(number: number + 1, year: year, month: month, day: day + 1)
        }

        /// From Sunday, which is 1; 1 January 1970 was a Thursday.
        var weekday: Int { Int((number + 4).remainder(dividingFloor: 7)) + 1 }
    }

    private func isMatch(_ day: Day) -> Bool {
        let smallest = smallest ?? .second
        let month = self.month ?? (smallest > .month ? 1 : nil)
        let dayOfMonth = self.day ?? (smallest > .day ? 1 : nil)
        return (year.map { $0 == day.year } ?? true) && (month.map { $0 == day.month } ?? true)
            && (dayOfMonth.map { $0 == day.day } ?? true)
            && (weekday.map { $0 == day.weekday } ?? true)
            && (weekdayOrdinal.map { $0 == (day.day - 1) / 7 + 1 } ?? true)
    }

    /// The last day of the month before the one that a day is in, where that has another name than
    /// the one that matches; nil: it can match.
    private func monthBefore(_ number: Int64) -> Int64? {
        guard let month else { return nil }
        let day = Day(number)
        return month == day.month ? nil : number - Int64(day.day)
    }

    /// The first day of the next month that can match; nil: this one can.
    private func dayAfterMismatch(_ day: Day) -> Int64? {
        if let year, year != day.year {
            return year < day.year ? day.number : WallDate.day(year: year, month: 1, day: 1)
        }
        guard let month, month != day.month else { return nil }
        let year = month > day.month ? day.year : day.year + 1
        guard WallDate.years.contains(year) else { return day.number }
        return WallDate.day(year: year, month: month, day: 1)
    }
}

/// The times of day that match, in seconds.
private struct Times {
    private let hours: [Int]
    private let minutes: [Int]
    private let seconds: [Int]

    init(_ match: DateMatch) {
        // A part that isn't named is free above a smaller part that is named; otherwise the part
        // has its first value.
        let freesMinutes = match.second != nil
        hours = match.hour.map { [$0] } ?? (match.hasFreeHours ? Array(0..<24) : [0])
        minutes = match.minute.map { [$0] } ?? (freesMinutes ? Array(0..<60) : [0])
        seconds = [match.second ?? 0]
    }

    private func times(_ hour: Int) -> [Int64] {
        minutes.flatMap { minute in
            seconds.map { Int64(hour * 3_600 + minute * 60 + $0) }
        }
    }

    func first(from second: Int64) -> Int64? {
        for hour in hours where Int64(hour) * 3_600 + 3_599 >= second {
            if let found = times(hour).first(where: { $0 >= second }) { return found }
        }
        return nil
    }

    func last(upTo second: Int64) -> Int64? {
        for hour in hours.reversed() where Int64(hour) * 3_600 <= second {
            if let found = times(hour).last(where: { $0 <= second }) { return found }
        }
        return nil
    }

    func count(from first: Int64, upTo last: Int64) -> Int64 {
        if first <= 0, last >= 86_399 {
            return Int64(hours.count * minutes.count * seconds.count)
        }
        return Int64(hours.flatMap(times).count { first <= $0 && $0 <= last })
    }
}

extension WallDate {
    fileprivate func secondsIntoDay(roundedUp: Bool) -> Int64 {
        let whole = intoDay / 1_000_000_000
        return roundedUp && intoDay % 1_000_000_000 > 0 ? whole + 1 : whole
    }
}
