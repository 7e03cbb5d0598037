import Foundation
import QuiesceCore
import QuiesceShell

/// A whole device on a virtual clock: the daemon's real `Device`, with a world behind its ports.
///
/// The world is the kernel (clocks, processes, the freezer), the disk (what survives SIGKILL and
/// what a power cut), the sockets, the apps, and the user with their tools. Nothing happens by
/// itself: time passes in `advance`, and each moment's happenings come in the order in which they
/// were planned, so the same calls give the same run.
///
/// Belongs to one thread, which needn't be the main one.
package final class SimulatedDevice {
    /// Called after every event, with what the core made of it.
    package typealias Observer = (Moment, Event, Reaction) -> Void
    package typealias AppMaker = (SimulatedProcess) -> any SimulatedApp

    /// The three clocks.
    package var now: Moment { clocks }
    var clocks: Moment
    /// The apps that steps name by their places, in order.
    package let apps: [AppManifest]
    package var observer: Observer?
    /// The first problem, as soon as there is one: the device then stands still.
    package internal(set) var finding: Finding? {
        didSet { isStill = finding != nil }
    }
    /// Something went wrong.
    private(set) var isStill = false

    let profile: PolicyProfile
    let indices: [AppID: Int]
    var makers: [AppMaker?]
    /// How the scripted apps answer.
    let scripts: [Script]
    var processes: [SimulatedProcess?]
    /// With those that have ended.
    var lastProcesses: [SimulatedProcess?]
    var agenda = Agenda()

    // The daemon
    var device: Device
    var daemonRuns = true
    /// Its tickets are larger.
    var firstTicket: UInt64
    /// Grows with each start; what was meant for an earlier daemon is lost.
    var life = 0
    var timer: Instant?
    let journal: SimulatedJournal
    let store = SimulatedStore()
    /// The daemon doesn't know yet of all that the disk hasn't taken, so nothing of that is to be
    /// tried again.
    var isTellingOfDisk = false
    /// How much the clock is slow since the power failed.
    var lostClock = Interval.zero
    /// By how much it was set, all in all.
    private(set) var clockSet = Interval.zero
    var nextDeath: Death?
    /// The daemon died within the call that is under way: nothing that it does counts any more.
    var isCut = false
    /// It has heard of the processes that the daemon before it left; earlier it can't know what
    /// they do.
    var hasTakenOver = true
    /// Events that a daemon wanted to record, and at which of them it dies.
    var recordings = 0
    var plannedDeath: (event: Int, death: RestartDeath)?
    /// It dies when it has acted on the event under way.
    var diesAfterEvent = false
    /// When it dies, so does everything.
    var powerFails = false
    /// When the power was cut as planned.
    var powerCutAt: Interval?
    /// Bugs that tests plant: what a device that restarts reads of a fact that was stored, and
    /// nothing is judged.
    var rereads: ((Fact) -> Fact?)?
    var isJudged = true
    /// The requests that tools make again when the daemon is back; nil: they give up.
    var requests: Requests?
    /// More happenings at one moment mean that time stands still; a test takes fewer.
    var mostAtOneMoment = 1_000_000
    /// For how long it is gone when it dies next.
    var downtime = Interval.zero
    var isRebooting = false

    /// The clock was set once; until then nobody tells the core what time zone it is.
    var knowsCalendar = false
    /// The zone that the machine itself is in; nil: in UTC.
    var machineZone: String?
    /// A number for each app's settings.
    var settings: [UInt64]

    // The kernel
    var freezerTakes = Interval.milliseconds(1)
    var lastPID: Int32 = 100

    // Capabilities
    let parts = SimulatedParts()

    // Observation
    let watch: Watch
    var trace: Trace
    /// The step under way; nil: none.
    var step: Int?
    let started: WallTime
    /// The event being handled, between its recording and what came of it.
    var current: (moment: Moment, event: Event)?
    /// When the core was last given one.
    var lastMoment = Moment.zero
    /// The number of the last event that the core was given.
    var lastSeq: UInt64 = 0

    /// - Parameters:
    ///   - apps: installed before this returns, and run as scripted ones, which obey.
    ///   - absent: the places of those that aren't installed yet.
    ///   - start: the clocks at the beginning. They have gone on by `setUpTime` when this returns.
    ///   - decisionsKept: for `decisions`; few, as every event goes through them.
    ///   - observer: set before the apps are installed.
    ///   - prepare: is called then, too.
    package init(
        profile: PolicyProfile = .ios8, apps: [AppManifest], absent: Set<Int> = [],
        start: Moment = .simulationStart, keepsTrace: Bool = false,
        decisionsKept: Int = 256, observer: Observer? = nil,
        tampering: (@Sendable (Reaction) -> Reaction)? = nil,
        mishearing: (@Sendable (Event) -> Event)? = nil,
        prepare: (SimulatedDevice) -> Void = { _ in }
    ) {
        self.observer = observer
        self.profile = profile
        self.decisionsKept = decisionsKept
        self.apps = apps
        indices = Dictionary(
            apps.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        makers = apps.map { _ in nil }
        scripts = apps.map { _ in Script() }
        processes = apps.map { _ in nil }
        settings = apps.map { _ in 0 }
        lastProcesses = processes
        clocks = start
        started = start.wall
        trace = Trace(keepsLines: keepsTrace)
        watch = Watch(apps: apps.count)
        let machine = SystemMachine(profile: profile, boot: String(store.boot))
        firstTicket = Self.firstTicket(at: start)
        device = Device(
            machine: machine, seq: 0, firstTicket: firstTicket,
            log: DecisionLog(limit: decisionsKept))
        journal = SimulatedJournal(machine, seq: 0)
        device.ports = ports()
        device.tampering = tampering
        device.mishearing = mishearing
        store.submit(store.corrections(machine.facts, payloads: []), 0, nil)
        _ = store.sync()
        prepare(self)
        for app in apps.indices where !absent.contains(app) { perform(.install(app: app)) }
        advance(by: Self.setUpTime)
    }

    /// Until what was installed at the start is on disk.
    static let setUpTime = Interval.milliseconds(10)

    /// A copy of the policy's state. It costs more than most checks: they ask `view`.
    package var machine: SystemMachine { device.machine }
    /// The policy's state of an app.
    func view(_ app: AppID) -> SystemMachine.AppView? { device.inspect { $0.view(app) } }
    let decisionsKept: Int
    /// The daemon's newest decisions.
    package var decisions: [Decision] { device.log.all }
    /// A number for all that has happened so far, the same whenever the same happens.
    package var traceHash: UInt64 { trace.hash }
    package var events: Int { trace.events }

    /// The process of an app; nil while there is none.
    package func process(of app: AppID) -> SimulatedProcess? {
        indices[app].flatMap { processes[$0] }
    }

    /// From its next launch on, `app` is what `maker` makes for each of its processes.
    package func run(_ app: AppID, as maker: @escaping AppMaker) {
        if let index = indices[app] { makers[index] = maker }
    }

    // MARK: Time

    /// Lets time pass, with everything that falls due meanwhile.
    package func advance(by interval: Interval) {
        let end = now.wall + interval
        var sameMoment = 0
        // A restart of the device sets the clock that schedules count back, and not the calendar.
        var target: Instant { clocks.instant + (end - clocks.wall) }
        while !isStill {
            let due = daemonRuns ? timer : nil
            let before = clocks.instant
            if let (next, item) = agenda.takeFirst(by: min(target, due ?? target)) {
                move(to: next)
                carryOut(item)
            } else if let due, due <= target {
                move(to: due)
                timer = nil
                daemon { $0.take(.timer) }
            } else {
                break
            }
            sameMoment = clocks.instant == before ? sameMoment + 1 : 0
            if sameMoment > mostAtOneMoment {
                fail(.progresses, "\(mostAtOneMoment) happenings at one moment")
            }
        }
        move(to: target)
    }

    private func move(to instant: Instant) {
        if instant > clocks.instant { clocks = clocks.advanced(by: instant - clocks.instant) }
    }

    func plan(_ item: Agenda.Item, after delay: Interval) {
        agenda.plan(item, at: clocks.instant + max(.zero, delay))
    }

    private func carryOut(_ item: Agenda.Item) {
        switch item {
        case .turn(let process): turn(process)
        case .read(let process): read(process)
        case .call(let process, let body): call(process, body)
        case .frozen(let process, let number): frozen(process, number)
        case .exited(let process, let status, let life):
            if life == self.life { exited(process, status) }
        case .event(let event, let life):
            if life == self.life { daemon { $0.take(event) } }
        case .told(let body, let life):
            if life == self.life { daemon { _ in body() } }
        case .happens(let body): body()
        case .synced(let life):
            if life == self.life { synced() }
        case .daemonStarts: startDaemon()
        case .perform(let action): perform(action)
        case .deviceStops(let life):
            if life == self.life { deviceStops() }
        }
    }

    // MARK: The daemon

    /// Somebody, or the network, sets the clock.
    func setClock(by step: Interval) {
        // As the kernel refuses to: it never shows less than the time since boot.
        guard clocks.wall + step - .zero >= clocks.awake - .zero else { return }
        clocks.wall = clocks.wall + step
        clockSet = clockSet + step
    }

    /// Since the start, whatever the clock was set to.
    var elapsed: Interval { clocks.wall - started - clockSet }

    /// Lets the daemon do something, and die in the midst of it if that is due.
    func daemon(_ body: (Device) -> Void) {
        guard daemonRuns, !isStill else { return }
        body(device)
        guard isCut else { return }
        if powerFails { cutPower(losing: .max) } else { stopDaemon() }
    }

    /// As the daemon's: later than any ticket of an earlier one.
    static func firstTicket(at now: Moment) -> UInt64 { UInt64(clamping: now.wall.nanoseconds) }
}

extension Moment {
    /// Where simulations begin: a while after boot, on 14 November 2023.
    package static let simulationStart = Moment(
        instant: .zero + .seconds(1_000), awake: .zero + .seconds(900),
        wall: .zero + .seconds(1_700_000_000))
}
