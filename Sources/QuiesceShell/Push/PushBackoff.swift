import QuiesceCore

/// How long pushes that couldn't be stored stay with the gateway before they are asked for again:
/// longer from time to time, as a disk that is full may be so for days.
package struct PushBackoff {
    private var wait = Limits.pushBackoff

    package init() {}

    package mutating func next() -> Interval {
        defer { wait = min(wait + wait, Limits.pushBackoffMost) }
        return wait
    }

    /// A push was stored.
    package mutating func isOver() { wait = Limits.pushBackoff }
}
