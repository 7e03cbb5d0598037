import QuiesceCore
import QuiesceWire

/// Dates before 1970, which the core's calendar doesn't have. An app makes one of hour and minute
/// alone, as a date without a year is in the year 1; it means that time of each day, or any past
/// date: now.
enum LongPast {
    private static let dayMilliseconds: Int64 = 86_400_000
    /// From 1 January of the year 1 to that of 1970, and to 15 October 1582, as the calendar is
    /// counted today.
    private static let daysTo1970: Int64 = 719_162
    private static let daysToGregorian: Int64 = 577_735

    /// The same date and time of day in a year that is past, too, and has the same days of the
    /// week: there a notification repeats in the same way.
    ///
    /// - Parameter milliseconds: what a wall shows, since 1970.
    static func moved(_ milliseconds: Int64) -> Int64 {
        var day = milliseconds / dayMilliseconds
        if milliseconds % dayMilliseconds < 0 { day -= 1 }
        let asked = Year(of: day + daysTo1970)
        // In 28 years without the end of a century there is one of each kind.
        let found = (1972...1999).map { Year(starting: daysBefore(year: $0), $0) }
            .first { $0.isLeap == asked.isLeap && $0.weekday == asked.weekday }
        let start = (found?.start ?? daysTo1970) - daysTo1970
        let dayOfYear = day + daysTo1970 - asked.start
        return (start + dayOfYear) * dayMilliseconds + (milliseconds - day * dayMilliseconds)
    }

    private struct Year {
        /// Days from 1 January of the year 1, as the calendar is counted today.
        var start: Int64
        var isLeap: Bool
        var weekday: Int64 { (start % 7 + 7) % 7 }

        init(starting start: Int64, _ number: Int64) {
            self.start = start
            isLeap = number % 4 == 0 && (number % 100 != 0 || number % 400 == 0)
        }

        /// The one that `day` is in. As in Foundation's calendar it is a Julian one before 1582.
        init(of day: Int64) {
            let isJulian = day < daysToGregorian
            // The Julian year 1 began two days earlier; its years come again after 4, the others
            // after 400.
            let (shift, cycle): (Int64, Int64) = isJulian ? (2, 1_461) : (0, 146_097)
            let inCycle = ((day + shift) % cycle + cycle) % cycle
            var year = inCycle / 366 + 1
            while daysBefore(year: year + 1) <= inCycle { year += 1 }
            start = day - (inCycle - daysBefore(year: year))
            isLeap = isJulian ? year % 4 == 0 : Year(starting: 0, year).isLeap
        }
    }

    /// Days from 1 January of the year 1 to that of `year`.
    private static func daysBefore(year: Int64) -> Int64 {
        let before = year - 1
        return before * 365 + before / 4 - before / 100 + before / 400
    }
}

extension Device {
    /// When a notification is to fire, as the core's calendar can have it.
    func fireDate(of content: NotificationContent) -> WallTime? {
        guard let milliseconds = content.fireDate else { return nil }
        let asked = WallTime(milliseconds: milliseconds)
        // A number that can't be a date at all: the core refuses it.
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
