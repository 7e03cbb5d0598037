import QuiesceCore

/// How a zone goes on after the last change that its file lists: the `TZ` string of POSIX, with the
/// extensions of RFC 9636, for example `CET-1CEST,M3.5.0,M10.5.0/3`.
package struct DaylightRule: Sendable, Hashable {
    /// Seconds east of UTC.
    package let standard: Int32
    /// nil: the clocks are never changed.
    let daylight: Daylight?

    struct Daylight: Sendable, Hashable {
        /// Seconds east of UTC.
        var seconds: Int32
        var begins: YearlyDate
        var ends: YearlyDate
    }

    /// - Returns: nil unless `text` is such a string, whole.
    package init?(_ text: String) {
        var reader = RuleReader(text)
        guard reader.readName(), let standard = reader.readOffset() else { return nil }
        self.standard = -standard
        guard !reader.isAtEnd else {
            daylight = nil
            return
        }
        guard reader.readName() else { return nil }
        var seconds = self.standard + 3_600
        if !reader.isNext(",") {
            guard let offset = reader.readOffset() else { return nil }
            seconds = -offset
        }
        guard let begins = reader.readDate(), let ends = reader.readDate(), reader.isAtEnd
        else { return nil }
        daylight = Daylight(seconds: seconds, begins: begins, ends: ends)
    }

    /// The offset before the changes of `changes(in:)` of any year.
    func seconds(at time: Int64) -> Int32 {
        let year = CivilYear(containing: time)
        // The change before may be in the year before.
        let changes =
            changes(in: year.number - 1) + changes(in: year.number)
            + changes(in: year.number + 1)
        return changes.last { $0.at <= time }?.seconds ?? standard
    }

    /// In order; in seconds since 1970.
    func changes(in year: Int) -> [(at: Int64, seconds: Int32)] {
        guard let daylight else { return [] }
        let start = CivilYear(year)
        let changes = [
            (at: daylight.begins.second(in: start) - Int64(standard), seconds: daylight.seconds),
            (at: daylight.ends.second(in: start) - Int64(daylight.seconds), seconds: standard),
        ]
        return changes[0].at <= changes[1].at ? changes : changes.reversed()
    }
}

/// A day of the year and a time of that day, as a rule gives them.
enum YearlyDate: Sendable, Hashable {
    /// `Jn`, 1…365: 29 February is never counted. With seconds since midnight.
    case dayWithoutLeap(Int, Int64)
    /// `n`, 0…365.
    case day(Int, Int64)
    /// `Mm.w.d`: the week 1…5 of the month, 5 is the last; the day 0…6, 0 is Sunday.
    case weekday(month: Int, week: Int, day: Int, Int64)

    /// Since 1970, by the wall's clock.
    func second(in year: CivilYear) -> Int64 {
        switch self {
        case .dayWithoutLeap(let day, let time):
            let skipped = year.isLeap && day >= 60 ? 0 : 1
            return (year.firstDay + Int64(day - skipped)) * 86_400 + time
        case .day(let day, let time):
            return (year.firstDay + Int64(day)) * 86_400 + time
        case .weekday(let month, let week, let day, let time):
            let first = year.firstDay + Int64(year.daysBefore(month))
            // 1970-01-01 was a Thursday.
            let weekday = Int((first % 7 + 7 + 4) % 7)
            var inMonth = (day - weekday + 7) % 7 + (week - 1) * 7
            while inMonth >= year.days(of: month) { inMonth -= 7 }
            return (first + Int64(inMonth)) * 86_400 + time
        }
    }
}

/// A year of the Gregorian calendar.
struct CivilYear {
    let number: Int

    init(_ number: Int) { self.number = number }

    /// - Parameter second: since 1970.
    init(containing second: Int64) {
        number = WallDate(nanoseconds: second.multipliedSaturating(by: 1_000_000_000)).year
    }

    var isLeap: Bool { number % 4 == 0 && (number % 100 != 0 || number % 400 == 0) }
    /// Days since 1970-01-01.
    var firstDay: Int64 {
        let before = Int64(number - 1)
        return before * 365 + before / 4 - before / 100 + before / 400 - 719_162
    }

    func days(of month: Int) -> Int {
        month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    func daysBefore(_ month: Int) -> Int { (1..<month).reduce(0) { $0 + days(of: $1) } }
}

extension Int64 {
    fileprivate func multipliedSaturating(by factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? (self < 0 ? .min : .max) : product
    }
}
