/// Windows of work, of which only the first is looked for, each with what it is for.
///
/// An alarm that was put in stays until it comes to the front, however often it has changed
/// meanwhile: whoever takes it out, or asks for `window`, says first what still counts. An alarm
/// that has changed and changed back is there twice.
struct AlarmQueue<What: Hashable & Sendable>: Sendable {
    struct Alarm: Sendable, Hashable {
        let window: InstantWindow
        let what: What
    }

    /// All, by when they must be met.
    private var all = Heap<Entry>()
    /// Those with slack, by when they may be met.
    private var early = Heap<Entry>()

    var count: Int { all.count + early.count }

    /// From the first moment at which something may be done to the first by which something must.
    var window: InstantWindow? {
        guard let latest = all.least?.at else { return nil }
        return InstantWindow(earliest: min(latest, early.least?.at ?? latest), latest: latest)
    }

    mutating func insert(_ what: What, _ window: InstantWindow) {
        let alarm = Alarm(window: window, what: what)
        all.insert(Entry(at: window.latest, alarm: alarm))
        if window.earliest < window.latest {
            early.insert(Entry(at: window.earliest, alarm: alarm))
        }
    }

    /// Takes out one that may be met by `now`; nil: there is no more.
    mutating func takeReady(at now: Instant) -> Alarm? {
        if let least = early.least, least.at <= now { return early.removeLeast()?.alarm }
        while let least = all.least, least.at <= now {
            all.removeLeast()
            // Those with slack were taken from the others.
            if least.alarm.window.earliest == least.at { return least.alarm }
        }
        return nil
    }

    /// Drops what no longer counts from the front, so that `window` is that of something that does.
    mutating func settle(_ counts: (Alarm) -> Bool) {
        while let least = all.least, !counts(least.alarm) { all.removeLeast() }
        while let least = early.least, !counts(least.alarm) { early.removeLeast() }
    }

    /// Drops all that no longer counts.
    mutating func compact(_ counts: (Alarm) -> Bool) {
        all.keep { counts($0.alarm) }
        early.keep { counts($0.alarm) }
    }

    private struct Entry: Sendable, Comparable {
        let at: Instant
        let alarm: Alarm

        static func < (a: Self, b: Self) -> Bool { a.at < b.at }
        static func == (a: Self, b: Self) -> Bool { a.at == b.at && a.alarm == b.alarm }
    }
}
