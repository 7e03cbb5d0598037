import QuiesceCore

/// An app's use of the device while it fetches.
struct FetchUse {
    var key: ProcessKey
    /// Bytes by its own sockets, since the fetch began.
    var received: (() -> UInt64?)?
    /// Bytes by its transfers, before.
    var transferred: UInt64
    /// Time of a core, before.
    var cpu: Interval?
}

// Counts the bytes that came in from the network while an app fetched (F6), and the CPU time that
// it took (F7).
extension Device {
    /// Fetches begin. Their apps are thawed, and told, once the counter is there: on a busy machine
    /// they would have received all before. A fetch that is handed to an app again began before.
    func noteFetches(in effects: [Effect]) {
        for case .send(let app, let launch, let delivery, redelivered: false) in effects {
            guard let wake = delivery.call.fetch else { continue }
            if fetchesBegan.count >= Limits.fetchesMeasured,
                let oldest = fetchesBegan.keys.min()
            {
                fetchesBegan[oldest] = nil
            }
            let key = ProcessKey(app: app, launch: launch)
            fetchesBegan[wake] = FetchUse(
                key: key, received: world.conduct.receipts(key),
                transferred: transfers.received[app] ?? 0, cpu: world.conduct.cpuTime(key))
        }
    }

    /// The use of the device that the core is told before it hears that a fetch is over.
    func uses(before event: Event) -> [Event] {
        guard !fetchesBegan.isEmpty else { return [] }
        if case .completeWake(let app, let launch, let request, let wake, let result) = event {
            // Nor is anybody else's word taken for the app's, or the app's twice.
            guard let use = fetchesBegan[wake],
                use.key == ProcessKey(app: app, launch: launch),
                machine.lastRequest(of: app).map({ request > $0 }) ?? false
            else { return [] }
            fetchesBegan[wake] = nil
            let received = received(use)
            var found: [Event] = []
            // The agent doesn't say at once what comes in for a transfer that is under way.
            if result == .newData, let received, !machine.isTransferring(for: app) {
                found.append(.fetching(.received(app, launch, wake, atMost: received)))
            }
            return found + energy(use, wake, received: received)
        }
        if case .exited(let app, let launch, _) = event {
            let key = ProcessKey(app: app, launch: launch)
            let over = fetchesBegan.filter { $0.value.key == key }.sorted { $0.key < $1.key }
            for (wake, _) in over { fetchesBegan[wake] = nil }
            return over.flatMap { energy($0.value, $0.key, received: received($0.value)) }
        }
        return []
    }

    /// nil: nobody counts.
    private func received(_ use: FetchUse) -> UInt64? {
        guard let received = use.received?() else { return nil }
        return received &+ (transfers.received[use.key.app] ?? 0) &- use.transferred
    }

    private func energy(_ use: FetchUse, _ wake: WakeID, received: UInt64?) -> [Event] {
        let now = world.conduct.cpuTime(use.key)
        let cpu = use.cpu.flatMap { before in now.map { max(.zero, $0 - before) } }
        // Nothing is known of it, and nothing is said.
        guard cpu != nil || received != nil else { return [] }
        return [
            .energy(
                .used(
                    use.key.app, use.key.launch, wake, cpu: cpu ?? .zero, received: received ?? 0))
        ]
    }
}
