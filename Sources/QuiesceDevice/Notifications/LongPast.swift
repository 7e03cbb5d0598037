import QuiesceCore
import QuiesceWire

/// Dates before 1970, which the core's calendar doesn't have. An app makes one of hour and minute alone, as a
/// date without a year is in the year 1; it means that time of each day, or any past date: now.
enum LongPast {
    private static let dayMilliseconds: Int64 = 86_400_000
    /// After so many years each date has the same day of the week again, in any case.
    private static let cycleDays: Int64 = 146_097
    private static let years: ClosedRange<Int64> = 1972...1999

    /// The same date and time of day in a year that is past, too, and has the same days of the week: there a
    /// notification repeats in the same way.
    ///
    /// - Parameter milliseconds: what a wall shows, since 1970.
    static func moved(_ milliseconds: Int64) -> Int64 {
        var day = milliseconds / dayMilliseconds
        if milliseconds % dayMilliseconds < 0 { day -= 1 }
        let sinceYear1 = day + daysBefore(year: 1970)
        // A year from 1 to 400, of the same kind.
        let inCycle = (sinceYear1 % cycleDays + cycleDays) % cycleDays
        var year = inCycle / 366 + 1
        while daysBefore(year: year + 1) <= inCycle { year += 1 }
        let found = years.first { isLike($0, year) } ?? years.lowerBound
        let days = daysBefore(year: found) - daysBefore(year: 1970)
        let dayOfYear = inCycle - daysBefore(year: year)
        return (days + dayOfYear) * dayMilliseconds + (milliseconds - day * dayMilliseconds)
    }

    /// Days from 1 January of the year 1 to that of `year`.
    private static func daysBefore(year: Int64) -> Int64 {
        let before = year - 1
        return before * 365 + before / 4 - before / 100 + before / 400
    }

    private static func isLike(_ a: Int64, _ b: Int64) -> Bool {
        let (lengthA, lengthB) = (
            daysBefore(year: a + 1) - daysBefore(year: a),
            daysBefore(year: b + 1) - daysBefore(year: b)
        )
        return lengthA == lengthB && daysBefore(year: a) % 7 == daysBefore(year: b) % 7
    }
}

extension Device {
    /// When a notification is to fire, as the core's calendar can have it.
    func fireDate(of content: NotificationContent) -> WallTime? {
        guard let milliseconds = content.fireDate else { return nil }
        let asked = WallTime(milliseconds: milliseconds)
        // What can't be a date at all: the core refuses it.
        guard asked < .zero, milliseconds > -(1 << 53) else { return asked }
        let early = offset(of: content, around: asked)
        let wall = LongPast.moved(milliseconds + early)
        let late = offset(of: content, around: WallTime(milliseconds: wall))
        return WallTime(milliseconds: wall - late)
    }

    /// In milliseconds; of no zone, or of an unknown one: 0.
    private func offset(of content: NotificationContent, around time: WallTime) -> Int64 {
        guard let name = content.timeZone, let offsets = ports.notifications.offsets(name, time)
        else { return 0 }
        let seconds = offsets.changes.last { $0.at <= time }?.seconds ?? offsets.seconds
        return Int64(seconds) * 1_000
    }
}
