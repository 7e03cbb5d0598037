import QuiesceCore

/// What is going to happen by itself, in order of time, and of planning at the same time.
struct Agenda {
    enum Item {
        /// The app's main thread takes its next call, or returns from the one it is in.
        case takeCall(Int, Launch)
        case finishCall(Int, Launch)
        case connect(Int, Launch)
        case completeWake(Int, Launch, WakeID)
        case endWork(Int, Launch, UInt64)
        /// The kernel has frozen it; `daemon`: who asked.
        case frozen(Int, Launch, freeze: UInt64, daemon: Int)
        /// What the daemon hears, unless it died meanwhile.
        case event(Event, daemon: Int)
        case synced(daemon: Int)
        case daemonStarts(deviceRestarted: Bool)
    }

    private struct Entry {
        var at: Int64
        var order: UInt64
        var item: Item

        static func < (a: Entry, b: Entry) -> Bool { (a.at, a.order) < (b.at, b.order) }
    }

    /// A binary heap, the earliest first.
    private var entries: [Entry] = []
    private var planned: UInt64 = 0

    var next: Instant? { entries.first.map { Instant(nanoseconds: $0.at) } }
    var isEmpty: Bool { entries.isEmpty }

    mutating func plan(_ item: Item, at: Instant) {
        planned += 1
        entries.append(Entry(at: at.nanoseconds, order: planned, item: item))
        var child = entries.count - 1
        while child > 0, entries[child] < entries[(child - 1) / 2] {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func takeFirst() -> Item? {
        guard let first = entries.first, let last = entries.popLast() else { return nil }
        if entries.isEmpty { return first.item }
        entries[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < entries.count && entries[child] < entries[least] { least = child }
            if least == parent { return first.item }
            entries.swapAt(parent, least)
            parent = least
        }
    }

    mutating func removeAll() { entries.removeAll() }
}
