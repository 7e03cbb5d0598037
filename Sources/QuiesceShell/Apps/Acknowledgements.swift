import QuiesceCore

/// Acknowledgements that wait for the disk. What is acknowledged an app doesn't say again, so none
/// comes before what it is for is stored; and as each is for all earlier requests, too, none before
/// theirs.
struct Acknowledgements {
    /// By process, those whose changes are on their way to the disk.
    private var underway: [ProcessKey: Int] = [:]
    /// By process, the newest request whose acknowledgement waits for what the disk didn't take.
    private var owed: [ProcessKey: UInt64] = [:]
    /// Changes that the disk didn't take and acknowledgements wait for, the last one of each fact
    /// or payload.
    private var changes: [String: StorePort.Change] = [:]
    /// The same, as it is being tried again.
    private var tried: [ProcessKey: UInt64] = [:]
    private var isTrying = false

    /// Whether an acknowledgement of an earlier request is still to come.
    func areAwaited(by key: ProcessKey) -> Bool { underway[key] != nil || isOwed(key) }

    private func isOwed(_ key: ProcessKey) -> Bool { owed[key] != nil || tried[key] != nil }

    mutating func begin(_ key: ProcessKey) { underway[key, default: 0] += 1 }

    /// - Returns: whether `request` may be acknowledged now, as far as the disk goes.
    mutating func finish(_ request: UInt64, to key: ProcessKey) -> Bool {
        if let count = underway[key] { underway[key] = count > 1 ? count - 1 : nil }
        guard isOwed(key) else { return true }
        owe(request, to: key)
        return false
    }

    /// The disk didn't take `changes`.
    mutating func fail(_ request: UInt64, to key: ProcessKey, _ changes: [StorePort.Change]) {
        note(changes)
        owe(request, to: key)
        _ = finish(request, to: key)
    }

    private mutating func owe(_ request: UInt64, to key: ProcessKey) {
        // Nobody waits for those of launches that are over.
        owed = owed.filter { $0.key.app != key.app || $0.key == key }
        owed[key] = max(owed[key] ?? 0, request)
    }

    private mutating func note(_ changes: [StorePort.Change]) {
        for change in changes { self.changes[change.target] = change }
    }

    /// The changes to be tried again now, in order; nil: none, or a try is under way already.
    mutating func retry() -> [StorePort.Change]? {
        guard !owed.isEmpty, !isTrying else { return nil }
        (tried, owed) = (owed, [:])
        isTrying = true
        defer { changes = [:] }
        return changes.keys.sorted().compactMap { changes[$0] }
    }

    /// - Returns: what may be acknowledged.
    mutating func retried(
        _ changes: [StorePort.Change], isStored: Bool
    ) -> [(key: ProcessKey, request: UInt64)] {
        isTrying = false
        let tried = tried
        self.tried = [:]
        if !isStored {
            let newer = self.changes
            note(changes)
            self.changes.merge(newer) { $1 }
        }
        var free: [(key: ProcessKey, request: UInt64)] = []
        for (key, request) in tried {
            // A later request may have failed meanwhile; an acknowledgement is for all earlier
            // requests, too.
            if isStored, owed[key] == nil {
                free.append((key, request))
            } else if !owed.contains(where: { $0.key.app == key.app && $0.key != key }) {
                owed[key] = max(owed[key] ?? 0, request)
            }
        }
        return free.sorted { $0.key.app < $1.key.app }
    }
}

extension StorePort.Change {
    /// The fact or payload that the change is of: a later change of a target replaces an earlier
    /// one.
    package var target: String {
        switch self {
        case .record(let change): change.key
        case .putPayload(let handle, _), .dropPayload(let handle): "payload/\(handle)"
        }
    }
}
