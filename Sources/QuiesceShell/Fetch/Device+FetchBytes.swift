import QuiesceCore

/// Bytes received for an app while it fetches.
struct FetchReceipts {
    /// By its own sockets, since the fetch began.
    var received: () -> UInt64?
    /// By its transfers, before.
    var transferred: UInt64
}

// Counts the bytes that came in from the network while an app fetched (F6).
extension Device {
    /// Fetches begin, of apps that are thawed already: they needn't wait for the counter. A fetch
    /// that is handed to an app again may have begun before.
    func noteFetches(in effects: [Effect]) {
        for case .send(let app, let launch, let delivery, let redelivered) in effects {
            guard let wake = delivery.call.fetch else { continue }
            // Fetches that ended without a word aren't worth a place.
            if fetchesBegan.count >= Limits.wakesPerApp { fetchesBegan.removeAll() }
            guard !redelivered,
                let received = world.conduct.receipts(ProcessKey(app: app, launch: launch))
            else {
                fetchesBegan[wake] = nil
                continue
            }
            fetchesBegan[wake] = FetchReceipts(
                received: received, transferred: transfers.received[app] ?? 0)
        }
    }

    /// An app says that it is done: how much it can have fetched, before the core judges it.
    func received(before event: Event) -> Event? {
        // The agent doesn't say at once what comes in for a transfer that is under way.
        guard case .completeWake(let app, let launch, _, let wake, .newData) = event,
            let receipts = fetchesBegan.removeValue(forKey: wake),
            let received = receipts.received(), !machine.isTransferring(for: app)
        else { return nil }
        let transferred = (transfers.received[app] ?? 0) &- receipts.transferred
        return .fetching(.received(app, launch, wake, atMost: received &+ transferred))
    }
}

extension AppCall {
    /// The wake-up in which an app fetches, if this begins one.
    fileprivate var fetch: WakeID? {
        if case .performFetch(let wake) = self { return wake }
        if case .backgroundTask(let wake, _) = self { return wake }
        return nil
    }
}
