import Foundation

/// Times, durations and sizes as a person reads them.
enum HumanText {
    /// "14:03:07.250" today, "Nov 20 14:03:07" on another day of the year, with the year before
    /// that. A text that is no time is returned as it is.
    static func time(_ iso: String, now: Date = Date(), zone: TimeZone = .current) -> String {
        guard let date = date(iso) else { return iso }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts: Set<Calendar.Component> = [
            .year, .month, .day, .hour, .minute, .second, .nanosecond,
        ]
        let then = calendar.dateComponents(parts, from: date)
        let today = calendar.dateComponents(parts, from: now)
        let clock = "\(two(then.hour)):\(two(then.minute)):\(two(then.second))"
        if then.year == today.year, then.month == today.month, then.day == today.day {
            // Rounded, because a Date's fraction is binary.
            let milliseconds = min(999, Int((Double(then.nanosecond ?? 0) / 1e6).rounded()))
            return clock + "." + three(milliseconds)
        }
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let day = "\(months[(then.month ?? 1) - 1]) \(two(then.day))"
        return then.year == today.year ? "\(day) \(clock)" : "\(then.year ?? 0) \(day) \(clock)"
    }

    /// How long ago `iso` was: "0 s", "59 s", "3 min", "2 h 5 min", "3 d".
    static func age(_ iso: String, now: Date = Date()) -> String {
        guard let date = date(iso) else { return "-" }
        return duration(seconds: now.timeIntervalSince(date))
    }

    static func duration(seconds: Double) -> String {
        let seconds = Int(max(0, seconds.isFinite ? min(seconds, 1e12) : 0))
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3_600: return "\(seconds / 60) min"
        case ..<86_400:
            let minutes = seconds % 3_600 / 60
            return "\(seconds / 3_600) h" + (minutes == 0 ? "" : " \(minutes) min")
        case _: return "\(seconds / 86_400) d"
        }
    }

    /// "512 B", "1.5 MiB"
    static func bytes(_ count: Int) -> String {
        let units = ["B", "KiB", "MiB", "GiB", "TiB"]
        // A count above the largest that is possible is shown as that.
        var tenths = min(max(count, 0), .max / 10) * 10
        var unit = 0
        while tenths >= 10_240 && unit < units.count - 1 {
            tenths /= 1_024
            unit += 1
        }
        if unit == 0 { return "\(count) B" }
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    static func date(_ iso: String) -> Date? {
        let withFraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return (try? withFraction.parse(iso)) ?? (try? Date.ISO8601FormatStyle().parse(iso))
    }

    private static func two(_ number: Int?) -> String { padded(number ?? 0, to: 2) }
    private static func three(_ number: Int) -> String { padded(number, to: 3) }
    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
