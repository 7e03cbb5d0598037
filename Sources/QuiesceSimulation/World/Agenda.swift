import QuiesceCore

/// Things that are going to happen by themselves, in order of time, and of planning at the same
/// time.
struct Agenda {
    enum Item {
        /// The app reads what lies in its socket.
        case turn(SimulatedProcess)
        /// The daemon reads what the app said.
        case read(SimulatedProcess)
        /// Something that the app planned.
        case call(SimulatedProcess, () -> Void)
        /// The kernel has frozen it.
        case frozen(SimulatedProcess, number: UInt64)
        /// The daemon of that life hears of an end.
        case exited(SimulatedProcess, ExitStatus, life: Int)
        /// An event that a daemon hears, unless that daemon died meanwhile.
        case event(Event, life: Int)
        /// The same, by whoever was asked.
        case told(() -> Void, life: Int)
        /// Something outside of the daemon.
        case happens(() -> Void)
        case synced(life: Int)
        case daemonStarts
        case deviceStops(life: Int)
        /// A tool whose daemon died tries again, or something goes on that a step began.
        case perform(Step.Action)
    }

    /// A place in the heap; the item lies in `items`, so that moving a place moves three numbers.
    private struct Place {
        var at: Int64
        var order: UInt64
        var item: Int

        static func < (a: Place, b: Place) -> Bool { (a.at, a.order) < (b.at, b.order) }
    }

    /// A binary heap, the earliest first.
    private var places: [Place] = []
    private var items: [Item?] = []
    private var free: [Int] = []
    private var planned: UInt64 = 0

    var next: Instant? { places.first.map { Instant(nanoseconds: $0.at) } }
    var isEmpty: Bool { places.isEmpty }
    var count: Int { places.count }

    mutating func plan(_ item: Item, at: Instant) {
        planned += 1
        let slot: Int
        if let known = free.popLast() {
            slot = known
            items[slot] = item
        } else {
            slot = items.count
            items.append(item)
        }
        let place = Place(at: at.nanoseconds, order: planned, item: slot)
        var child = places.count
        places.append(place)
        while child > 0 {
            let parent = (child - 1) / 2
            guard place < places[parent] else { break }
            places[child] = places[parent]
            child = parent
        }
        places[child] = place
    }

    /// Takes out the first that falls due by `limit`, and says when it does.
    mutating func takeFirst(by limit: Instant) -> (at: Instant, item: Item)? {
        guard let first = places.first, first.at <= limit.nanoseconds,
            let last = places.popLast()
        else { return nil }
        if !places.isEmpty { sink(last) }
        free.append(first.item)
        return items[first.item].take().map { (Instant(nanoseconds: first.at), $0) }
    }

    /// Puts `place` where the first one was, and then where it belongs.
    private mutating func sink(_ place: Place) {
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < places.count else { break }
            if child + 1 < places.count, places[child + 1] < places[child] { child += 1 }
            guard places[child] < place else { break }
            places[parent] = places[child]
            parent = child
        }
        places[parent] = place
    }

    mutating func removeAll() {
        places.removeAll()
        items.removeAll()
        free.removeAll()
    }
}
