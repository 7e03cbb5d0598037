import QuiesceCore

/// What is going to happen by itself, in order of time; at one time, in the order of planning.
public struct Agenda {
    public enum Action {
        /// The kernel, an agent or the shell says so.
        case event(Event)
        /// The process ends.
        case exit(ExitStatus)
        /// The app connects.
        case connect
        /// The app's callback runs.
        case handle(Delivery)
        /// The app asks for something, with the number that is next.
        case request((UInt64) -> Event)
        /// The app, or somebody else, does anything.
        case perform(() -> Void)

        /// The kernel or the daemon does it, whatever becomes of the process.
        var needsNoCPU: Bool {
            switch self {
            case .event, .exit: true
            case .connect, .handle, .request, .perform: false
            }
        }
    }

    struct Item {
        var at: Instant
        /// Whose it is; nil: no app's.
        var process: (app: AppID, launch: Launch)?
        var action: Action
    }

    /// The next one is last. Few are pending, so moving them costs nothing.
    private var items: [Item] = []

    var next: Instant? { items.last?.at }

    mutating func plan(_ item: Item) {
        let place = items.lastIndex { $0.at > item.at }.map { $0 + 1 } ?? 0
        items.insert(item, at: place)
    }

    /// Takes out the first that is due by `limit`.
    mutating func takeFirst(by limit: Instant) -> Item? {
        guard let next, next <= limit else { return nil }
        return items.popLast()
    }

    mutating func removeAll(where isMeant: (Item) -> Bool) { items.removeAll(where: isMeant) }

    package mutating func removeAll() { items.removeAll() }

    /// Everything happens so much later.
    package mutating func postpone(by interval: Interval) {
        for index in items.indices { items[index].at = items[index].at + interval }
    }
}
