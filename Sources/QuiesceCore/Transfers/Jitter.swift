/// Spreads what would otherwise be tried again all at once. It is stirred with the time of events,
/// which the journal has: no two devices do alike, and a replay does as the device did.
// derive: json
struct Jitter: Sendable, Hashable {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    init() {}

    /// Between half of `interval` and all of it.
    mutating func spread(_ interval: Interval, at now: Moment) -> Interval {
        state = (state ^ UInt64(bitPattern: now.wall.nanoseconds)) &+ 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        let half = max(0, interval.nanoseconds) / 2
        let extra = half == 0 ? 0 : Int64(mixed % UInt64(half))
        return Interval(nanoseconds: interval.nanoseconds - half + extra)
    }
}
