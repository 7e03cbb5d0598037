import Foundation
import QuiesceCore

/// Facts as the daemon hands them over, and as the disk has them.
struct SimulatedStore {
    struct Batch {
        var changes: [FactChange]
        var answers: [(Ticket, Answer)]
    }

    /// With everything submitted.
    private(set) var submitted: [String: Fact] = [:]
    /// What a power cut leaves.
    private(set) var durable: [String: Fact] = [:]
    private var batches: [Batch] = []
    var isSyncing = false
    var isSynced: Bool { batches.isEmpty }

    mutating func submit(_ batch: Batch) {
        apply(batch.changes, to: &submitted)
        batches.append(batch)
    }

    /// Everything submitted so far reaches the disk.
    mutating func sync() -> [(Ticket, Answer)] {
        defer { batches = [] }
        isSyncing = false
        for batch in batches { apply(batch.changes, to: &durable) }
        return batches.flatMap(\.answers)
    }

    /// A new daemon hands over what it knows.
    mutating func reset(to facts: [Fact], durable isDurable: Bool = false) {
        submitted = Dictionary(facts.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        batches = []
        isSyncing = false
        if isDurable { durable = submitted }
    }

    private func apply(_ changes: [FactChange], to facts: inout [String: Fact]) {
        for change in changes {
            switch change {
            case .put(let fact): facts[fact.key] = fact
            case .delete(let key): facts[key] = nil
            }
        }
    }
}

// As the daemon's `Device`: record, decide, act, store, answer.
extension World {
    func ask(isObligation: Bool = false, _ event: (Ticket) -> Event) {
        lastTicket += 1
        let ticket = Ticket(lastTicket)
        guard daemonRuns else { return }
        asking[ticket] = Asked(isObligation: isObligation, wake: nil)
        take(event(ticket))
    }

    /// Takes an event, and those that it leads to, in order.
    func take(_ event: Event) {
        waiting.append(event)
        guard !isTaking else { return }
        isTaking = true
        var next = 0
        while next < waiting.count, daemonRuns, finding == nil {
            handle(waiting[next])
            next += 1
        }
        waiting.removeAll(keepingCapacity: true)
        isTaking = false
        if isShuttingDown { finishReboot() }
    }

    private func handle(_ event: Event) {
        let death = nextDeath
        if death == .beforeRecording { return stopDaemon() }
        var reaction = machine.handle(event, at: now)
        if let tampering { reaction = tampering(reaction) }
        trace.note(event, reaction, at: now)
        note(reaction.decisions)
        if death == .beforeActing { return stopDaemon() }
        for effect in reaction.effects { carryOut(effect) }
        submit(event, reaction.effects)
        check(machine.audit)
    }

    private func submit(_ event: Event, _ effects: [Effect]) {
        var batch = SimulatedStore.Batch(changes: [], answers: [])
        var early: [Ticket] = []
        var wake: WakeFact?
        for effect in effects {
            switch effect {
            case .record(let change):
                batch.changes.append(change)
                if case .put(.wake(let fact)) = change { wake = fact }
            case .answer(let ticket, let answer, durable: true):
                if case .done = answer { asking[ticket]?.wake = wake }
                batch.answers.append((ticket, answer))
            case .answer(let ticket, .done, durable: false): early.append(ticket)
            case .dropPayload(let payload):
                if payloads.remove(payload) == nil {
                    fail(.oneVerdict, "the payload \(payload) is dropped twice")
                }
            case .spawn, .freeze, .thaw, .kill, .welcome, .send, .ack, .tellBackgroundTime,
                .answer(_, .refused, durable: false), .activate, .discard, .remove, .arm,
                .keepAwake, .stopped:
                break
            }
        }
        for ticket in early {
            if let asked = asking[ticket], asked.isObligation, !batch.changes.isEmpty {
                fail(.acknowledgedIsDurable, "\(event.canonical) was answered before it was stored")
            }
            answered(ticket, .done)
        }
        guard !batch.changes.isEmpty || !batch.answers.isEmpty else { return }
        store.submit(batch)
        guard !store.isSyncing else { return }
        store.isSyncing = true
        plan(.synced(daemon: daemon), after: .milliseconds(5))
    }

    func synced() {
        for (ticket, answer) in store.sync() {
            if case .done = answer, let wake = asking[ticket]?.wake { acknowledge(wake) }
            answered(ticket, answer)
        }
    }

    private func acknowledge(_ wake: WakeFact) {
        guard verdicts[wake.id.value] == nil else { return }
        if store.durable[Fact.wake(wake).key] == nil {
            fail(
                .acknowledgedIsDurable, "wake-up \(wake.id) is acknowledged and not stored",
                wake.app)
        }
        acknowledgedWakes.append(wake)
    }

    private func answered(_ ticket: Ticket, _ answer: Answer) {
        if asking.removeValue(forKey: ticket) == nil, ticket.value > lastTicketOfEarlierDaemon {
            fail(.answeredOnce, "request \(ticket) has no one waiting")
        }
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .spawn(let app, let launch, _): with(app) { spawn($0, launch) }
        case .freeze(let app, let launch, let freeze): with(app) { self.freeze($0, launch, freeze) }
        case .thaw(let app, let launch): with(app) { thaw($0, launch) }
        case .kill(let app, let launch): with(app) { kill($0, launch) }
        case .welcome(let app, let launch, let lastRequest, _):
            with(app) { welcome($0, launch, lastRequest) }
        case .send(let app, let launch, let delivery, _): with(app) { send($0, launch, delivery) }
        case .ack(let app, let launch, let request):
            with(app) { app in
                guard processes[app]?.launch == launch else { return }
                processes[app]?.acknowledge(request)
            }
        case .remove(let app):
            with(app) { app in
                if processes[app] != nil {
                    fail(.oneProcessPerApp, "it is removed while it runs", apps[app].id)
                }
                // An app installed anew begins with launch 1 again.
                launches[app] = 0
            }
        case .activate(_, let app):
            with(app) { app in
                if processes[app] != nil {
                    fail(.oneProcessPerApp, "its bundle is replaced while it runs", apps[app].id)
                }
            }
        case .answer(let ticket, .refused(let refusal), durable: false):
            // A refused push leaves no payload.
            payloads.remove(PayloadHandle(ticket.value))
            answered(ticket, .refused(refusal))
        case .arm(let instant): timer = instant
        case .stopped: isShuttingDown = true
        case .tellBackgroundTime, .discard, .keepAwake, .record, .dropPayload,
            .answer(_, .done, durable: false), .answer(_, _, durable: true):
            break
        }
    }

    private func with(_ app: AppID, _ body: (Int) -> Void) {
        guard let index = indices[app] else {
            return fail(.nothingCrosses, "\(app) is no app of this device")
        }
        body(index)
    }
}
