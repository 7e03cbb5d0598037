import QuiesceCore

/// Durations, times of day and dates as people write them, in whole milliseconds.
///
/// The device has no time zone: its clock is UTC, and every day has 24 hours.
enum TimeText {
    static let day: Int64 = 86_400_000

    private static let units: [(name: String, milliseconds: Int64)] = [
        ("d", day), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]

    /// "40s", "250ms", "1.5s", "1h30m", "2d": numbers with units, the largest first.
    static func duration(_ text: String) -> Int64? {
        var rest = Substring(text)
        var total: Int64 = 0
        var smallest = -1
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(number.count)
            let name = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(name.count)
            guard let unit = units.firstIndex(where: { $0.name == name }), unit > smallest,
                let value = milliseconds(number, units[unit].milliseconds)
            else { return nil }
            smallest = unit
            total += value
        }
        return total
    }

    /// `number` units; nil if that is no whole number of milliseconds, or over nine digits.
    private static func milliseconds(_ number: Substring, _ unit: Int64) -> Int64? {
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap({ digits($0, upTo: 9) }), parts.count <= 2 else {
            return nil
        }
        guard parts.count == 2 else { return whole * unit }
        guard let fraction = digits(parts[1], upTo: 6) else { return nil }
        let scale = parts[1].reduce(Int64(1)) { scale, _ in scale * 10 }
        guard fraction * unit % scale == 0 else { return nil }
        return whole * unit + fraction * unit / scale
    }

    /// "07:15" or "07:15:30", since midnight.
    static func timeOfDay(_ text: some StringProtocol) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0.count == 2 }),
            let hours = digits(parts[0], upTo: 2), hours < 24,
            let minutes = digits(parts[1], upTo: 2), minutes < 60
        else { return nil }
        guard parts.count == 3 else { return (hours * 60 + minutes) * 60_000 }
        guard let seconds = digits(parts[2], upTo: 2), seconds < 60 else { return nil }
        return ((hours * 60 + minutes) * 60 + seconds) * 1_000
    }

    /// "2026-03-02": days since 1970.
    static func date(_ text: some StringProtocol) -> Int64? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            let year = digits(parts[0], upTo: 4), (1970...2199).contains(year),
            let month = digits(parts[1], upTo: 2), (1...12).contains(month),
            let day = digits(parts[2], upTo: 2), day >= 1, day <= daysIn(month, of: year)
        else { return nil }
        var days: Int64 = day - 1
        for earlier in 1970..<year { days += isLeap(earlier) ? 366 : 365 }
        for earlier in 1..<month { days += daysIn(earlier, of: year) }
        return days
    }

    /// 0: Sunday … 6: Saturday. The first of January 1970 was a Thursday.
    static func weekday(_ days: Int64) -> Int { Int((days + 4) % 7) }

    private static func isLeap(_ year: Int64) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func daysIn(_ month: Int64, of year: Int64) -> Int64 {
        [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month) - 1]
    }

    static func digits(_ text: some StringProtocol, upTo count: Int) -> Int64? {
        guard (1...count).contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int64(text)
    }
}
