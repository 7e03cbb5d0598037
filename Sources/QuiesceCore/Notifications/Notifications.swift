/// All notifications that the device holds, and what apps may present.
struct Notifications: Sendable, Hashable, Codable {
    /// Notifications are numbered up to here.
    var last: UInt64 = 0
    /// The latest moment at which the clock was seen.
    var clock = WallTime.zero
}
