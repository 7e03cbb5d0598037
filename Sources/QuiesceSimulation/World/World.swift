import Foundation
import QuiesceCore

/// The core with everything around it played: the daemon's shell, the kernel, the disk and the
/// apps, on a virtual clock. It corresponds to the daemon's parts like this:
///
/// - `World+Shell` does what `Device` does: record, decide, act, store, answer when durable.
/// - `World+Processes` is the process, freezer and app ports, and the Kit's session in each app:
///   request numbers, an outbox until acknowledged, hello with what was received and handled.
/// - `World+Faults` stops daemon and device, and starts them again as `DeviceStorage` does.
final class World {
    /// Changes what the core answered: how a test plants a bug.
    typealias Tampering = @Sendable (Reaction) -> Reaction

    var machine: SystemMachine
    var now = Moment(
        instant: .zero + .seconds(1_000), awake: .zero + .seconds(900),
        wall: .zero + .seconds(1_700_000_000))
    let apps: [AppManifest]
    let indices: [AppID: Int]
    var manners: [Manners]
    var processes: [SimulatedProcess?]
    /// Per app: the newest launch that a process was started for.
    var launches: [UInt64]
    var agenda = Agenda()
    var timer: Instant?
    /// Grows with each start; what was meant for an earlier daemon is lost.
    var daemon = 0
    var daemonRuns = true
    var nextDeath: Step.DaemonDeath?
    var downtime = Interval.zero
    var freezerTakes = Interval.milliseconds(1)
    var store = SimulatedStore()
    var payloads: Set<PayloadHandle> = []
    var lastTicket: UInt64 = 0
    /// Whoever held these and earlier ones is gone with the daemon that they asked.
    var lastTicketOfEarlierDaemon: UInt64 = 0
    var lastPID: Int32 = 100
    var asking: [Ticket: Asked] = [:]
    var isShuttingDown = false
    var isRebooting = false

    var waiting: [Event] = []
    var isTaking = false
    var trace: Trace
    var finding: Finding?
    var step: Int?
    let started: WallTime
    /// Per wake-up: the app, and the verdict once there is one.
    var wakeApps: [UInt64: AppID] = [:]
    var verdicts: [UInt64: Reason] = [:]
    var acknowledgedWakes: [WakeFact] = []
    /// Awake time of stalls and restarts, for which every limit is extended.
    var forgiven = Interval.zero
    let tampering: Tampering?
    let observing: ((Moment, Event, Reaction) -> Void)?

    /// Who waits for an answer.
    struct Asked {
        /// Whether an answer promises that it lasts.
        var isObligation: Bool
        var wake: WakeFact?
    }

    init(
        _ header: Scenario.Header, keepsTrace: Bool = false, tampering: Tampering? = nil,
        observing: ((Moment, Event, Reaction) -> Void)? = nil
    ) {
        machine = SystemMachine(profile: header.rules)
        if let start = header.start { now.wall = start }
        apps = header.apps
        indices = Dictionary(
            header.apps.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        manners = header.apps.map { _ in Manners() }
        processes = header.apps.map { _ in nil }
        launches = header.apps.map { _ in 0 }
        trace = Trace(keepsLines: keepsTrace)
        started = now.wall
        self.tampering = tampering
        self.observing = observing
        store.reset(to: machine.facts, durable: true)
        let absent = header.absent ?? []
        for app in apps.indices where !absent.contains(app) { perform(.install(app: app)) }
    }

    // MARK: Time

    /// Lets time pass, with everything that falls due meanwhile.
    func advance(by interval: Interval) {
        let end = now.wall + interval
        var sameMoment = 0
        // A restart of the device sets the clocks that schedules count back, and not the calendar.
        var target: Instant { now.instant + (end - now.wall) }
        while finding == nil {
            let due = daemonRuns ? timer : nil
            let before = now.instant
            if let next = agenda.next, next <= target, due.map({ next <= $0 }) ?? true {
                move(to: next)
                if let item = agenda.takeFirst() { carryOut(item) }
            } else if let due, due <= target {
                move(to: due)
                timer = nil
                take(.timer)
            } else {
                break
            }
            sameMoment = now.instant == before ? sameMoment + 1 : 0
            if sameMoment > 100_000 { fail(.progresses, "100,000 events at one moment") }
        }
        move(to: target)
    }

    private func move(to instant: Instant) {
        if instant > now.instant { now = now.advanced(by: instant - now.instant) }
    }

    func plan(_ item: Agenda.Item, after delay: Interval) {
        agenda.plan(item, at: now.instant + delay)
    }

    private func carryOut(_ item: Agenda.Item) {
        switch item {
        case .takeCall(let app, let launch): takeCall(app, launch)
        case .finishCall(let app, let launch): finishCall(app, launch)
        case .connect(let app, let launch): connect(app, launch)
        case .completeWake(let app, let launch, let wake): complete(app, launch, wake)
        case .endWork(let app, let launch, let task): endWork(app, launch, task)
        case .frozen(let app, let launch, let freeze, let asked):
            frozen(app, launch, freeze, asked)
        case .event(let event, let heard):
            if heard == daemon, daemonRuns { take(event) }
        case .synced(let life):
            if life == daemon, daemonRuns { synced() }
        case .daemonStarts(let deviceRestarted):
            startDaemon(deviceRestarted: deviceRestarted)
        }
    }

    // MARK: Steps

    func run(_ step: Step) {
        advance(by: .milliseconds(step.after))
        guard finding == nil else { return }
        perform(step.action)
        advance(by: .zero)
    }

    private func perform(_ action: Step.Action) {
        switch action {
        case .open(let app): ask { .open(apps[app].id, arguments: [], $0) }
        case .home: ask { .home($0) }
        case .quit(let app): ask(isObligation: true) { .quit(apps[app].id, $0) }
        case .lock: ask { .lock($0) }
        case .unlock: ask { .unlock($0) }
        case .sleep: ask { .sleep($0) }
        case .wake: ask { .wake($0) }
        case .install(let app):
            ask(isObligation: true) { .install(apps[app], StagedBundle($0.value), $0) }
        case .uninstall(let app): ask(isObligation: true) { .uninstall(apps[app].id, $0) }
        case .fetch(let app): ask(isObligation: true) { .fetch(apps[app].id, $0) }
        case .push(let app, let contentAvailable, let times):
            for _ in 0..<times { push(app, contentAvailable: contentAvailable) }
        case .reboot:
            if daemonRuns {
                isRebooting = true
                ask { .shutDown($0) }
            }
        case .behave(let app, let new):
            manners[app] = new
            if !new.obeys { processes[app]?.obeys = false }
            if new.canBeKilled { killAgain(app) }
        case .beginTask(let app): beginTask(app)
        case .endTask(let app, let known): endTask(app, known: known)
        case .beginTasks(let app, let times):
            for _ in 0..<times { beginTask(app) }
        case .complete(let app, let wake): request(app, .completed(WakeID(wake), .noData))
        case .disconnect(let app): disconnect(app)
        case .work(let app, let work): begin(work, app)
        case .rest: break
        case .die(let app, let signal):
            if let process = processes[app] {
                exit(app, process.launch, signal == 0 ? .exited(code: 0) : .signalled(signal))
            }
        case .killDaemon(let death, let time): killDaemon(death, time)
        case .powerCut(let journalKept): cutPower(journalKept: journalKept)
        case .stall(let time): stall(.milliseconds(time))
        case .suspend(let time):
            now.instant = now.instant + .milliseconds(time)
            now.wall = now.wall + .milliseconds(time)
        case .freezer(let time): freezerTakes = .milliseconds(time)
        case .foreignFreeze(let app): foreignFreeze(app, true)
        case .foreignThaw(let app): foreignFreeze(app, false)
        }
    }

    private func push(_ app: Int, contentAvailable: Bool) {
        // Its payload is on disk before the core hears of it.
        let payload = PayloadHandle(lastTicket + 1)
        payloads.insert(payload)
        ask(isObligation: true) {
            .push(apps[app].id, contentAvailable: contentAvailable, payload, $0)
        }
    }

    /// Faults are over: a day passes in peace, and everything must come to rest.
    func settle() {
        step = nil
        freezerTakes = .milliseconds(1)
        for app in apps.indices {
            manners[app].canBeKilled = true
            manners[app].canBeStarted = true
            killAgain(app)
        }
        nextDeath = nil
        advance(by: .seconds(60))
        ask { .wake($0) }
        advance(by: .seconds(86_400))
        if finding == nil { checkSettled(machine.audit) }
    }
}
