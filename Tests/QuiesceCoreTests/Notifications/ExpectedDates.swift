@testable import QuiesceCore

/// When a notification is due, by plain arithmetic on what walls show, beside the core's calendar.
struct ExpectedDates {
    struct Due {
        /// Which it is: of days, how many after the first; of minutes and hours, the moment.
        var number: Int64
        var at: WallTime
    }

    /// Nanoseconds; nil: once.
    private let period: Int64?
    let isOfTheClock: Bool
    /// The wall-clock time of the first date, in nanoseconds since 1970.
    private let first: Int64
    /// The wall has shown that before.
    private let isLaterPass: Bool

    init(from fireDate: WallTime, every: RepeatInterval?, in offsets: UTCOffsets) {
        period =
            switch every {
            case .minute: 60 * Self.second
            case .hour: 3_600 * Self.second
            case .day: 86_400 * Self.second
            case _: nil
            }
        isOfTheClock = every == .minute || every == .hour
        first = Self.wall(fireDate.nanoseconds, offsets)
        isLaterPass = Self.passes(first, offsets).contains { $0 < fireDate.nanoseconds }
    }

    /// The newest that is due by `time`.
    func newest(at time: WallTime, in offsets: UTCOffsets) -> Due? {
        let now = time.nanoseconds
        let start = moment(first, isLaterPass: isLaterPass, offsets)
        guard now >= start else { return nil }
        guard let period else { return due(0, start) }
        if isOfTheClock { return due(onClock: now, every: period, from: start, offsets) }
        let number = max(0, (latest(now, offsets) - first) / period)
        guard number > 0 else { return due(0, start) }
        return due(number, moment(first + number * period, isLaterPass: false, offsets))
    }

    /// Back from `now`, over every change of the offset.
    private func due(
        onClock now: Int64, every period: Int64, from start: Int64, _ offsets: UTCOffsets
    ) -> Due {
        var end = now
        while true {
            let since = (Self.wall(end, offsets) - first) % period
            let at = end - (since < 0 ? since + period : since)
            let change = offsets.changes.last { $0.at.nanoseconds <= end }?.at.nanoseconds
            if at <= start { return due(start, start) }
            guard let change, at < change else { return due(at, at) }
            end = change - 1
        }
    }

    private func due(_ number: Int64, _ at: Int64) -> Due {
        Due(number: number, at: WallTime(nanoseconds: at))
    }

    /// When the wall shows `date`, or has jumped over it.
    private func moment(_ date: Int64, isLaterPass: Bool, _ offsets: UTCOffsets) -> Int64 {
        let passes = Self.passes(date, offsets)
        if let pass = isLaterPass ? passes.last : passes.first { return pass }
        return offsets.changes.map(\.at.nanoseconds).first {
            Self.wall($0 - 1, offsets) < date && date <= Self.wall($0, offsets)
        } ?? date
    }

    /// The latest that the wall has shown until `now`.
    private func latest(_ now: Int64, _ offsets: UTCOffsets) -> Int64 {
        let changes = offsets.changes.map(\.at.nanoseconds).filter { $0 <= now }
        return (changes.map { $0 - 1 } + [now]).map { Self.wall($0, offsets) }.max() ?? now
    }

    /// When the wall shows `date`: once, twice or never.
    private static func passes(_ date: Int64, _ offsets: UTCOffsets) -> [Int64] {
        Set(offsets.changes.map(\.seconds) + [offsets.seconds])
            .map { date - Int64($0) * second }
            .filter { wall($0, offsets) == date }.sorted()
    }

    private static func wall(_ time: Int64, _ offsets: UTCOffsets) -> Int64 {
        let change = offsets.changes.last { $0.at.nanoseconds <= time }
        return time + Int64(change?.seconds ?? offsets.seconds) * second
    }

    private static let second: Int64 = 1_000_000_000
}
