/// Deadlines on a clock: per slot at most one window, and the next moment at which anything must
/// happen.
///
/// The schedule waits for the first `latest`; what may be done by then is done in the same wake-up.
public struct DeadlineSchedule<Clock>: Sendable, Hashable {
    public typealias Window = TimeWindow<Clock>

    private static var never: Int64 { .max }

    private var earliest = Tournament()
    private var latest = Tournament()

    public init() {}

    /// The first moment by which something must be done.
    public var next: Reading<Clock>? { Self.reading(latest.least) }

    /// From the first moment at which something may be done to the first by which something must.
    var window: Window? {
        guard let first = Self.reading(earliest.least), let next else { return nil }
        return Window(earliest: first, latest: next)
    }

    /// Replaces the window of `slot`.
    public mutating func set(_ slot: Int, _ window: Window?) {
        earliest.set(slot, window?.earliest.nanoseconds ?? Self.never)
        latest.set(slot, window?.latest.nanoseconds ?? Self.never)
    }

    /// The slots to serve at `now`, in order; none before the first `latest`.
    public func due(at now: Reading<Clock>) -> [Int] {
        guard let next, next <= now else { return [] }
        return ready(at: now)
    }

    /// The slots whose windows have begun by `now`, in order: those to serve if the device is awake
    /// anyway.
    func ready(at now: Reading<Clock>) -> [Int] { earliest.slots(notAfter: now.nanoseconds) }

    private static func reading(_ least: Int64) -> Reading<Clock>? {
        least == never ? nil : Reading(nanoseconds: least)
    }
}

/// A tournament tree: the leaves are the slots, each inner node is the lesser of its two children,
/// the root is node 1. A slot that isn't set has the greatest number.
private struct Tournament: Sendable, Hashable {
    private var tree: [Int64] = []
    private var leaves = 0

    var least: Int64 { leaves > 0 ? tree[1] : .max }

    mutating func set(_ slot: Int, _ value: Int64) {
        if slot >= leaves { grow(toHold: slot + 1) }
        let leaf = leaves + slot
        if tree[leaf] == value { return }
        // Each change of an app sets a slot: the array is asked once whether it is alone.
        tree.withUnsafeMutableBufferPointer { tree in
            var (node, lesser) = (leaf, value)
            tree[node] = value
            while node > 1 {
                lesser = min(lesser, tree[node ^ 1])
                node >>= 1
                if tree[node] == lesser { return }
                tree[node] = lesser
            }
        }
    }

    /// In order, but for those that aren't set.
    func slots(notAfter limit: Int64) -> [Int] {
        guard least <= limit else { return [] }
        return (0..<leaves).filter { tree[leaves + $0] <= limit && tree[leaves + $0] != .max }
    }

    private mutating func grow(toHold slots: Int) {
        var size = max(leaves, 1)
        while size < slots { size *= 2 }
        var grown = [Int64](repeating: .max, count: 2 * size)
        for slot in 0..<leaves { grown[size + slot] = tree[leaves + slot] }
        for node in stride(from: size - 1, to: 0, by: -1) {
            grown[node] = min(grown[2 * node], grown[2 * node + 1])
        }
        tree = grown
        leaves = size
    }
}
