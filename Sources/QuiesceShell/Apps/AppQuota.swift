import QuiesceCore
import QuiesceWire

/// How much one launch of an app may send, over however many connections (A4 of the reliability
/// catalogue).
package struct AppQuota {
    /// For all messages, and for those that aren't of transfers.
    private var all: MessageQuota
    private var usual: MessageQuota
    private var countedAt: AwakeInstant
    /// It has sent too much, and not waited since.
    private var isOverdrawn = false

    package init(at now: AwakeInstant) {
        all = MessageQuota(
            burst: Limits.anyMessageBurst, perSecond: Limits.anyMessagesPerSecond, at: now)
        usual = MessageQuota(
            burst: Limits.messageBurst, perSecond: Limits.messagesPerSecond, at: now)
        countedAt = now
    }

    /// One more connection. An app that was cut off for a flood comes back when it may send a whole
    /// burst again: each time it would be let in before, it would cost more than its messages do.
    package mutating func countConnection(at now: AwakeInstant) throws(WireError) {
        guard isOverdrawn else { return }
        let wait = max(all.refill(at: now), usual.refill(at: now))
        guard wait == .zero else {
            throw WireError(
                code: .flooding,
                message: "the app sent too much, and may connect again in \(wait.inSeconds) s")
        }
        isOverdrawn = false
    }

    /// One more message, whatever it is.
    mutating func count(at now: AwakeInstant) throws(WireError) {
        countedAt = now
        guard all.take(at: now) else { throw flood(Limits.anyMessagesPerSecond) }
    }

    /// The message that was counted last isn't of transfers.
    mutating func countUsual() throws(WireError) {
        guard usual.take(at: countedAt) else { throw flood(Limits.messagesPerSecond) }
    }

    private mutating func flood(_ limit: Int) -> WireError {
        isOverdrawn = true
        return WireError(code: .flooding, message: "more than \(limit) messages a second")
    }
}

/// A burst, and then so many a second.
private struct MessageQuota {
    private let burst: Int
    private let perSecond: Int
    private var left: Int
    private var filledAt: AwakeInstant

    init(burst: Int, perSecond: Int, at now: AwakeInstant) {
        self.burst = burst
        self.perSecond = perSecond
        left = burst
        filledAt = now
    }

    /// - Returns: whether one more is within the quota.
    mutating func take(at now: AwakeInstant) -> Bool {
        earn(at: now)
        guard left > 0 else { return false }
        left -= 1
        return true
    }

    /// - Returns: the time until a whole burst is within the quota.
    mutating func refill(at now: AwakeInstant) -> Interval {
        earn(at: now)
        return Interval(nanoseconds: Int64(burst - left) * nanosecondsEach)
    }

    private mutating func earn(at now: AwakeInstant) {
        let earned = Int(clamping: (now - filledAt).nanoseconds / nanosecondsEach)
        guard earned > 0 else { return }
        left = min(burst, left + earned)
        filledAt = now
    }

    private var nanosecondsEach: Int64 { 1_000_000_000 / Int64(perSecond) }
}
