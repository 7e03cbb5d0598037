import Foundation
import QuiesceCore
import QuiesceWire

/// The shell's heart: takes an event, runs the core, records, acts, acknowledges.
///
/// Belongs to the loop's thread. It touches the world through `Ports` alone, so the daemon and the
/// simulator run this same code.
package final class Device {
    package private(set) var machine: SystemMachine
    package let log: DecisionLog
    /// The number of the last event in the journal.
    package var seq: UInt64 { recorded }
    private var recorded: UInt64
    /// Set once, before the first event: the ports' implementations report to the device.
    package var ports: Ports! {
        get { world }
        set { world = newValue }
    }
    // What is private here and shown under another name is used with every event: the compiler
    // sees all of its uses, and needn't check at each that no other is under way.
    private(set) var world: Ports!
    /// Changes what the core answered, before anything is done about it: how a test plants a bug.
    package var tampering: ((Reaction) -> Reaction)? {
        get { tamper }
        set { tamper = newValue }
    }
    private var tamper: ((Reaction) -> Reaction)?
    /// Changes what the core hears, after it was recorded: the other way to plant one.
    package var mishearing: ((Event) -> Event)? {
        get { mishear }
        set { mishear = newValue }
    }
    private var mishear: ((Event) -> Event)?
    /// Events could not be journalled since; nil once they can be, and the journal is whole again.
    package private(set) var journalFailure: String? {
        didSet { isJournalled = journalFailure == nil }
    }
    private var isJournalled = true

    private var waiting: [Event] = []
    private var isTaking = false
    /// Who waits, and whether the event can still be refused when it can't be recorded.
    private var callers: [Ticket: (reply: (Answer) -> Void, isRefusable: Bool)] = [:]
    /// What the next event's facts name.
    private var payloads: [StorePort.Change] = []
    /// What is known of transfers beside the store.
    package let transfers = TransferDesk()
    /// What notifications say.
    let notifications = NotificationDesk()
    package var motion = MotionRouter()
    /// Files of transfers of which the disk didn't take yet that they are no more.
    private var leftFiles: [(TransferID, AppID)] = []
    /// Uninstalled apps of which the disk doesn't know yet that they are, and those that it didn't take.
    private var removals: (underway: Set<AppID>, left: [AppID]) = ([], [])
    /// The disk is being asked whether it has taken what these wait for.
    private var isDeletingLeft = false
    private var acknowledgements = Acknowledgements()
    /// What the disk has of fetches.
    private var storedFetches: StoredFetches
    /// Grows whenever the line to the push gateway is ended by this device: what came over an earlier one
    /// isn't taken any more.
    var pushLine: UInt64 = 0
    /// The keys of facts that the disk didn't take together with a push.
    var unstored: Set<String> = []
    /// What the daemon before didn't get to store, as long as that isn't done.
    private var reconciliation: Reconciliation?
    /// What the machine had received when fetches that are under way began.
    var fetchesBegan: [WakeID: UInt64] = [:]
    /// The newest ticket, or payload's handle: they are numbered together.
    package private(set) var lastTicket: UInt64

    /// - Parameter firstTicket: larger than any ticket of an earlier daemon.
    package init(
        machine: SystemMachine, seq: UInt64, firstTicket: UInt64,
        log: DecisionLog = DecisionLog()
    ) {
        self.machine = machine
        self.log = log
        recorded = seq
        storedFetches = StoredFetches(machine.facts)
        // Payloads outlive daemons, and the clock that tickets begin with may have been set back.
        lastTicket = max(firstTicket, machine.payloadsInUse.map(\.value).max() ?? 0)
    }

    /// Takes an event, and those that it leads to, in order.
    package func take(_ event: Event) {
        guard !isTaking else { return waiting.append(event) }
        if let received = received(before: event) { take(received) }
        isTaking = true
        handle(event)
        var next = 0
        while next < waiting.count {
            handle(waiting[next])
            next += 1
        }
        if next > 0 { waiting.removeAll(keepingCapacity: true) }
        isTaking = false
    }

    /// Takes an event whose answer somebody waits for. `reply` is called once, maybe at once.
    package func ask(_ event: (Ticket) -> Event, reply: @escaping (Answer) -> Void) {
        lastTicket += 1
        let ticket = Ticket(lastTicket)
        let event = event(ticket)
        callers[ticket] = (reply, event.origin.promise.isRefusable)
        take(event)
    }

    /// Looks at the policy's state without copying it: inout only lends it.
    package func inspect<Answer>(_ body: (inout SystemMachine) -> Answer) -> Answer {
        body(&machine)
    }

    // MARK: One event

    private func handle(_ event: Event) {
        let now = world.now()
        guard record(event, now) else { return }
        var reaction = machine.handle(mishear?(event) ?? event, at: now)
        if let tamper { reaction = tamper(reaction) }
        // First what somebody waits for. The event is in the journal; the store would only queue what
        // it is given.
        if carryOut(reaction.effects) { store(reaction.effects, of: event) }
        storeOwed()
        deleteLeft()
        // A disk that fails says nothing when it is well again: it is tried with whatever happens next.
        if reconciliation != nil { goOnReconciling() }
        feedMotion(after: event)
        log.append(reaction.decisions)
        world.journal.reacted(reaction)
        if world.journal.needsRotation() { world.journal.rotate(recorded, now, machine) }
    }

    /// - Returns: whether the event is to be handled. What a tool asks for is refused when it can't
    ///   be recorded; what has happened has happened, recorded or not.
    private func record(_ event: Event, _ now: Moment) -> Bool {
        do {
            try world.journal.append(recorded + 1, now, event)
            recorded += 1
            if !isJournalled, !world.journal.hasGap() { journalFailure = nil }
            return true
        } catch {
            if isJournalled { world.warn("the journal can't be written: \(error)") }
            journalFailure = "\(error)"
            let origin = event.origin
            guard let ticket = origin.ticket, origin.promise.isRefusable else {
                recorded += 1
                return true
            }
            answer(ticket, .refused(Refusal(.noSpace)))
            return false
        }
    }

    /// Hands what must last to the store, all of one event together, and answers when it is there.
    private func store(_ effects: [Effect], of event: Event) {
        var changes: [StorePort.Change] = []
        var answers: [(Ticket, Answer)] = []
        var acks: [(ProcessKey, UInt64)] = []
        var files: [(TransferID, AppID)] = []
        var removed: [AppID] = []
        var pushes: [PushEffect] = []
        for effect in effects {
            switch effect {
            case .record(let change): changes.append(.record(change))
            case .dropPayload(let handle): changes.append(.dropPayload(handle))
            case .answer(let ticket, let answer, durable: true): answers.append((ticket, answer))
            case .ack(let app, let launch, let request, durable: true):
                acks.append((ProcessKey(app: app, launch: launch), request))
            case .transfer(.unplace(let id, let app)): files.append((id, app))
            case .remove(let app): removed.append(app)
            case .push(let effect): pushes.append(effect)
            case _: break
            }
        }
        changes = payloads + changes
        payloads.removeAll()
        storedFetches.note(changes)
        if pushes.contains(where: \.isAcknowledgement) { changes = addUnstored(to: changes) }
        guard
            !answers.isEmpty || !acks.isEmpty || !files.isEmpty || !leftFiles.isEmpty
                || !removed.isEmpty || !removals.left.isEmpty || !pushes.isEmpty
        else {
            return world.store.submit(changes, recorded, nil)
        }
        for (key, _) in acks { acknowledgements.begin(key) }
        let fetch = event.newFetch
        world.store.submit(changes, recorded) {
            [self, changes, answers, acks, files, removed, pushes] failure in
            unplace(files, isStored: failure == nil)
            remove(removed, isStored: failure == nil)
            var isRefused = false
            if let failure {
                storeAgain(changes)
                isRefused = dropTransfers(in: changes, failure)
                isRefused = dropNotifications(in: changes, failure) || isRefused
                isRefused = dropFetch(fetch, in: changes, failure) || isRefused
            } else if !acks.isEmpty {
                storedFetches.stored(changes)
            }
            carryOut(pushes, changes, failure)
            for (key, request) in acks {
                if failure != nil, !isRefused {
                    // What can't be refused is done, and is acknowledged as soon as the disk takes it.
                    acknowledgements.fail(request, to: key, changes)
                } else if acknowledgements.finish(request, to: key) {
                    acknowledge(request, to: key)
                }
            }
            for (ticket, given) in answers {
                // What ends something is done, and recorded as soon as the disk takes it.
                guard let failure, callers[ticket]?.isRefusable == true else {
                    answer(ticket, given)
                    continue
                }
                answer(ticket, .refused(Refusal(failure)))
            }
        }
    }

    /// Puts the world right after a start: what the journal alone knew goes to the disk, and no notification
    /// stays on the desktop that the device doesn't show.
    ///
    /// - Parameter uninstalled: apps that the store alone still knows. What they had is deleted once it doesn't.
    package func reconcile(_ changes: [StorePort.Change], uninstalled: [AppID]) {
        world.notifications.keep(Set(machine.shownNotifications))
        reconciliation = Reconciliation(changes)
        removals.underway.formUnion(uninstalled)
        removals.left += uninstalled
        goOnReconciling()
    }

    private func goOnReconciling() {
        guard let changes = reconciliation?.changes, reconciliation?.isUnderway == false else {
            return
        }
        reconciliation?.isUnderway = true
        world.store.submit(asTheyAre(changes), recorded) { [self] failure in
            guard failure == nil else {
                storeAgain(changes)
                reconciliation?.isUnderway = false
                return
            }
            let held = reconciliation?.acknowledgements ?? []
            reconciliation = nil
            remove([], isStored: true)
            for (key, request) in held { acknowledge(request, to: key) }
        }
    }

    /// Deletes the files of transfers that are no more, once the store knows that they are: after a power
    /// cut their verdicts would be told again, without them.
    private func unplace(_ files: [(TransferID, AppID)], isStored: Bool) {
        leftFiles += files
        guard isStored else { return }
        for (id, app) in leftFiles { world.transfers.unplace(id, app) }
        leftFiles.removeAll()
    }

    /// Tries again with whatever happens next, as with acknowledgements: nothing else may have to be stored for
    /// days.
    private func deleteLeft() {
        guard !leftFiles.isEmpty || !removals.left.isEmpty, !isDeletingLeft else { return }
        isDeletingLeft = true
        world.store.submit([], recorded) { [self] failure in
            isDeletingLeft = false
            unplace([], isStored: failure == nil)
            remove([], isStored: failure == nil)
        }
    }

    /// Deletes what apps had, once the store knows that they are uninstalled: after a power cut they would be
    /// there again, without their bundle and what they had been given.
    private func remove(_ apps: [AppID], isStored: Bool) {
        removals.left += apps
        guard isStored else { return }
        let ready = removals.left
        removals.left.removeAll()
        for app in ready { remove(app) }
    }

    private func remove(_ app: AppID) {
        // Installed anew meanwhile, it was removed before that.
        guard removals.underway.remove(app) != nil else { return }
        world.bundles.remove(app)
        world.screen.forget(app)
    }

    /// The core has changed although the store couldn't: it is told what is true now, and keeps
    /// trying.
    private func storeAgain(_ changes: [StorePort.Change]) {
        world.store.submit(asTheyAre(changes), recorded, nil)
    }

    /// The same facts and payloads as they are now.
    private func asTheyAre(_ changes: [StorePort.Change]) -> [StorePort.Change] {
        var keys: Set<String> = []
        var putsPayloads = false
        for change in changes {
            switch change {
            case .record(let change): keys.insert(change.key)
            case .putPayload: putsPayloads = true
            case .dropPayload: break
            }
        }
        let facts = facts(keys)
        let inUse = putsPayloads ? Set(machine.payloadsInUse) : []
        return changes.map { change in
            switch change {
            case .record(let change):
                .record(facts[change.key].map { .put($0) } ?? .delete(key: change.key))
            case .putPayload(let handle, _):
                inUse.contains(handle) ? change : .dropPayload(handle)
            case .dropPayload: change
            }
        }
    }

    /// Those of the facts that have these keys.
    func facts(_ keys: Set<String>) -> [String: Fact] {
        var found: [String: Fact] = [:]
        for key in keys { found[key] = inspect { $0.fact(key) } }
        return found
    }

    /// Tries again what the disk didn't take, if acknowledgements wait for it: with whatever happens next,
    /// as a disk that fails says nothing when it is well again.
    private func storeOwed() {
        guard let changes = acknowledgements.retry() else { return }
        world.store.submit(asTheyAre(changes), recorded) { [self] failure in
            for (key, request) in acknowledgements.retried(changes, isStored: failure == nil) {
                acknowledge(request, to: key)
            }
        }
    }

    /// In order, except that an app is thawed after what it is to hear: it then wakes up once, with
    /// that in its socket (`docs/decisions/0007-send-then-thaw.md`).
    ///
    /// - Returns: whether something is left for `store`.
    private func carryOut(_ effects: [Effect]) -> Bool {
        var thaws: [ProcessKey] = []
        var stores = false
        for effect in effects {
            switch effect {
            case .thaw(let app, let launch):
                thaws.append(ProcessKey(app: app, launch: launch))
                continue
            case .ack(_, _, _, durable: true): stores = true
            case .send, .welcome, .ack, .tellBackgroundTime: break
            case .record, .dropPayload, .answer(_, _, durable: true), .transfer(.unplace),
                .remove, .push:
                stores = true
                fallthrough
            case _:
                if thaws.isEmpty { break }
                for key in thaws { world.processes.thaw(key) }
                thaws.removeAll()
            }
            carryOut(effect)
        }
        for key in thaws { world.processes.thaw(key) }
        noteFetches(in: effects)
        return stores
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .spawn(let app, let launch, let arguments):
            world.processes.spawn(ProcessKey(app: app, launch: launch), arguments)
        case .freeze(let app, let launch, let freeze):
            let key = ProcessKey(app: app, launch: launch)
            world.processes.freeze(key) { [self] isFrozen in
                guard isFrozen else { return }
                // What it said before it froze counts, and may call the suspension off.
                world.apps.drain(key)
                take(.frozen(app, launch, freeze: freeze))
            }
        case .kill(let app, let launch):
            world.processes.kill(ProcessKey(app: app, launch: launch))
        case .examine(let app, let launch, let examination):
            world.conduct.examine(ProcessKey(app: app, launch: launch), examination) {
                [self] findings in
                if case .suspended = examination, findings.holdsNothing { return }
                take(.examined(app, launch, examination, findings))
            }
        case .restrain(let app, let launch, let restraint):
            world.conduct.restrain(ProcessKey(app: app, launch: launch), restraint)
        case .welcome(let app, let launch, let lastRequest, let device, let permissions):
            // As with acknowledgements, below: what it hears here it doesn't say again either.
            let key = ProcessKey(app: app, launch: launch)
            let lastRequest =
                isJournalled && reconciliation == nil && !acknowledgements.areAwaited(by: key)
                ? lastRequest : 0
            world.apps.send(
                key,
                .welcome(
                    .init(
                        launch: launch.number, lastRequest: lastRequest,
                        multitaskingSupported: machine.profile.multitaskingSupported,
                        openTasksLimit: Limits.openTasksPerApp,
                        device: device.wire, permissions: permissions.wire,
                        registeredForPushes: machine.pushToken(of: app) != nil ? true : nil,
                        pendingTasks: pendingTasks(of: app))))
            tellSensors(to: key)
        case .send(let app, let launch, let delivery, let redelivered):
            world.apps.send(
                ProcessKey(app: app, launch: launch),
                .deliver(
                    .init(
                        seq: delivery.seq, redelivered: redelivered, call: wireCall(delivery.call)))
            )
        case .ack(_, _, _, durable: true): break  // By `store`.
        case .ack(let app, let launch, let request, durable: false):
            let key = ProcessKey(app: app, launch: launch)
            guard acknowledgements.areAwaited(by: key) else {
                return acknowledge(request, to: key)
            }
            // It would be for those before it, too.
            acknowledgements.begin(key)
            world.store.submit([], recorded) { [self] _ in
                if acknowledgements.finish(request, to: key) { acknowledge(request, to: key) }
            }
        case .tellBackgroundTime(let app, let launch, let deadline, let isOver):
            world.apps.send(
                ProcessKey(app: app, launch: launch),
                .backgroundTime(deadline: deadline?.nanoseconds, isOver: isOver))
        case .activate(let bundle, let app):
            // One of that name was uninstalled a moment ago.
            remove(app)
            world.bundles.activate(bundle, app)
        case .discard(let bundle): world.bundles.discard(bundle)
        case .takeSnapshot(let app, let launch):
            world.screen.takeSnapshot(ProcessKey(app: app, launch: launch))
        case .remove(let app): removals.underway.insert(app)  // By `store`, once it is on disk.
        case .answer(let ticket, let given, durable: false): answer(ticket, given)
        case .arm(let instant): world.setTimer(instant)
        case .keepAwake(let keep): world.keepAwake(keep)
        case .protectData(let custody): world.protectData(custody)
        case .transfer(let effect): carryOut(effect)
        case .notification(let effect): carryOut(effect)
        case .push: break  // By `store`, once it is on disk.
        case .stopped: world.stopped()
        case .dropPayload(let handle): notifications.forget(handle)  // The rest by `store`.
        case .thaw, .record, .answer(_, _, durable: true):
            break  // Done after what the app is to hear, and by `store`.
        }
    }

    private func answer(_ ticket: Ticket, _ answer: Answer) {
        callers.removeValue(forKey: ticket)?.reply(answer)
    }

    private func acknowledge(_ request: UInt64, to key: ProcessKey) {
        // What couldn't be written down isn't acknowledged: the app says it again to the daemon
        // that doesn't know of it. The next acknowledgement is for everything before it, too.
        guard isJournalled else { return }
        if reconciliation != nil {
            reconciliation?.hold(request, of: key)
            return
        }
        world.apps.send(key, .ack(request: request))
    }

    /// New transfers that the disk didn't take: nobody was promised them yet.
    ///
    /// - Returns: whether there are any.
    private func dropTransfers(in changes: [StorePort.Change], _ failure: Reason) -> Bool {
        // Of one that was there before, only what changed about it isn't stored yet.
        let isNew = changes.contains {
            if case .record(.put(.transfers)) = $0 { true } else { false }
        }
        guard isNew else { return false }
        let refused = changes.compactMap { change -> TransferID? in
            guard case .record(.put(.transfer(let transfer))) = change,
                transfer.stage == .suspended || transfer.stage == .queued
            else { return nil }
            return transfer.id
        }
        if !refused.isEmpty { take(.transfer(.notStored(refused, failure))) }
        return !refused.isEmpty
    }

    /// What an app asked of its fetches, and the disk didn't take.
    ///
    /// - Returns: whether it is refused.
    private func dropFetch(
        _ fetch: FetchEvent?, in changes: [StorePort.Change], _ failure: Reason
    ) -> Bool {
        guard let fetch, let unstored = storedFetches.unstored(fetch, in: changes) else {
            return false
        }
        take(.fetching(.notStored(unstored, failure)))
        return true
    }

    /// A number for a payload that is stored together with the facts of the next event.
    func stage(_ payload: Data) -> PayloadHandle {
        let handle = newPayload()
        payloads.append(.putPayload(handle, payload))
        do { try world.store.keep(handle, payload) } catch {
            world.warn("payload \(handle) could not be stored: \(error)")
        }
        return handle
    }

    /// Also one that is stored with the event that is being handled.
    func bytes(_ handle: PayloadHandle) throws -> Data? {
        for case .putPayload(handle, let bytes) in payloads { return bytes }
        return try world.store.payload(handle)
    }

    func newPayload() -> PayloadHandle {
        lastTicket += 1
        return PayloadHandle(lastTicket)
    }

    func dropPayload(_ handle: PayloadHandle) {
        world.store.submit([.dropPayload(handle)], recorded, nil)
    }

    func payload(_ handle: PayloadHandle) -> String {
        do {
            if let body = try world.store.payload(handle) {
                return String(decoding: body, as: UTF8.self)
            }
            world.warn("payload \(handle) is missing")
        } catch {
            world.warn("payload \(handle) can't be read: \(error)")
        }
        return "{}"
    }
}
