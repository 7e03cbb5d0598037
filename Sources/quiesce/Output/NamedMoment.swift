import Foundation

/// A moment as a person names it: as ISO 8601 has it, or as tools print it, on the local clock, or
/// so long ago.
enum NamedMoment {
    static let forms =
        "10:02, 10:02:07.250, \"2026-11-21 10:02\", 2026-11-21T14:03:07.250Z or \"10 min ago\""

    /// - Returns: nil for what names none. A time without a day is the latest that isn't to come.
    static func date(_ text: String, now: Date = Date(), zone: TimeZone = .current) -> Date? {
        if let date = HumanText.date(text) { return date }
        if let ago = text.wholeMatch(of: /([0-9.]+) ?(s|m|h|d)(?:ec|in)?(?: ago)?/),
            let seconds = DurationText.seconds("\(ago.1)\(ago.2)")
        {
            return now.addingTimeInterval(-seconds)
        }
        let form =
            /(?:(\d{4})-(\d\d)-(\d\d)[ T])?(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?/
        guard let found = text.wholeMatch(of: form) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        func number(_ part: Substring?) -> Int? { part.flatMap { Int($0) } }
        var parts = DateComponents(
            hour: number(found.4), minute: number(found.5), second: number(found.6) ?? 0)
        guard let hour = parts.hour, let minute = parts.minute, let second = parts.second,
            hour < 24, minute < 60, second < 60
        else { return nil }
        // ".25" is 250 ms.
        let milliseconds = found.7.map { $0 + String(repeating: "0", count: 3 - $0.count) }
        let fraction = Double(milliseconds.flatMap { Int($0) } ?? 0) / 1_000
        func date(of day: DateComponents) -> Date? {
            (parts.year, parts.month, parts.day) = (day.year, day.month, day.day)
            return calendar.date(from: parts)?.addingTimeInterval(fraction)
        }
        if let year = number(found.1), let month = number(found.2), let day = number(found.3) {
            guard (1...12).contains(month), (1...31).contains(day) else { return nil }
            return date(of: DateComponents(year: year, month: month, day: day))
        }
        for then in [now, now.addingTimeInterval(-86_400)] {
            let day = calendar.dateComponents([.year, .month, .day], from: then)
            if let found = date(of: day), found <= now { return found }
        }
        return nil
    }
}
