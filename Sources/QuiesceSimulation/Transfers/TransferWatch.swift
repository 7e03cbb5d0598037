import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Memory of transfers, by which events are judged: each transfer from its creation until its owner
/// has taken its verdict. The memory is bounded by what is under way.
final class TransferWatch {
    /// A task of an owner's session; a transfer may become another by going on.
    struct Name: Hashable {
        var owner: TransferOwner
        var session: String
        var task: UInt64

        init(_ transfer: Transfer) {
            owner = transfer.owner
            session = transfer.session
            task = transfer.task
        }

        init(_ app: AppID, _ session: String, _ task: UInt64) {
            owner = .app(app)
            self.session = session
            self.task = task
        }
    }

    /// The transfers of which the core has told the store.
    private(set) var known: [TransferID: Transfer] = [:]
    private var ids: [Name: TransferID] = [:]
    private var verdicts: [Name: TransferOutcome] = [:]
    /// Per launch: tasks that it made, and the request that it made them by.
    private var creations: [ProcessKey: [(request: UInt64, name: Name)]] = [:]
    /// Acknowledged before anything was known of it.
    private var early: [ProcessKey: UInt64] = [:]
    /// Their app was told that they will last.
    private var acknowledged: [Name: TransferID] = [:]
    /// Those of them from which another task went on; after a power cut they may be there again.
    private var superseded: [Name: TransferID] = [:]
    /// Requests of those that the disk didn't take, and of those that went unacknowledged with
    /// their app.
    private var unpromised: Set<PayloadHandle> = []
    /// The sessions of which wake-ups are under way.
    private var wakes: [WakeID: (app: AppID, session: String)] = [:]
    private var missed = MissedTransfers()
    /// Those whose app had its launch for a question and didn't answer.
    private var askedInVain = MissedTransfers()
    var bytes = ByteWatch()
    var oracle = TransferOracle()

    /// From the first event about transfers on; others may have been before it.
    init(_ machine: SystemMachine, _ device: SimulatedDevice) {
        oracle.network = KnownNetwork(machine.conditions, device.profile)
    }

    // MARK: Events

    /// - Parameter isInFront: whether an app is, as the event comes.
    func note(_ event: TransferEvent, isInFront: (AppID) -> Bool) {
        var resumed: TransferID?
        if case .requested(let app, _, _, .resume(let session, let task)) = event {
            resumed = ids[Name(app, session, task)].flatMap {
                known[$0]?.resumed == nil ? $0 : nil
            }
        }
        oracle.note(event, resumed: resumed, isInFront: isInFront)
        guard case .requested(let app, let launch, let request, .create(let new)) = event else {
            return
        }
        creations[ProcessKey(app: app, launch: launch), default: []].append(
            (request, Name(app, new.session, new.task)))
    }

    func note(
        _ change: FactChange, in reaction: Reaction, to event: Event, _ device: SimulatedDevice
    ) {
        switch change {
        case .put(.transfer(let transfer)): put(transfer, device)
        case .delete(let key):
            guard key.hasPrefix("transfer/"), let number = UInt64(key.dropFirst(9)) else { return }
            delete(TransferID(number), reaction, event, device)
        case .put: break
        }
    }

    private func put(_ transfer: Transfer, _ device: SimulatedDevice) {
        let name = Name(transfer)
        if let old = known[transfer.id], Name(old) != name { supersede(old, device) }
        known[transfer.id] = transfer
        ids[name] = transfer.id
        let app = transfer.owner.app
        switch transfer.stage {
        case .ended(let outcome):
            if let before = verdicts[name], before != outcome {
                device.fail(
                    .oneVerdict, "transfer \(transfer.id) gets another verdict", app)
            }
            verdicts[name] = outcome
        case .suspended, .queued, .placing:
            if verdicts[name] != nil {
                device.fail(.oneVerdict, "transfer \(transfer.id) goes on after its verdict", app)
            }
        case .kept:
            if verdicts[name] == nil {
                device.fail(.oneVerdict, "transfer \(transfer.id) is kept without a verdict", app)
            }
        }
    }

    /// Another task goes on from its bytes, under its number. The journal may bring it back after a
    /// power cut.
    private func supersede(_ old: Transfer, _ device: SimulatedDevice) {
        let name = Name(old)
        verdicts[name] = nil
        ids[name] = nil
        superseded[name] = acknowledged.removeValue(forKey: name)
        if superseded[name] == nil { unpromised.insert(old.request) }
        unpromised.formUnion(unstoredPayloads(of: old, device))
    }

    /// But its request.
    private func unstoredPayloads(
        of transfer: Transfer, _ device: SimulatedDevice
    ) -> [PayloadHandle] {
        transfer.payloads.filter {
            $0 != transfer.request && isUnstored($0, of: transfer, device.store.durable)
        }
    }

    private func delete(
        _ id: TransferID, _ reaction: Reaction, _ event: Event, _ device: SimulatedDevice
    ) {
        guard let transfer = known.removeValue(forKey: id) else { return }
        let name = Name(transfer)
        ids[name] = nil
        let isPromised = acknowledged.removeValue(forKey: name) != nil
        missed.remove(id, at: device.lastSeq)
        askedInVain.remove(id, at: device.lastSeq)
        // A daemon that wasn't told may know it again, and the agent's bytes are gone.
        bytes.startsAnew(id)
        let app = transfer.owner.app
        let isRemoved = reaction.effects.contains { effect in
            if case .uninstall(let removed) = effect { removed == app } else { false }
        }
        // The journal may bring it back after a power cut, and nobody relies on it.
        if event.tellsOfFullDisk || !isPromised { unpromised.insert(transfer.request) }
        unpromised.formUnion(unstoredPayloads(of: transfer, device))
        // A kept transfer has had its verdict, which need not be known any more after a restart.
        if verdicts.removeValue(forKey: name) == nil, transfer.stage != .kept, !isRemoved,
            !event.tellsOfFullDisk
        {
            device.fail(.oneVerdict, "transfer \(id) goes without a verdict", app)
        }
    }

    // MARK: Wake-ups

    func woken(_ wake: WakeFact, _ device: SimulatedDevice) {
        guard case .transfer(let session) = wake.cause else { return }
        wakes[wake.id] = (wake.app, session)
        for (id, transfer) in known
        where transfer.owner == .app(wake.app) && transfer.session == session {
            missed.remove(id, at: device.lastSeq)
            askedInVain.remove(id, at: device.lastSeq)
        }
    }

    /// It has its verdict: its app isn't woken again for what there was.
    func wakeEnded(_ wake: WakeID, _ verdict: Reason, _ device: SimulatedDevice) {
        guard let (app, session) = wakes.removeValue(forKey: wake) else { return }
        // An app that speaks beside its SDK can complete a wake-up before it is done with the
        // events.
        let isObedient = device.index(app).flatMap { device.processes[$0]?.app.isObedient } ?? true
        if verdict.isCompletion, isObedient { return }
        for (id, transfer) in known
        where transfer.owner == .app(app) && transfer.session == session {
            if case .ended = transfer.stage {
                missed.insert(id, at: device.lastSeq)
            } else if device.device.inspect({ $0.transferView(id)?.wait }) == .answer {
                askedInVain.insert(id, at: device.lastSeq)
            }
        }
    }

    /// Its app had its launch for it.
    func isMissed(_ transfer: TransferID) -> Bool { missed.contains(transfer) }
    func isAskedInVain(_ transfer: TransferID) -> Bool { askedInVain.contains(transfer) }

    /// After a restart of the device apps are woken again for what there is.
    func deviceRestarted(_ device: SimulatedDevice) {
        missed.removeAll(at: device.lastSeq)
        askedInVain.removeAll(at: device.lastSeq)
    }

    // MARK: What runs

    func note(_ effect: TransferEffect, _ device: SimulatedDevice) {
        if let problem = oracle.note(effect) { fail(problem, device) }
    }

    /// Whether everything that runs may.
    func checkRuns(_ device: SimulatedDevice) {
        guard !oracle.runs.isEmpty, let problem = oracle.problem(known, at: device.now)
        else { return }
        fail(problem, device)
    }

    private func fail(_ problem: TransferOracle.Problem, _ device: SimulatedDevice) {
        device.fail(
            .runsWhenAllowed, "transfer \(problem.transfer) \(problem.words)",
            known[problem.transfer]?.owner.app)
    }

    // MARK: Acknowledgements

    /// A request of an app is acknowledged, and with it those before.
    func acknowledged(_ request: UInt64, to key: ProcessKey, _ device: SimulatedDevice) {
        if creations[key]?.contains(where: { $0.request == request }) != true {
            early[key] = request
        }
        guard let made = creations[key] else { return }
        for (_, name) in made.prefix(while: { $0.request <= request }) {
            guard let id = ids[name] else { continue }
            if device.store.durable.facts["transfer/\(id)"] == nil {
                device.fail(
                    .acknowledgedIsDurable, "transfer \(id) is acknowledged and not stored",
                    key.app)
            }
            acknowledged[name] = id
        }
        let left = Array(made.drop { $0.request <= request })
        creations[key] = left.isEmpty ? nil : left
    }

    /// Judges acknowledgements that came while their event was being handled.
    func judgeEarly(_ device: SimulatedDevice) {
        guard !early.isEmpty else { return }
        let said = early
        early = [:]
        for (key, request) in said where creations[key] != nil {
            acknowledged(request, to: key, device)
        }
        early = [:]
    }

    func ended(_ key: ProcessKey) { creations[key] = nil }

    /// Nobody was told that the task lasts that requests it, or its app was told that it doesn't;
    /// or it is the head of a response, and the disk doesn't know that it came.
    func isUnpromised(_ payload: PayloadHandle, _ stored: SimulatedStore.Contents) -> Bool {
        if unpromised.contains(payload) { return true }
        return known.values.contains { transfer in
            if transfer.request == payload { return acknowledged[Name(transfer)] == nil }
            return transfer.payloads.contains(payload) && isUnstored(payload, of: transfer, stored)
        }
    }

    /// Whether the disk doesn't know yet that it is the transfer's.
    private func isUnstored(
        _ payload: PayloadHandle, of transfer: Transfer, _ stored: SimulatedStore.Contents
    ) -> Bool {
        guard case .transfer(let stored) = stored.facts["transfer/\(transfer.id)"] else {
            return true
        }
        return !stored.payloads.contains(payload)
    }

    // MARK: Restarts

    func daemonEnded() {
        creations = [:]
        oracle.daemonEnded()
    }

    /// Goes on with a state that was taken from the store, which knows less than the last daemon
    /// did.
    func goOn(
        from machine: SystemMachine, _ facts: [Fact], journalUpTo last: UInt64?,
        _ device: SimulatedDevice
    ) {
        known = [:]
        ids = [:]
        verdicts = [:]
        for case .transfer(let transfer) in facts {
            known[transfer.id] = transfer
            ids[Name(transfer)] = transfer.id
            if case .ended(let outcome) = transfer.stage { verdicts[Name(transfer)] = outcome }
        }
        let sessions = facts.compactMap { fact in
            if case .session(let session) = fact { session } else { nil }
        }
        oracle.goOn(sessions: sessions, transfers: known)
        oracle.network = KnownNetwork(machine.conditions, device.profile)
        for (name, id) in superseded where ids[name] != nil { acknowledged[name] = id }
        superseded = [:]
        let lost = acknowledged.filter { ids[$0.key] == nil }
        for id in lost.values.sorted() {
            device.fail(.acknowledgedIsDurable, "transfer \(id) was lost")
        }
        for name in lost.keys { acknowledged[name] = nil }
        // A daemon that takes over without a journal wakes apps again for whatever there is.
        if let last {
            missed.goOn(from: last)
            askedInVain.goOn(from: last)
        } else {
            (missed, askedInVain) = (MissedTransfers(), MissedTransfers())
        }
        wakes = [:]
        for case .wake(let wake) in facts { woken(wake, device) }
    }
}

extension Reason {
    /// The app called its completion handler.
    var isCompletion: Bool {
        [.completedNewData, .completedNoData, .completedFailed].contains(self)
    }
}

extension TransferOwner {
    /// nil: the user's.
    var app: AppID? {
        switch self {
        case .app(let app): app
        case .user: nil
        }
    }
}

extension Event {
    /// Whether the event says that something couldn't be stored, which was never promised.
    fileprivate var tellsOfFullDisk: Bool {
        if case .transfer(.notStored) = self { true } else { false }
    }
}
