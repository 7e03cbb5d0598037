import QuiesceCore

/// The newest decisions, for `quiesce log`, and who follows them. Belongs to the loop's thread.
package final class DecisionLog {
    /// A ring: `kept[next]` is the oldest once it is full.
    private var kept: [Decision] = []
    private var next = 0
    private var followers: [UInt64: (Decision) -> Void] = [:]
    private var lastFollower: UInt64 = 0

    package init() {}

    package func append(_ decisions: [Decision]) {
        for decision in decisions {
            if kept.count < Limits.decisionsKept {
                kept.append(decision)
            } else {
                kept[next] = decision
                next = (next + 1) % kept.count
            }
            for follower in followers.values { follower(decision) }
        }
    }

    /// Oldest first.
    package var all: [Decision] { Array(kept[next...] + kept[..<next]) }

    package func follow(_ follower: @escaping (Decision) -> Void) -> UInt64 {
        lastFollower += 1
        followers[lastFollower] = follower
        return lastFollower
    }

    package func unfollow(_ id: UInt64) { followers[id] = nil }
}
