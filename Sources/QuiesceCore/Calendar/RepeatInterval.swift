/// When a notification is delivered again (N1): after a unit of the calendar, after a while, or
/// whenever a wall shows something.
public enum RepeatInterval: Sendable, Hashable {
    case minute, hour, day, week, month, quarter, year
    /// After so many seconds, as
    /// `UNTimeIntervalNotificationTrigger`. At least `Limits.shortestRepeat`.
    case seconds(Int64)
    /// As `UNCalendarNotificationTrigger`.
    case matching(DateMatch)

    /// The units of the calendar.
    public static let units: [RepeatInterval] = [
        .minute, .hour, .day, .week, .month, .quarter, .year,
    ]

    /// How it is counted.
    enum Count {
        /// Whenever the wall's clock shows the same again, after this many nanoseconds.
        case clock(Int64)
        /// On the wall's calendar, after this many days.
        case days(Int64)
        /// On the wall's calendar, after this many months.
        case months(Int64)
        /// Whenever the wall shows it.
        case matches(DateMatch)
    }

    var count: Count {
        switch self {
        case .minute: .clock(60 * 1_000_000_000)
        case .hour: .clock(3_600 * 1_000_000_000)
        case .day: .days(1)
        case .week: .days(7)
        case .month: .months(1)
        case .quarter: .months(3)
        case .year: .months(12)
        case .seconds(let seconds): .clock(seconds * 1_000_000_000)
        case .matching(let match): .matches(match)
        }
    }
}

extension RepeatInterval: RawRepresentable {
    private static let secondsWord = " s"

    /// The stable word for it: `day`, `90 s`, `weekday=2 hour=8`.
    public var rawValue: String {
        switch self {
        case .minute: "minute"
        case .hour: "hour"
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .quarter: "quarter"
        case .year: "year"
        case .seconds(let seconds): "\(seconds)\(Self.secondsWord)"
        case .matching(let match): match.text
        }
    }

    public init?(rawValue: String) {
        if let unit = Self.units.first(where: { $0.rawValue == rawValue }) {
            self = unit
        } else if rawValue.hasSuffix(Self.secondsWord) {
            guard let seconds = Int64(rawValue.dropLast(Self.secondsWord.count)),
                Limits.shortestRepeat <= seconds, seconds <= Limits.longestRepeat
            else { return nil }
            self = .seconds(seconds)
        } else {
            guard let match = DateMatch(text: rawValue[...]) else { return nil }
            self = .matching(match)
        }
    }
}

extension RepeatInterval: WrittenAs {
    public var written: String { rawValue }
    public init?(written: String) { self.init(rawValue: written) }
}
