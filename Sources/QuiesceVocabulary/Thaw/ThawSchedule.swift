/// When a hosted program is thawed (Y1): after it has been suspended for `every`, for `lasting`; or
/// when data arrive for it, until its connections rest (Y6).
///
/// As text, in an Info.plist's `QuiesceThaw` and on a command line: `every 10m for 20s`, or
/// `on traffic`.
// derive: json
public struct ThawSchedule: Sendable, Hashable {
    public var every: Interval
    public var lasting: Interval
    /// Data thaw it, too, and `every` and `lasting` are the most.
    // json: unless false
    public var isOnTraffic = false

    /// A minute asleep at the most: clients that ping by themselves do so each half minute or
    /// minute, and servers wait for two or three. Thirty seconds, as a fetch has, for its mail.
    public static let onTraffic: ThawSchedule = {
        var schedule = ThawSchedule(every: .seconds(60), lasting: .seconds(30))!
        schedule.isOnTraffic = true
        return schedule
    }()

    /// - Returns: nil where `isPossible` would be false.
    public init?(every: Interval, lasting: Interval) {
        self.every = every
        self.lasting = lasting
        guard isPossible else { return nil }
    }

    /// The shortest and the longest sleep. Below five seconds a program is better left awake.
    package static let sleeps = Interval.seconds(5)...Interval.seconds(7 * 86_400)
    /// The shortest and the longest thaw. Below a tenth of a second many programs get nothing done;
    /// above five minutes a program is no longer asleep.
    package static let thaws = Interval.milliseconds(100)...Interval.seconds(300)

    /// A stored one may be any.
    package var isPossible: Bool {
        Self.sleeps.contains(every) && Self.thaws.contains(lasting)
    }

    /// How the text must be, for a message.
    package static let form =
        "\"every 10m for 20s\": asleep for 5s to 7d, thawed for 0.1s to 5m, in s, m, h or d; or "
        + "\"on traffic\": thawed for data that arrive"
}

extension ThawSchedule {
    /// - Returns: nil, unless the text is as `form` says.
    public init?(_ text: String) {
        let words = text.split(separator: " ")
        if words == ["on", "traffic"] {
            self = .onTraffic
            return
        }
        guard words.count == 4, words[0] == "every", words[2] == "for",
            let every = Interval(typed: words[1]), let lasting = Interval(typed: words[3])
        else { return nil }
        self.init(every: every, lasting: lasting)
    }

    /// "every 10m for 20s", "on traffic"
    public var words: String {
        isOnTraffic ? "on traffic" : "every \(every.typed) for \(lasting.typed)"
    }
}

extension Interval {
    private static let units: [(name: Character, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000),
    ]

    /// `20s`, `0.5s`, `10m`, `1.5h`, `7d`: whole milliseconds.
    fileprivate init?(typed text: Substring) {
        guard let unit = Self.units.first(where: { $0.name == text.last }) else { return nil }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2,
            parts.allSatisfy({
                (1...6).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isNumber }
            }), let whole = Int64(first)
        else { return nil }
        var milliseconds = whole * unit.milliseconds
        if parts.count == 2, let part = Int64(parts[1]) {
            var scale: Int64 = 1
            for _ in parts[1] { scale *= 10 }
            guard part * unit.milliseconds % scale == 0 else { return nil }
            milliseconds += part * unit.milliseconds / scale
        }
        self = .milliseconds(milliseconds)
    }

    /// In the largest unit that says it in whole numbers; milliseconds as parts of a second.
    fileprivate var typed: String {
        let milliseconds = nanoseconds / 1_000_000
        for (name, size) in Self.units where milliseconds % size == 0 && milliseconds > 0 {
            return "\(milliseconds / size)\(name)"
        }
        var digits = String(milliseconds % 1_000 + 1_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(milliseconds / 1_000).\(digits)s"
    }
}
