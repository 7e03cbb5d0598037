/// The one schedule of deadlines on a clock: per slot at most one window, and the next moment at
/// which anything must happen.
///
/// A window says when its work may be done at the earliest and must be done at the latest. The
/// schedule waits for the first `latest`; what may be done by then is done in the same wake-up.
public struct DeadlineSchedule<Clock>: Sendable, Hashable {
    public struct Window: Sendable, Hashable, Codable {
        public var earliest: Reading<Clock>
        public var latest: Reading<Clock>

        public init(earliest: Reading<Clock>, latest: Reading<Clock>) {
            self.earliest = earliest
            self.latest = latest
        }

        /// Work with no slack.
        public init(at moment: Reading<Clock>) { self.init(earliest: moment, latest: moment) }
    }

    private static var never: Int64 { .max }

    private var earliest: [Int64] = []
    /// A tournament tree over `latest`: the leaves are the slots, each inner node is the lesser
    /// of its two children, the root is node 1.
    private var tree: [Int64] = []
    private var leaves = 0

    public init() {}

    /// The first moment by which something must be done.
    public var next: Reading<Clock>? {
        guard leaves > 0, tree[1] != Self.never else { return nil }
        return Reading(nanoseconds: tree[1])
    }

    /// Replaces the window of `slot`.
    public mutating func set(_ slot: Int, _ window: Window?) {
        if slot >= leaves { grow(toHold: slot + 1) }
        earliest[slot] = window?.earliest.nanoseconds ?? Self.never
        let latest = window?.latest.nanoseconds ?? Self.never
        var node = leaves + slot
        if tree[node] == latest { return }
        tree[node] = latest
        while node > 1 {
            node /= 2
            let lesser = min(tree[2 * node], tree[2 * node + 1])
            if tree[node] == lesser { return }
            tree[node] = lesser
        }
    }

    /// The slots to serve at `now`, in order; none before the first `latest`.
    public func due(at now: Reading<Clock>) -> [Int] {
        guard let next, next <= now else { return [] }
        return earliest.indices.filter {
            earliest[$0] != Self.never && earliest[$0] <= now.nanoseconds
        }
    }

    private mutating func grow(toHold slots: Int) {
        var size = max(leaves, 1)
        while size < slots { size *= 2 }
        var grown = [Int64](repeating: Self.never, count: 2 * size)
        for slot in 0..<leaves { grown[size + slot] = tree[leaves + slot] }
        for node in stride(from: size - 1, to: 0, by: -1) {
            grown[node] = min(grown[2 * node], grown[2 * node + 1])
        }
        tree = grown
        earliest += [Int64](repeating: Self.never, count: size - leaves)
        leaves = size
    }
}

/// When something may be done at the earliest and is done at the latest, on the clock that counts sleep.
typealias InstantWindow = DeadlineSchedule<BootClock>.Window
