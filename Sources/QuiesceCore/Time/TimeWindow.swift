/// When a piece of timed work may be done at the earliest, and must be done at the latest.
// derive: json
public struct TimeWindow<Clock>: Sendable, Hashable {
    public var earliest: Reading<Clock>
    public var latest: Reading<Clock>

    public init(earliest: Reading<Clock>, latest: Reading<Clock>) {
        self.earliest = earliest
        self.latest = latest
    }

    /// Work with no slack.
    public init(at moment: Reading<Clock>) { self.init(earliest: moment, latest: moment) }

    /// For two pieces of work: from when the first may be done, and by when the first must.
    func first(with other: TimeWindow) -> TimeWindow {
        TimeWindow(
            earliest: min(earliest, other.earliest), latest: min(latest, other.latest))
    }
}

/// On the clock that counts sleep.
typealias InstantWindow = TimeWindow<BootClock>
/// On the clock that stands still while the device sleeps.
typealias AwakeWindow = TimeWindow<AwakeClock>

extension InstantWindow {
    /// The same on the other clock, as long as the device doesn't sleep.
    func awake(at now: Moment) -> AwakeWindow {
        AwakeWindow(
            earliest: now.awake + (earliest - now.instant),
            latest: now.awake + (latest - now.instant))
    }
}
