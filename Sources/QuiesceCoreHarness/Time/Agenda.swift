import QuiesceCore

/// Everything that is going to happen by itself, in order of time; at one time, in the order of
/// planning.
public struct Agenda {
    /// One thing that happens.
    public enum Action {
        /// The core hears of this, from the kernel, an agent or the shell.
        case event(Event)
        /// The process ends.
        case exit(ExitStatus)
        /// The app connects.
        case connect
        /// The app's callback runs.
        case handle(Delivery)
        /// The app asks for something, with the number of its next request.
        case request((UInt64) -> Event)
        /// Somebody does something else.
        case perform(() -> Void)

        /// It happens to a frozen process, too.
        var needsNoCPU: Bool {
            switch self {
            case .event, .exit: true
            case .connect, .handle, .request, .perform: false
            }
        }
    }

    struct Item {
        var at: Instant
        /// The process that the item is of; nil: no app's.
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

    /// Nothing happens any more.
    package mutating func removeAll() { items.removeAll() }

    /// Everything happens so much later.
    package mutating func postpone(by interval: Interval) {
        for index in items.indices { items[index].at = items[index].at + interval }
    }
}
