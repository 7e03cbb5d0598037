/// When to try again to reach a daemon that has gone: soon at first, for a daemon that is only
/// being restarted, then less often. Times are on CLOCK_MONOTONIC, in nanoseconds.
struct Reconnection {
    static let firstDelay: Int64 = 10_000_000
    static let longestDelay: Int64 = 1_000_000_000
    /// A connection that lasted this long was a good one: after it the delays start anew. A
    /// daemon that throws the app out at once is not to be bothered more often each time.
    static let goodConnection: Int64 = 1_000_000_000

    private var delay = firstDelay
    private var connectedAt: Int64?
    private(set) var nextAttempt: Int64 = 0

    mutating func failed(at now: Int64) {
        nextAttempt = now + delay
        delay = min(2 * delay, Self.longestDelay)
    }

    mutating func connected(at now: Int64) {
        connectedAt = now
    }

    mutating func lost(at now: Int64) {
        if let connectedAt, now - connectedAt >= Self.goodConnection { delay = Self.firstDelay }
        connectedAt = nil
        failed(at: now)
    }

    /// Milliseconds until the next attempt, rounded up, as `poll` takes them.
    func timeout(at now: Int64) -> Int32 {
        Int32(clamping: (max(0, nextAttempt - now) + 999_999) / 1_000_000)
    }
}
