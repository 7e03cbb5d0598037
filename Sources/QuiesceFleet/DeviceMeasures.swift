import QuiesceCore

/// The sums of one device's days, from which each row of a comparison follows. Whole numbers, so
/// that they are the same on every machine and after a merge.
// derive: json
public struct DeviceMeasures: Sendable, Hashable {
    /// Nanoseconds by the wall clock, from the first event to the last.
    public var span: Int64 = 0
    /// Wake-ups that were accepted.
    public var wakeUps = 0
    /// Nanoseconds in which an app executed out of sight.
    public var background: Int64 = 0
    /// Times that the user opened an app that wasn't in front for `FleetLimits.absence` before.
    public var opens = 0
    /// Those of them for which the app had fetched within `FleetLimits.freshness`.
    public var freshOpens = 0
    /// Silent pushes that arrived.
    public var pushes = 0
    /// Those of them that their apps were handed.
    public var handedPushes = 0
    /// Nanoseconds from the arrival of those until then, together.
    public var pushDelay: Int64 = 0
    /// Times that an app was warned of the end of its background time with tasks open.
    public var cutTasks = 0
    /// Processes that were killed.
    public var kills = 0
    /// Bytes that came in for fetches.
    public var bytes: UInt64 = 0
    /// The charge of the fetches (F7).
    public var microjoules: UInt64 = 0

    public init() {}

    /// Days that it speaks of.
    public var days: Double { Double(span) / 86_400e9 }
}

/// The limits of a fleet's measures.
public enum FleetLimits {
    /// As long as UbiqLog's owners have news for fresh: what `docs/fetch.md` measures by.
    public static let freshness = Interval.seconds(900)
    /// An app that was left for less than this is gone back to, and not opened anew.
    public static let absence = Interval.seconds(300)
}
