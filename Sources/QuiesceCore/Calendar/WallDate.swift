/// The date and time on a wall in some zone: a calendar and a clock. Gregorian at all times,
/// without leap seconds.
///
/// It is counted in nanoseconds since 1970-01-01 00:00, as if that wall hung in UTC, and kept
/// within `WallDate.years`: any number that is read from a store is a date, and adding the offset
/// of a zone to one can't overflow.
public struct WallDate: Sendable, Hashable, Comparable {
    public let nanoseconds: Int64

    /// Those that 64 bits can hold and a little less, so that there is room for sums.
    public static let years = 1678...2261
    public static let earliest = WallDate(day: firstDay, intoDay: 0)
    public static let latest = WallDate(day: lastDay, intoDay: nanosecondsADay - 1)

    /// - Parameter nanoseconds: brought within `years`.
    public init(nanoseconds: Int64) {
        self.nanoseconds = min(
            max(nanoseconds, Self.firstDay * Self.nanosecondsADay),
            Self.lastDay * Self.nanosecondsADay + Self.nanosecondsADay - 1)
    }

    /// - Throws: what there is no such date for: 30 February, hour 25, the year 1500.
    public init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
        nanosecond: Int = 0
    ) throws(ImpossibleDate) {
        guard Self.years.contains(year) else { throw .year(year) }
        guard (1...12).contains(month) else { throw .month(month) }
        guard (1...Self.days(of: month, in: year)).contains(day) else {
            throw .day(day, ofMonth: month, inYear: year)
        }
        guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second),
            (0..<1_000_000_000).contains(nanosecond)
        else { throw .timeOfDay(hour: hour, minute: minute, second: second) }
        let seconds = Int64(hour * 3_600 + minute * 60 + second)
        self.init(
            day: Self.day(year: year, month: month, day: day),
            intoDay: seconds * 1_000_000_000 + Int64(nanosecond))
    }

    /// - Parameters:
    ///   - day: whole days since 1970-01-01, within `years`.
    ///   - intoDay: nanoseconds since midnight, less than a day.
    init(day: Int64, intoDay: Int64) {
        self.init(nanoseconds: day * Self.nanosecondsADay + intoDay)
    }

    /// Whole days since 1970-01-01.
    var day: Int64 { nanoseconds.quotient(dividingFloor: Self.nanosecondsADay) }
    /// Nanoseconds since midnight.
    var intoDay: Int64 { nanoseconds.remainder(dividingFloor: Self.nanosecondsADay) }

    public var year: Int { Self.civil(day).year }
    /// 1…12.
    public var month: Int { Self.civil(day).month }
    /// 1…31.
    public var dayOfMonth: Int { Self.civil(day).day }
    public var hour: Int { Int(intoDay / 3_600_000_000_000) }
    public var minute: Int { Int(intoDay / 60_000_000_000 % 60) }
    public var second: Int { Int(intoDay / 1_000_000_000 % 60) }
    public var nanosecond: Int { Int(intoDay % 1_000_000_000) }

    public static func < (a: WallDate, b: WallDate) -> Bool { a.nanoseconds < b.nanoseconds }

    static let nanosecondsADay: Int64 = 86_400 * 1_000_000_000
    private static let firstDay = day(year: years.lowerBound, month: 1, day: 1)
    private static let lastDay = day(year: years.upperBound, month: 12, day: 31)
}

/// Why there is no such date.
public enum ImpossibleDate: Error, Sendable, Hashable, CustomStringConvertible {
    case year(Int)
    case month(Int)
    case day(Int, ofMonth: Int, inYear: Int)
    case timeOfDay(hour: Int, minute: Int, second: Int)

    public var description: String {
        switch self {
        case .year(let year):
            "the year \(year) isn't one of \(WallDate.years.lowerBound) to \(WallDate.years.upperBound)"
        case .month(let month): "there is no month \(month)"
        case .day(let day, let month, let year):
            "month \(month) of \(year) has no day \(day)"
        case .timeOfDay(let hour, let minute, let second):
            "no day has the time \(hour):\(minute):\(second)"
        }
    }
}

extension WallDate: CustomStringConvertible {
    /// As in `2026-03-29 02:30:00`.
    public var description: String {
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (year, month, day) = Self.civil(day)
        return "\(year)-\(digits(month))-\(digits(day)) "
            + "\(digits(hour)):\(digits(minute)):\(digits(second))"
    }
}

extension WallDate: WrittenAs {
    public var written: Int64 { nanoseconds }
    public init(written: Int64) { self.init(nanoseconds: written) }
}
