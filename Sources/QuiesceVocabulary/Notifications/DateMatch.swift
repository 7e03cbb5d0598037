/// Parts of a date and a time of day: a wall matches whenever it shows all that are named, as
/// `DateComponents` of a `UNCalendarNotificationTrigger`.
///
/// Parts smaller than the smallest that is named are the first of their kind: hour 8 is 08:00:00.
/// Others that aren't named may be anything: minute 30 is every hour's.
public struct DateMatch: Sendable, Hashable {
    public var year: Int?
    /// 1…12.
    public var month: Int?
    /// 1…31.
    public var day: Int?
    /// 1…7, from Sunday.
    public var weekday: Int?
    /// 1…5: which of its kind in the month `weekday` is.
    public var weekdayOrdinal: Int?
    public var hour: Int?
    public var minute: Int?
    public var second: Int?

    public init(
        year: Int? = nil, month: Int? = nil, day: Int? = nil, weekday: Int? = nil,
        weekdayOrdinal: Int? = nil, hour: Int? = nil, minute: Int? = nil, second: Int? = nil
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.weekday = weekday
        self.weekdayOrdinal = weekdayOrdinal
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Whether it can be meant: parts are named, and each can be one of a calendar's or a clock's.
    public var isPossible: Bool {
        func isIn(_ range: ClosedRange<Int>, _ part: Int?) -> Bool {
            part.map(range.contains) ?? true
        }
        return self != DateMatch() && isIn(1...9_999, year) && isIn(1...12, month)
            && isIn(1...31, day) && isIn(1...7, weekday) && isIn(1...5, weekdayOrdinal)
            && isIn(0...23, hour) && isIn(0...59, minute) && isIn(0...59, second)
    }
}

extension DateMatch {
    private static let parts:
        [(word: Substring, part: WritableKeyPath<DateMatch, Int?> & Sendable)] = [
            ("year", \.year), ("month", \.month), ("day", \.day), ("weekday", \.weekday),
            ("ordinal", \.weekdayOrdinal), ("hour", \.hour), ("minute", \.minute),
            ("second", \.second),
        ]

    /// As in `weekday=2 hour=8 minute=30`.
    public var text: String {
        Self.parts.compactMap { word, part in
            self[keyPath: part].map { "\(word)=\($0)" }
        }.joined(separator: " ")
    }

    /// - Returns: nil for what isn't such a text, or can't be meant.
    public init?(text: Substring) {
        self.init()
        for named in text.split(separator: " ") {
            let pair = named.split(separator: "=")
            guard pair.count == 2, let number = Int(pair[1]),
                let part = Self.parts.first(where: { $0.word == pair[0] })?.part
            else { return nil }
            self[keyPath: part] = number
        }
        guard isPossible else { return nil }
    }
}
