import QuiesceCore

/// When something happens, as the `at` of an event says it.
enum When: Hashable {
    /// `12:03`, `day 2 12:03`, `2026-03-03 12:03`: milliseconds since the midnight before the
    /// start.
    case once(Int64)
    /// `every day 08:15`, `every weekday 08:15`, `every monday 08:15`
    case daily(Set<Int>, Int64)
    /// `every 30m`: from the start on.
    case every(Int64)
    /// `every 30m from 09:00 to 17:00`, `… on weekdays`: each such day anew, the last one included.
    case within(Int64, from: Int64, to: Int64, Set<Int>)
    /// `+30s`: after the event before it in the file, or after the start.
    case after(Int64)

    struct Problem: Error { var message: String }

    static let forms =
        "a time such as 12:03, day 2 12:03, 2026-03-03 12:03, every day 08:15, "
        + "every weekday 08:15, every 30m, every 30m from 09:00 to 17:00, or +30s"

    /// - Parameter start: of the scenario, in milliseconds since 1970.
    init(_ text: String, start: Int64) throws(Problem) {
        if text.hasPrefix("+") {
            guard let after = TimeText.duration(String(text.dropFirst())) else {
                throw Problem(message: "after the + comes a duration such as 30s, got \"\(text)\"")
            }
            self = .after(after)
            return
        }
        let words = text.split(separator: " ").map(String.init)
        switch (words.count, words.first) {
        case (1, _):
            self = .once(try Self.time(words[0], in: text))
        case (3, "day"):
            guard let day = TimeText.digits(words[1], upTo: 4), day >= 1 else {
                throw Problem(message: "days count from 1, got \"\(text)\"")
            }
            self = .once((day - 1) * TimeText.day + (try Self.time(words[2], in: text)))
        case (2, let first?) where first.contains("-"):
            guard let date = TimeText.date(first) else {
                throw Problem(message: "\"\(first)\" is not a date; write it as 2026-03-31")
            }
            let firstDay = start / TimeText.day
            self = .once((date - firstDay) * TimeText.day + (try Self.time(words[1], in: text)))
        case (2..., "every"):
            self = try Self.repeated(words, text)
        case (_, _):
            throw Problem(message: "at must be \(Self.forms), got \"\(text)\"")
        }
    }

    /// `words`: "every", then what.
    private static func repeated(_ words: [String], _ text: String) throws(Problem) -> When {
        if let days = days(words[1]) {
            guard words.count == 3 else {
                throw Problem(message: "after \"every \(words[1])\" comes a time such as 08:15")
            }
            return .daily(days, try time(words[2], in: text))
        }
        guard let period = TimeText.duration(words[1]), period > 0 else {
            throw Problem(
                message: "after \"every\" comes a day (day, weekday, weekend, monday …) or a "
                    + "duration above 0 such as 30m, got \"\(words[1])\"")
        }
        var rest = words.dropFirst(2)
        if rest.isEmpty { return .every(period) }
        var (from, to): (Int64, Int64) = (0, TimeText.day - 1)
        var on = Set(0...6)
        if rest.first == "from" {
            let times = Array(rest.prefix(4))
            guard times.count == 4, times[2] == "to" else {
                throw Problem(message: "\"from\" is followed by two times: from 09:00 to 17:00")
            }
            from = try time(times[1], in: text)
            to = times[3] == "24:00" ? TimeText.day - 1 : try time(times[3], in: text)
            guard from < to else {
                throw Problem(
                    message:
                        "\(times[3]) is not after \(times[1]); past midnight use two events"
                )
            }
            rest = rest.dropFirst(4)
        }
        if rest.first == "on", rest.count == 2, let days = days(rest.last ?? "") {
            on = days
            rest = []
        }
        guard rest.isEmpty else {
            throw Problem(message: "at must be \(forms), got \"\(text)\"")
        }
        return .within(period, from: from, to: to, on)
    }

    private static func time(_ word: String, in text: String) throws(Problem) -> Int64 {
        guard let time = TimeText.timeOfDay(word) else {
            throw Problem(
                message: word.contains(":")
                    ? "\"\(word)\" is not a time of day: those go from 00:00 to 23:59:59"
                    : "at must be \(forms), got \"\(text)\"")
        }
        return time
    }

    /// The weekdays that a word means, with 0 for Sunday.
    private static func days(_ word: String) -> Set<Int>? {
        let names = [
            "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
        ]
        let word = word.hasSuffix("s") ? String(word.dropLast()) : word
        switch word {
        case "day": return Set(0...6)
        case "weekday": return Set(1...5)
        case "weekend": return [0, 6]
        case _: return names.firstIndex(of: word).map { [$0] }
        }
    }
}
