import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Memory of the past, by which events are judged: each wake-up from its acceptance to its verdict,
/// launch numbers, callers. The memory is bounded by what is under way.
final class Watch {
    /// A wake-up without a verdict.
    struct OpenWake {
        var app: AppID
        /// Whoever asked was told that it will last.
        var isAcknowledged = false
    }

    /// Per app: the newest launch that a process was started for.
    var launches: [UInt64]
    private(set) var openWakes: [UInt64: OpenWake] = [:]
    /// Whoever waits for an answer of this daemon.
    private var waiting: Set<Ticket> = []
    /// Obligations answered before the disk had them, unless nothing was to be put there.
    private var early: [Ticket] = []
    /// Per ticket: the wake-up that was accepted for it.
    private var wakeOfTicket: [Ticket: UInt64] = [:]
    var ticketOfPayload: [PayloadHandle: Ticket] = [:]
    /// Awake time of stalls and restarts, for which every limit is extended.
    private(set) var forgiven = Interval.zero
    /// The end of a stall that the daemon took for an ordinary delay: limits end at it unextended.
    var unnoticedStall: AwakeInstant?
    var isKeptAwake = false
    /// Events since everything was looked at.
    var eventsSinceAudit = 0
    /// The lasting results, if somebody wants to compare them.
    var outcome: DurableOutcome?

    var told: ToldOracle
    var cover = CoverOracle()

    init(apps: Int) {
        launches = Array(repeating: 0, count: apps)
        told = ToldOracle(apps: apps)
    }

    var callersWait: Int { waiting.count }

    func forgive(_ time: Interval) { forgiven = forgiven + time }

    // MARK: Processes

    func spawned(_ key: ProcessKey, _ index: Int, _ device: SimulatedDevice) {
        if device.processes[index] != nil {
            device.fail(.oneProcessPerApp, "a second process is started", key.app)
        }
        if key.launch.number <= launches[index] {
            device.fail(
                .oneProcessPerApp, "launch \(key.launch) follows launch \(launches[index])", key.app
            )
        }
        launches[index] = key.launch.number
    }

    func delivers(_ call: MessageToApp.Call, to app: AppID, _ device: SimulatedDevice) {
        switch call {
        case .performFetch(let wake), .remoteNotification(let wake, _),
            .push(.voipReceived(let wake, _)),
            .backgroundTask(let wake, _, _),
            .expireWake(let wake):
            if let owner = openWakes[wake]?.app, owner != app {
                device.fail(.nothingCrosses, "wake-up \(wake) of \(owner) reaches another", app)
            }
        case _: break
        }
    }

    // MARK: Callers

    func asked(_ ticket: Ticket, _ event: Event) {
        waiting.insert(ticket)
        if case .push(let push, _) = event { ticketOfPayload[push.payload] = ticket }
    }

    /// The core never hears of it.
    func refused(_ ticket: Ticket) { waiting.remove(ticket) }

    /// An obligation's caller got its answer.
    func answered(_ ticket: Ticket, _ answer: Answer, _ device: SimulatedDevice) {
        guard case .done = answer else {
            wakeOfTicket[ticket] = nil
            return
        }
        let origin = device.current?.event.origin
        if origin?.ticket == ticket, origin?.promise.lasts == true {
            early.append(ticket)
        }
        guard let wake = wakeOfTicket.removeValue(forKey: ticket), let open = openWakes[wake] else {
            return
        }
        if device.store.durable.facts["wake/\(wake)"] == nil {
            device.fail(
                .acknowledgedIsDurable, "wake-up \(wake) is acknowledged and not stored", open.app)
        }
        openWakes[wake]?.isAcknowledged = true
    }

    /// Looks at the answers in what came of an event, and at what apps are told.
    func note(_ reaction: Reaction, to event: Event, _ device: SimulatedDevice) {
        // Keys are made for those answers alone.
        let mayPromise = !early.isEmpty
        var records = false
        for effect in reaction.effects {
            switch effect {
            case .answer(let ticket, _): answered(ticket, device)
            case .spawn(let app, let launch, _):
                if let place = device.indices[app] { told.spawned(place, launch) }
            case .send(let app, let launch, let delivery, _):
                guard case .systemEvents = delivery.call, let place = device.indices[app] else {
                    continue
                }
                if let problem = told.hears(delivery, place, launch) {
                    device.fail(.netChange, problem, app)
                }
            case .uninstall(let app):
                guard let place = device.indices[app] else { continue }
                told.removed(place)
                // Installed anew it begins with launch 1 again, even if its container goes later.
                launches[place] = 0
            case _: break
            }
        }
        for case .record(let change) in reaction.changes {
            records = records || mayPromise && event.promisesToStore(change.key)
            // An event that frees something, such as a lock or the dismissal of a notification,
            // promises no wake-up that comes of it.
            if case .put(.wake(let fact)) = change, let ticket = event.origin.ticket,
                event.asksForWakeUp
            {
                wakeOfTicket[ticket] = fact.id.value
            }
        }
        for case .answer(let ticket) in reaction.promises { answered(ticket, device) }
        guard !early.isEmpty else { return }
        if records, let ticket = event.origin.ticket, early.contains(ticket) {
            device.fail(
                .acknowledgedIsDurable, "\(event.words) was answered before it was stored")
        }
        early.removeAll()
    }

    private func answered(_ ticket: Ticket, _ device: SimulatedDevice) {
        // Whoever asked an earlier daemon is gone with it.
        if waiting.remove(ticket) == nil, ticket.value > device.firstTicket {
            device.fail(.answeredOnce, "request \(ticket) has no one waiting")
        }
    }

    // MARK: Wake-ups

    func accepted(_ wake: WakeID, _ app: AppID) {
        openWakes[wake.value] = OpenWake(app: app)
    }

    func verdict(
        _ wake: WakeID, _ reason: Reason, _ app: AppID?, _ device: SimulatedDevice
    ) {
        if openWakes.removeValue(forKey: wake.value) == nil {
            device.fail(
                .oneVerdict, "wake-up \(wake) got \(reason.rawValue) after another verdict", app)
        }
    }

    // MARK: Restarts

    func daemonEnded() {
        waiting.removeAll()
        wakeOfTicket.removeAll()
        ticketOfPayload.removeAll()
        early.removeAll()
    }

    /// Goes on with a state that was taken from the store, which knows less than the last daemon
    /// did.
    ///
    /// - Parameter last: the last event that the journal gave; nil: the machine knows what the
    ///   store knows.
    func goOn(
        from machine: SystemMachine, journalUpTo last: UInt64?, _ device: SimulatedDevice
    ) {
        let facts = machine.facts
        var survived: [UInt64: OpenWake] = [:]
        for case .wake(let wake) in facts {
            // One that had a verdict which the disk didn't get to know gets it again; it need last
            // only if the disk has it.
            let isAcknowledged =
                openWakes[wake.id.value]?.isAcknowledged
                ?? (device.store.durable.facts["wake/\(wake.id.value)"] != nil)
            survived[wake.id.value] = OpenWake(app: wake.app, isAcknowledged: isAcknowledged)
        }
        for (id, wake) in openWakes.sorted(by: { $0.key < $1.key })
        where wake.isAcknowledged && survived[id] == nil {
            device.fail(.acknowledgedIsDurable, "wake-up \(id) was lost", wake.app)
        }
        openWakes = survived
        for part in device.parts.all {
            part.goOn(from: machine, facts, journalUpTo: last, device)
        }
        told.goOn(from: machine, apps: device.apps)
        cover = CoverOracle(machine)
        for case .app(let app) in facts {
            if let index = device.indices[app.manifest.id] { launches[index] = app.launch.number }
        }
    }

    func restarted(_ machine: SystemMachine, _ device: SimulatedDevice) {
        // An app installed anew begins with launch 1 again; one whose start wasn't recorded, or
        // not done, is started again.
        for (index, app) in device.apps.enumerated() {
            guard let view = machine.view(app.id) else {
                launches[index] = 0
                continue
            }
            if view.isAlive, device.processes[index] == nil {
                launches[index] = min(launches[index], view.launch.number - 1)
            }
        }
    }
}
