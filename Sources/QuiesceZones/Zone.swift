import QuiesceCore

/// A zone of the time zone database: when its offset from UTC has changed, and how it goes on.
package struct Zone: Sendable, Hashable {
    /// Before the first change. Seconds east of UTC, as all.
    let first: Int32
    /// In order of time, in seconds since 1970.
    let changes: [Change]
    /// After the last change; nil: its offset holds.
    let rule: DaylightRule?

    struct Change: Sendable, Hashable {
        var at: Int64
        var seconds: Int32
    }

    init(first: Int32, changes: [Change], rule: DaylightRule?) {
        self.first = first
        self.changes = changes
        self.rule = rule
    }

    /// A zone that has always followed `rule`.
    package init(_ rule: DaylightRule) {
        self.init(first: rule.standard, changes: [], rule: rule)
    }

    /// The offsets that the core is given: a year back, as events that were due in it may be
    /// delivered late, and 10 years ahead. Whoever keeps the offsets renews them sooner.
    package func offsets(around time: WallTime) -> UTCOffsets {
        let second = WallDate(nanoseconds: time.nanoseconds).nanoseconds / 1_000_000_000
        return offsets(from: second - Self.year, to: second + 10 * Self.year)
    }

    /// - Parameters: seconds since 1970.
    func offsets(from: Int64, to: Int64) -> UTCOffsets {
        let listed = changes.filter { $0.at > from && $0.at <= to }
        return UTCOffsets(
            seconds: seconds(at: from),
            changes: (listed + ruled(from: from, to: to)).map {
                .init(
                    at: WallTime(nanoseconds: $0.at * 1_000_000_000), seconds: $0.seconds)
            })
    }

    private func seconds(at time: Int64) -> Int32 {
        if let rule, time >= changes.last?.at ?? .min { return rule.seconds(at: time) }
        return changes.last { $0.at <= time }?.seconds ?? first
    }

    /// The changes that the rule makes, which has its say after the last one listed.
    private func ruled(from: Int64, to: Int64) -> [Change] {
        guard let rule else { return [] }
        let from = max(from, changes.last?.at ?? .min)
        guard from < to else { return [] }
        let years = CivilYear(containing: from).number - 1...CivilYear(containing: to).number + 1
        var ruled: [Change] = []
        for change in years.flatMap(rule.changes(in:)) where change.at > from && change.at <= to {
            // Summer time all year ends when it begins.
            if ruled.last?.at == change.at { ruled.removeLast() }
            ruled.append(Change(at: change.at, seconds: change.seconds))
        }
        return ruled
    }

    private static let year: Int64 = 366 * 86_400
}
