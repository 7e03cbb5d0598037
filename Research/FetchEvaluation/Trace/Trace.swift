/// Seconds since 1970-01-01T00:00 as a wall clock reads, without a zone.
public typealias WallSeconds = Int64

/// The doings of owners of devices: the input of an evaluation.
public struct Trace: Sendable, Hashable {
    /// In order of their names.
    public var owners: [Owner]

    public init(owners: [Owner]) { self.owners = owners }
}

/// A time in which an app was in front, or a device in use.
public struct Span: Sendable, Hashable {
    public var start: WallSeconds
    public var end: WallSeconds

    public init(_ start: WallSeconds, _ end: WallSeconds) {
        self.start = start
        self.end = end
    }
}

/// One owner's apps and when the device was in use.
public struct Owner: Sendable, Hashable {
    /// An app with at least one open.
    public struct App: Sendable, Hashable {
        public var name: String
        /// From each open to its close, in order of the opens.
        public let uses: [Span]

        /// - Parameter uses: at least one, in any order.
        public init(name: String, uses: [Span]) {
            precondition(!uses.isEmpty, "an app of a trace was opened")
            self.name = name
            self.uses = uses.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        }
    }

    public let name: String
    /// In order of their names.
    public let apps: [App]
    /// When the device was in use, in order; none touches the next.
    public let screen: [Span]
    /// The local days of the first and the last record.
    let days: ClosedRange<Int64>

    /// - Parameter apps: at least one.
    public init(name: String, apps: [App], screen: [Span]) {
        precondition(!apps.isEmpty, "an owner of a trace opened an app")
        self.name = name
        self.apps = apps.sorted { $0.name < $1.name }
        self.screen = Self.merged(screen)
        let records = apps.flatMap(\.uses) + self.screen
        days =
            Day.of(records.map(\.start).min() ?? 0)...Day.of(records.map(\.end).max() ?? 0)
    }

    private static func merged(_ spans: [Span]) -> [Span] {
        var merged: [Span] = []
        for span in spans.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            if let last = merged.last, span.start <= last.end {
                merged[merged.count - 1].end = max(last.end, span.end)
            } else {
                merged.append(span)
            }
        }
        return merged
    }
}

/// Local days, by their number since 1970-01-01.
enum Day {
    static let seconds: Int64 = 86_400

    static func of(_ time: WallSeconds) -> Int64 {
        let quotient = time / seconds
        return time % seconds < 0 ? quotient - 1 : quotient
    }

    static func start(_ day: Int64) -> WallSeconds { day * seconds }

    /// Seconds since its midnight.
    static func second(_ time: WallSeconds) -> Int64 { time - start(of(time)) }

    /// 0 is Monday.
    static func weekday(_ day: Int64) -> Int64 { ((day + 3) % 7 + 7) % 7 }

    static func isWeekend(_ day: Int64) -> Bool { weekday(day) >= 5 }
}
