/// After what unit of the calendar a notification is delivered again (N1).
// derive: json
public enum RepeatInterval: String, Sendable, Hashable, CaseIterable {
    case minute, hour, day, week, month, quarter, year

    /// How it is counted.
    enum Count {
        /// Whenever the wall's clock shows the same again, after this many nanoseconds.
        case clock(Int64)
        /// On the wall's calendar, after this many days.
        case days(Int64)
        /// On the wall's calendar, after this many months.
        case months(Int64)
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
        }
    }
}
