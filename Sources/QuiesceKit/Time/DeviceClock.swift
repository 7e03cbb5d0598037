import Foundation

/// The clock of the device that the app runs on. It goes on while the device sleeps and while the
/// app is suspended, and can't be set.
///
/// ```swift
/// try await Task.sleep(for: .seconds(3), clock: .device)
/// ```
///
/// Under `QuiesceTesting` it is the virtual device's, so that a test of nine hours takes none.
/// Code that takes its clock as an `any Clock<Duration>` is given this one where it is made.
/// From any thread.
public struct DeviceClock: Clock {
    /// A reading of the clock.
    public struct Instant: InstantProtocol {
        /// Nanoseconds since the device started.
        let nanoseconds: Int64

        /// The instant `duration` later. It stays within what 64 bits of nanoseconds hold.
        public func advanced(by duration: Duration) -> Instant {
            let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.nanoseconds)
            return Instant(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
        }

        /// How much later `other` is; below 0 when it is earlier.
        public func duration(to other: Instant) -> Duration {
            .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
        }

        /// Whether `a` is earlier than `b`.
        public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }
    }

    /// All of them are the same clock.
    public init() {}

    /// The clock's current time.
    public var now: Instant { Instant(nanoseconds: AppTime.source.sinceBoot) }

    /// The clock's current time.
    public static var now: Instant { DeviceClock().now }

    /// A nanosecond; the kernel wakes a thread some microseconds later.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The time of day, as `Date()` tells it: it may be set forward and back.
    public var date: Date { AppTime.source.date }

    /// Returns once `deadline` has come, and the app runs: an app that is suspended then goes on
    /// when it is thawed (S8).
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await AppTime.source.sleep(until: deadline.nanoseconds)
    }
}

extension Clock where Self == DeviceClock {
    /// The clock of the device that the app runs on.
    public static var device: DeviceClock { DeviceClock() }
}

extension Duration {
    /// Kept within what 64 bits hold, 292 years.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, over) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return over ? (seconds < 0 ? .min : .max) : sum
    }
}

/// Seconds since the device booted, those asleep not counted, as QuartzCore has it; under
/// `QuiesceTesting` the virtual device's. From any thread.
// The name is QuartzCore's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CACurrentMediaTime() -> TimeInterval { Double(AppTime.source.awake) / 1e9 }
