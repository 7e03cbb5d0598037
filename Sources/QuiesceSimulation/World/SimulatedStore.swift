import Foundation
import QuiesceCore
import QuiesceShell

/// The store of a simulated device: what was submitted, and what is on disk. What is submitted
/// gets there in groups, each at once or not at all.
final class SimulatedStore {
    private struct Batch {
        var changes: [StorePort.Change]
        var seq: UInt64
        var completion: ((Reason?) -> Void)?
    }

    /// Facts and payloads.
    struct Contents {
        var facts: [String: Fact] = [:]
        var payloads: [PayloadHandle: Data] = [:]
        var seq: UInt64 = 0
        /// The boot in which it was written last.
        var boot = 0

        func knows(_ id: TransferID) -> Bool { facts["transfer/\(id)"] != nil }

        mutating func apply(_ changes: [StorePort.Change]) {
            for change in changes {
                switch change {
                case .record(.put(let fact)): facts[fact.key] = fact
                case .record(.delete(let key)): facts[key] = nil
                case .putPayload(let handle, let body): payloads[handle] = body
                case .dropPayload(let handle): payloads[handle] = nil
                }
            }
        }
    }

    var fault = DiskFault.none
    /// The device has started so often.
    var boot = 0
    /// Payloads that the daemon's SIGKILL leaves, and a power cut doesn't.
    private var staged: [PayloadHandle: Data] = [:]
    /// Those that a power cut took before anybody was promised them: whatever still names them then
    /// may end as `requestLost`, however often what the journal knows comes and goes after that.
    private(set) var lostStaged: Set<PayloadHandle> = []
    /// The contents that a power cut leaves, and the daemon's SIGKILL.
    private(set) var durable = Contents()
    private var batches: [Batch] = []
    /// Changes that nobody waits for and the disk didn't take, the last of each fact and payload:
    /// tried again with the next batch.
    private var retained: [String: (change: StorePort.Change, seq: UInt64)] = [:]
    var isSyncing = false
    /// Retained changes go with the next batch, however long that takes to come.
    var isSynced: Bool { batches.isEmpty }

    func submit(
        _ changes: [StorePort.Change], _ seq: UInt64, _ completion: ((Reason?) -> Void)?
    ) {
        batches.append(Batch(changes: changes, seq: seq, completion: completion))
    }

    /// Everything submitted so far reaches the disk, or doesn't.
    /// - Returns: whom to tell what.
    func sync() -> [(completion: (Reason?) -> Void, failure: Reason?)] {
        isSyncing = false
        let failure = fault.reason
        if failure == nil { durable.boot = boot }
        if failure == nil, !retained.isEmpty {
            let changes = retained.keys.sorted().compactMap { retained[$0]?.change }
            durable.apply(changes)
            durable.seq = max(durable.seq, retained.values.map(\.seq).max() ?? 0)
            unstage(changes)
            retained = [:]
        }
        var waiting: [(completion: (Reason?) -> Void, failure: Reason?)] = []
        for batch in batches {
            if let completion = batch.completion { waiting.append((completion, failure)) }
            if failure == nil {
                guard !batch.changes.isEmpty else { continue }
                durable.apply(batch.changes)
                unstage(batch.changes)
                durable.seq = max(durable.seq, batch.seq)
            } else if batch.completion == nil {
                for change in batch.changes { retained[change.target] = (change, batch.seq) }
            }
        }
        batches.removeAll(keepingCapacity: true)
        return waiting
    }

    func keep(_ handle: PayloadHandle, _ body: Data) { staged[handle] = body }

    /// The disk has them, or has it that nobody wants them any more.
    private func unstage(_ changes: [StorePort.Change]) {
        for change in changes {
            switch change {
            case .putPayload(let handle, _), .dropPayload(let handle): staged[handle] = nil
            case .record: continue
            }
        }
    }

    /// The power is cut.
    ///
    /// - Parameter isUnpromised: nobody was told yet that what it is of will last.
    func loseStaged(where isUnpromised: (PayloadHandle) -> Bool) {
        lostStaged.formUnion(staged.keys.filter(isUnpromised))
        staged = [:]
    }

    /// The daemon is gone, with what it hadn't put on disk.
    func forgetUnsynced() {
        batches = []
        retained = [:]
        isSyncing = false
    }

    /// The contents when everything submitted has reached the disk.
    var promised: Contents {
        var contents = durable
        contents.apply(retained.values.map(\.change))
        for batch in batches { contents.apply(batch.changes) }
        return contents
    }

    func payload(_ handle: PayloadHandle) -> Data? {
        func last(_ changes: [StorePort.Change]) -> Data?? {
            for change in changes.reversed() {
                switch change {
                case .putPayload(handle, let body): return .some(body)
                case .dropPayload(handle): return .some(nil)
                case .putPayload, .dropPayload, .record: continue
                }
            }
            return nil
        }
        for batch in batches.reversed() {
            if let found = last(batch.changes) { return found }
        }
        if let (change, _) = retained["payload/\(handle)"] { return last([change]) ?? nil }
        return durable.payloads[handle] ?? staged[handle]
    }

    /// Returns the changes with which a new daemon makes the store say what the daemon knows.
    func corrections(_ facts: [Fact], payloads: Set<PayloadHandle>) -> [StorePort.Change] {
        var changes: [StorePort.Change] = []
        var wanted: Set<String> = []
        for fact in facts {
            wanted.insert(fact.key)
            if durable.facts[fact.key] != fact { changes.append(.record(.put(fact))) }
        }
        for key in durable.facts.keys.sorted() where !wanted.contains(key) {
            changes.append(.record(.delete(key: key)))
        }
        for (handle, body) in staged.sorted(by: { $0.key.value < $1.key.value }) {
            changes.append(
                payloads.contains(handle) ? .putPayload(handle, body) : .dropPayload(handle))
        }
        for handle in durable.payloads.keys.sorted() where !payloads.contains(handle) {
            changes.append(.dropPayload(handle))
        }
        return changes
    }
}
