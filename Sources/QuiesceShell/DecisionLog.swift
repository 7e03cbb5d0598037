import QuiesceCore

/// The newest decisions, for `quiesce log`, and who follows them. Belongs to the loop's thread.
package final class DecisionLog {
    private var kept: Ring
    private var followers: [UInt64: (Decision) -> Void] = [:]
    private var lastFollower: UInt64 = 0

    /// - Parameter limit: how many are kept.
    package init(limit: Int = Limits.decisionsKept) { kept = Ring(limit: limit) }

    package func append(_ decisions: [Decision]) {
        guard !decisions.isEmpty else { return }
        kept.append(decisions)
        guard !followers.isEmpty else { return }
        for decision in decisions {
            for follower in followers.values { follower(decision) }
        }
    }

    /// Oldest first.
    package var all: [Decision] { kept.all }

    package func follow(_ follower: @escaping (Decision) -> Void) -> UInt64 {
        lastFollower += 1
        followers[lastFollower] = follower
        return lastFollower
    }

    package func unfollow(_ id: UInt64) { followers[id] = nil }
}

private struct Ring {
    let limit: Int
    private var kept: [Decision] = []
    /// The oldest, once it is full.
    private var next = 0

    init(limit: Int) { self.limit = limit }

    mutating func append(_ decisions: [Decision]) {
        for decision in decisions {
            if kept.count < limit {
                kept.append(decision)
            } else {
                kept[next] = decision
                next = next + 1 == limit ? 0 : next + 1
            }
        }
    }

    var all: [Decision] { Array(kept[next...] + kept[..<next]) }
}
