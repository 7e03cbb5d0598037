import QuiesceCore

// What came in from the network while an app fetched (F6).
extension Device {
    /// Fetches begin, of apps that are thawed already: they needn't wait for the counter. One that is handed to an app
    /// again may have begun before.
    func noteFetches(in effects: [Effect]) {
        for case .send(_, _, let delivery, let redelivered) in effects {
            guard let wake = delivery.call.fetch else { continue }
            // What ended without a word isn't worth a place.
            if fetchesBegan.count >= Limits.wakesPerApp { fetchesBegan.removeAll() }
            fetchesBegan[wake] = redelivered ? nil : world.conduct.received()
        }
    }

    /// An app says that it is done: what is known of what it can have fetched, before the core judges it.
    func received(before event: Event) -> Event? {
        guard case .completeWake(let app, let launch, _, let wake, .newData) = event,
            let began = fetchesBegan.removeValue(forKey: wake),
            let now = world.conduct.received(), now >= began
        else { return nil }
        return .fetching(.received(app, launch, wake, atMost: now - began))
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
