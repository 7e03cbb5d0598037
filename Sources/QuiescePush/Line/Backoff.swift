/// How long to wait before connecting again: longer from time to time, and never at the same moment
/// as other devices.
package struct Backoff {
    private var failures = 0

    package init() {}

    /// In milliseconds.
    package mutating func next(using random: (ClosedRange<UInt64>) -> UInt64 = { .random(in: $0) })
        -> UInt64
    {
        let most = min(
            Limits.reconnectMilliseconds << UInt64(min(failures, 20)),
            Limits.reconnectMillisecondsMost)
        failures += 1
        return random(1...most)
    }

    package mutating func reset() { failures = 0 }
}
