/// A length of time in whole nanoseconds.
public struct Interval: Sendable, Hashable, Comparable {
    public var nanoseconds: Int64

    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public static let zero = Interval(nanoseconds: 0)
    @inlinable public static func seconds(_ value: Int64) -> Interval {
        Interval(value, unit: 1_000_000_000)
    }
    @inlinable public static func milliseconds(_ value: Int64) -> Interval {
        Interval(value, unit: 1_000_000)
    }

    /// Kept within what 64 bits hold, 292 years.
    @inlinable init(_ value: Int64, unit: Int64) {
        let (product, overflow) = value.multipliedReportingOverflow(by: unit)
        nanoseconds = overflow ? (value < 0 ? .min : .max) : product
    }

    public var inSeconds: Double { Double(nanoseconds) / 1e9 }

    @inlinable public static func < (a: Interval, b: Interval) -> Bool {
        a.nanoseconds < b.nanoseconds
    }
    @inlinable public static func + (a: Interval, b: Interval) -> Interval {
        Interval(nanoseconds: a.nanoseconds &+ b.nanoseconds)
    }
    @inlinable public static func - (a: Interval, b: Interval) -> Interval {
        Interval(nanoseconds: a.nanoseconds &- b.nanoseconds)
    }
}

/// A reading of one of the device's clocks, in nanoseconds since that clock's zero.
///
/// Readings of different clocks are different types and never mix: a limit that counts awake time
/// cannot be compared with a schedule that counts sleep.
public struct Reading<Clock>: Sendable, Hashable, Comparable {
    public var nanoseconds: Int64

    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    @inlinable public static var zero: Self { Self(nanoseconds: 0) }
    @inlinable public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }
    @inlinable public static func + (a: Self, b: Interval) -> Self {
        Self(nanoseconds: a.nanoseconds &+ b.nanoseconds)
    }
    /// The reading `interval` earlier.
    @inlinable public func before(by interval: Interval) -> Self {
        Self(nanoseconds: nanoseconds &- interval.nanoseconds)
    }
    @inlinable public static func - (a: Self, b: Self) -> Interval {
        Interval(nanoseconds: a.nanoseconds &- b.nanoseconds)
    }
}

extension Interval: WrittenAs {
    public var written: Int64 { nanoseconds }
    public init(written: Int64) { self.init(nanoseconds: written) }
}

extension Reading: WrittenAs {
    public var written: Int64 { nanoseconds }
    public init(written: Int64) { self.init(nanoseconds: written) }
}

/// Marks readings of the clock that counts device sleep (CLOCK_BOOTTIME).
public enum BootClock: Sendable {}
/// Marks readings of the clock that stands still while the device sleeps (CLOCK_MONOTONIC).
public enum AwakeClock: Sendable {}
/// Marks readings of the calendar clock (CLOCK_REALTIME), since 1970-01-01 UTC.
public enum WallClock: Sendable {}

/// A point on the clock that schedules count: it goes on while the device sleeps.
public typealias Instant = Reading<BootClock>
/// A point on the clock that limits on apps count: it stands still while the device sleeps.
public typealias AwakeInstant = Reading<AwakeClock>
/// A point in calendar time; it may be set forward and back.
public typealias WallTime = Reading<WallClock>

extension WallTime {
    /// As messages say it, since 1970; beyond what can be held, the end of that.
    package init(milliseconds: Int64) {
        self = .zero + .milliseconds(milliseconds)
    }

    package var milliseconds: Int64 { nanoseconds / 1_000_000 }
}

/// The three clocks, read together when an event is taken. Every event carries one.
// derive: json
public struct Moment: Sendable, Hashable {
    // json: instant=i
    public var instant: Instant
    // json: awake=a
    public var awake: AwakeInstant
    // json: wall=w
    public var wall: WallTime

    @inlinable public init(instant: Instant, awake: AwakeInstant, wall: WallTime) {
        self.instant = instant
        self.awake = awake
        self.wall = wall
    }

    public static let zero = Moment(instant: .zero, awake: .zero, wall: .zero)

    /// The moment `interval` later, on a device that neither slept nor had its clock set.
    @inlinable public func advanced(by interval: Interval) -> Moment {
        Moment(instant: instant + interval, awake: awake + interval, wall: wall + interval)
    }

    /// The moment `interval` earlier, likewise.
    @inlinable public func before(by interval: Interval) -> Moment {
        Moment(
            instant: instant.before(by: interval), awake: awake.before(by: interval),
            wall: wall.before(by: interval))
    }
}
