import QuiesceCore
import QuiesceCoreHarness
import QuiesceShell

/// A device's core under events in any order, and what must hold after each, whoever sent it.
///
/// It keeps what a shell would: the store, callers and the timer. Nobody is played: what apps and
/// the kernel say is in the script, and may be nonsense.
struct Life {
    var machine: SystemMachine
    private(set) var events: [(event: Event, moment: Moment)] = []
    var store: ShellStore
    var timer: Instant?
    var callers: Set<Ticket> = []
    /// A daemon has restarted: answers that the one before owed are nobody's.
    private var hasRestarted = false
    private var knownTickets: Set<Ticket> = []
    private var knownPayloads: Set<PayloadHandle>
    /// Wake-ups accepted, and those that have their verdict.
    private var wakes: Set<WakeID> = []
    private var verdicts: Set<WakeID> = []

    init(_ machine: SystemMachine) {
        self.machine = machine
        store = ShellStore(of: machine)
        knownPayloads = store.payloads
        timer = machine.timerAt
    }

    /// Gives the core one event, unless it is one that no shell makes.
    /// - Throws: `Problem`: what doesn't hold now.
    @discardableResult
    mutating func take(_ event: Event, at now: Moment) throws -> Reaction {
        guard isNew(event) else { return Reaction() }
        events.append((event, now))
        if case .timer = event { timer = nil }
        if case .restarted = event {
            timer = nil
            callers.removeAll()
            hasRestarted = true
        }
        let before = machine
        let reaction = machine.handle(event, at: now)
        try require(
            machine.lastDecision == before.lastDecision &+ UInt64(reaction.decisions.count),
            "decisions aren't numbered one by one")
        try check(reaction, to: event, before)
        try note(reaction.decisions)
        try checkAnswer(reaction, to: event, at: now, before)
        try checkState(at: now)
        // Not each time: it takes as long as everything else together.
        if events.count % 16 == 0 { try checkStore() }
        return reaction
    }

    /// Tickets and payloads are the shell's own, and are never used twice.
    private mutating func isNew(_ event: Event) -> Bool {
        if case .push(let push, let ticket?) = event {
            guard !knownTickets.contains(ticket), knownPayloads.insert(push.payload).inserted
            else { return false }
        }
        if case .transfer(let transfer) = event, let payload = transfer.payload {
            if let ticket = event.origin.ticket, knownTickets.contains(ticket) { return false }
            guard knownPayloads.insert(payload).inserted else { return false }
            store.payloads.insert(payload)
        }
        guard let ticket = event.origin.ticket else { return true }
        callers.insert(ticket)
        return knownTickets.insert(ticket).inserted
    }

    // MARK: - Effects

    private mutating func check(
        _ reaction: Reaction, to event: Event, _ before: SystemMachine
    ) throws {
        for effect in reaction.effects {
            switch effect {
            case .spawn(let app, let launch, _):
                try checkSpawn(app, launch, event, before)
            case .kill(let app, let launch):
                if case .restarted = event { continue }
                try checkLaunch(app, launch, effect, before)
            case .answer(let ticket, _): try answered(ticket)
            case .arm(let at):
                timer = at
            case .stopped:
                try require(
                    !machine.views.contains(where: \.isAlive), "stopped, and an app is alive")
            case _:
                guard let (app, launch) = effect.process else { break }
                try checkLaunch(app, launch, effect, before)
            }
        }
        // It is accepted, and the shell had stored it.
        if case .push(let push, let ticket?) = event, reaction.promises.contains(.answer(ticket)) {
            store.payloads.insert(push.payload)
        }
        for change in reaction.changes { try check(change) }
        for promise in reaction.promises { try check(promise, before) }
    }

    private mutating func check(_ change: Change) throws {
        switch change {
        case .record(let change):
            try require(store.record(change), "\(change.key) wasn't stored")
        case .dropPayload(let payload):
            try require(store.drop(payload), "payload \(payload) is dropped twice")
        }
    }

    private mutating func check(_ promise: Promise, _ before: SystemMachine) throws {
        switch promise {
        case .answer(let ticket): try answered(ticket)
        case .ack(let app, let launch, _): try checkLaunch(app, launch, promise, before)
        case .remove, .transfer, .push: break
        }
    }

    private mutating func answered(_ ticket: Ticket) throws {
        let isWaiting = callers.remove(ticket) != nil
        try require(isWaiting || hasRestarted, "caller \(ticket) is answered twice")
    }

    private func checkSpawn(
        _ app: AppID, _ launch: Launch, _ event: Event, _ before: SystemMachine
    ) throws {
        guard let old = before.view(app) else {
            return try require(launch.number == 1, "\(app)'s first launch is \(launch)")
        }
        if event.isRestart, old.isAlive, old.launch == launch { return }  // Once more.
        if old.isAlive {
            // Its end, and what follows, are one event.
            try require(
                event.ends(app, old.launch) || event.isRestart,
                "\(app) is started as \(launch) while \(old.launch) lives")
        }
        try require(
            launch == old.launch.next || launch.number == 1,
            "\(app) is started as \(launch) after \(old.launch)")
    }

    /// Nothing is done to a process of another life.
    private func checkLaunch(
        _ app: AppID, _ launch: Launch, _ what: some Any, _ before: SystemMachine
    ) throws {
        try require(
            machine.view(app)?.launch == launch || before.view(app)?.launch == launch,
            "\(what) is for another launch than the present")
    }

    // MARK: - Decisions and answers

    private mutating func note(_ decisions: [Decision]) throws {
        for decision in decisions where decision.kind == .wake {
            switch decision.detail {
            case .wake(let wake, _, _):
                try require(wakes.insert(wake).inserted, "wake-up \(wake) is accepted twice")
            case .wakeResult(let wake, _, _):
                try require(
                    verdicts.insert(wake).inserted, "wake-up \(wake) has a second verdict")
            case _:
                break
            }
        }
    }

    /// `why --not` says what is then decided.
    private func checkAnswer(
        _ reaction: Reaction, to event: Event, at now: Moment, _ before: SystemMachine
    ) throws {
        let (app, cause, ticket): (AppID, WakeCause, Ticket)
        switch event {
        case .fetch(let name, let caller): (app, cause, ticket) = (name, .fetch, caller)
        case .push(let push, let caller?) where push.contentAvailable:
            // One in front is told, even where it may not be woken (R1).
            if before.foreground == push.app { return }
            (app, cause, ticket) = (push.app, .push(push.payload), caller)
        case _: return
        }
        guard let why = before.whyNot(app, cause, at: now) else { return }
        if reaction.promises.contains(.answer(ticket)) {
            try require(why.obstacles.isEmpty, "accepted, although \(why.sentence)")
        }
        for case .answer(ticket, let answer) in reaction.effects {
            switch answer {
            case .done:
                throw Problem("answered before it is stored, in its wake-up \(cause)")
            case .refused(let refusal):
                try require(
                    refusal.reason == .shuttingDown
                        || refusal.reason == why.obstacles.first?.reason,
                    "refused for \(refusal.reason.rawValue), while `why` says: \(why.sentence)")
            }
        }
    }

    // MARK: - The state

    private func checkState(at now: Moment) throws {
        var machine = machine
        let audit = machine.audit(at: now)
        let inFront = audit.apps.filter(\.isInFront).map(\.id)
        try require(inFront.count <= 1, "\(inFront) are in front")
        try require(
            machine.foreground == inFront.first,
            "\(words(inFront.first)) is in front, and \(words(machine.foreground)) is said to be")
        try require(
            audit.armedDeadline == audit.nextDeadline,
            "the timer is for \(words(audit.armedDeadline)), not \(words(audit.nextDeadline))")
        try require(
            audit.armedAt == timer, "the timer is not what was asked for: \(words(timer))")
        for app in audit.apps { try check(app) }
    }

    /// Checks that the shell keeps the facts and payloads that the core thinks the shell keeps.
    func checkStore() throws {
        let apps = machine.views.map(\.manifest.id)
        try require(Set(apps).count == apps.count, "an app is installed twice")
        let facts = machine.facts
        try require(
            facts.count == store.facts.count && facts.allSatisfy { store.facts[$0.key] == $0 },
            "the store was told of other facts: \(store.facts) instead of \(facts)")
        let inUse = machine.payloadsInUse
        try require(
            inUse.count == store.payloads.count && Set(inUse) == store.payloads,
            "payloads in use are \(inUse), kept are \(store.payloads)")
    }

    private func check(_ app: SystemMachine.AppAudit) throws {
        try require(
            (app.state == .notRunning) == !app.isAlive,
            "\(app.id) is \(app.state) and \(app.isAlive ? "alive" : "dead")")
        try require(
            app.state != .active || app.isInFront, "\(app.id) is active and not in front")
        try require(
            app.outstandingCalls <= Limits.outstandingCallsPerApp + 8,
            "\(app.outstandingCalls) calls wait for \(app.id)")
        try require(
            app.openTasks <= Limits.openTasksPerApp, "\(app.id) has \(app.openTasks) tasks open")
        try require(
            app.wakes <= Limits.wakesPerApp, "\(app.wakes) wake-ups wait for \(app.id)")
        guard app.isAlive else {
            return try require(
                app.outstandingCalls == 0 && app.openTasks == 0, "\(app.id) is dead and has calls")
        }
    }

    private func words<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "none" }
}

extension Event {
    var isRestart: Bool { if case .restarted = self { true } else { false } }

    /// Whether it tells that a launch has ended.
    fileprivate func ends(_ app: AppID, _ launch: Launch) -> Bool {
        switch self {
        case .exited(app, launch, _), .spawnFailed(app, launch, _, _): true
        case _: false
        }
    }
}
