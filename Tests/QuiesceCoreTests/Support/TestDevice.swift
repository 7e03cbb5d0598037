import Testing

@testable import QuiesceCore

/// A device on a virtual clock: the machine under test, and the shell, the kernel and the apps
/// played by the test. After every event the invariants of `checkInvariants` must hold, and every
/// effect must make sense to whoever receives it.
final class TestDevice {
    enum Action {
        case event(Event)
        case connect
        case handle(Delivery)
        case request((UInt64) -> Event)
        case exit(ExitStatus)
    }

    struct Pending {
        var at: Instant
        var process: (AppID, Launch)?
        var action: Action
    }

    var machine: SystemMachine
    var now = Moment(
        instant: .zero + .seconds(1000), awake: .zero + .seconds(900),
        wall: .zero + .seconds(1_700_000_000))
    var manners: [AppID: Manners] = [:]
    /// What the kernel tells of their processes.
    var findings: [AppID: Findings] = [:]
    /// What they were kept from, in order.
    var restraints: [AppID: [Restraint]] = [:]
    var processes: [AppID: TestProcess] = [:]
    var timer: Instant?
    var answers: [Ticket: Answer] = [:]
    var decisions: [Decision] = []
    var effects: [Effect] = []
    var events: [Event] = []
    /// Every call that each app received, over all launches.
    var heard: [AppID: [AppCall]] = [:]
    var redelivered: [AppID: [AppCall]] = [:]
    var stored: [String: Fact] = [:]
    var payloads: Set<PayloadHandle> = []
    var bundles: [AppID: StagedBundle] = [:]
    var discarded: [StagedBundle] = []
    /// Of whom a snapshot was taken, in order.
    var snapshots: [AppID] = []
    /// The transfer agent, and what apps do with their transfers.
    var agent = TestAgent()
    /// Where notifications are shown.
    var desktop = TestDesktop()
    var keptAwake = false
    /// The shell has the keys of protected files in memory.
    var keysHeld = true
    var stopped = false
    var pending: [Pending] = []
    var ticket: UInt64 = 0
    var lastPID: Int32 = 100
    /// The daemon is killed after this many events.
    var killedAfter: Int?
    /// It is killed before it carries out what that event asked for, but for what lasts.
    var killedBeforeActing = false
    var daemonIsDead = false

    init(_ profile: PolicyProfile = .ios8, installing manifests: AppManifest...) {
        machine = SystemMachine(profile: profile)
        stored["device"] = .device(DeviceFact(recents: [], lastWake: 0))
        for manifest in manifests { install(manifest) }
    }

    // MARK: What the user and the world do

    func newTicket() -> Ticket {
        ticket += 1
        return Ticket(ticket)
    }

    /// Sends an event that wants an answer, lets the apps react, and returns the answer, if any.
    @discardableResult
    func ask(_ event: (Ticket) -> Event) -> Answer? {
        let ticket = newTicket()
        send(event(ticket))
        run()
        return answers[ticket]
    }

    @discardableResult
    func install(_ manifest: AppManifest) -> Answer? {
        ask { .install(manifest, StagedBundle($0.value), $0) }
    }
    @discardableResult
    func open(_ app: AppID, arguments: [String] = []) -> Answer? {
        ask { .open(app, arguments: arguments, $0) }
    }
    @discardableResult
    func home() -> Answer? { ask { .home($0) } }
    @discardableResult
    func lock(_ locks: Bool = true) -> Answer? { ask { locks ? .lock($0) : .unlock($0) } }
    @discardableResult
    func quit(_ app: AppID) -> Answer? { ask { .quit(app, $0) } }
    @discardableResult
    func fetch(_ app: AppID) -> Answer? { ask { .fetch(app, $0) } }
    @discardableResult
    func push(_ app: AppID, contentAvailable: Bool = true) -> Answer? {
        ask {
            // Stored before the machine hears of it.
            payloads.insert(PayloadHandle($0.value))
            return .push(app, contentAvailable: contentAvailable, PayloadHandle($0.value), $0)
        }
    }

    @discardableResult
    func change(_ change: DeviceChange) -> Answer? { ask { .changed(change, $0) } }

    /// The shell says what time zone it is, and somebody may have set the clock.
    func tellClock(_ offsets: UTCOffsets = .utc, setBy step: Interval = .zero) {
        now.wall = now.wall + step
        send(.clockChanged(offsets))
        run()
    }

    func ask(_ app: AppID, for permission: Permission) {
        guard let process = processes[app] else { return }
        perform(process) { .requestPermission(app, process.launch, request: $0, permission) }
    }

    @discardableResult
    func permit(_ app: AppID, _ permission: Permission, _ state: PermissionState) -> Answer? {
        ask { .setPermission(app, permission, state, $0) }
    }

    @discardableResult
    func interrupt(_ interruption: Interruption) -> Answer? { ask { .interrupt(interruption, $0) } }

    func beginTask(_ app: AppID, _ task: UInt64, name: String? = nil) {
        guard let process = processes[app] else { return }
        processes[app]?.openTasks.append(TaskID(task))
        perform(process) { .beginTask(app, process.launch, request: $0, TaskID(task), name: name) }
    }

    func endTask(_ app: AppID, _ task: UInt64) {
        guard let process = processes[app] else { return }
        processes[app]?.openTasks.removeAll { $0 == TaskID(task) }
        perform(process) { .endTask(app, process.launch, request: $0, TaskID(task)) }
    }

    func complete(_ app: AppID, _ wake: UInt64, _ result: WakeResult = .newData) {
        guard let process = processes[app] else { return }
        perform(process) { .completeWake(app, process.launch, request: $0, WakeID(wake), result) }
    }

    func perform(_ process: TestProcess, _ request: @escaping (UInt64) -> Event) {
        act(process, .request(request))
        run()
    }

    /// The process ends by itself.
    func die(_ app: AppID, _ status: ExitStatus) {
        guard let process = processes[app] else { return }
        act(process, .exit(status))
        run()
    }

    /// Restarts the daemon: nothing but what it had stored or journalled survives.
    func restartDaemon(after downtime: Interval = .zero) throws {
        machine = try roundTrip(machine)
        now = now.advanced(by: downtime)
        timer = nil
        agent.endWithDaemon()
        desktop.asked = []
        keptAwake = false
        // They were in the old daemon's memory; without a passcode the new one finds them.
        keysHeld = !machine.isPasscodeSet
        pending.removeAll {
            switch $0.action {
            case .event(.transfer(let event)): event.isOfApps
            case .event: true
            case .connect, .handle, .request, .exit: false
            }
        }
        for app in processes.keys { processes[app]?.connected = false }
        let alive = processes.values.sorted { $0.app < $1.app }
        for process in alive where !process.frozen { act(process, .connect) }
        for app in processes.keys where processes[app]?.frozen == false {
            if processes[app]?.freezing != nil { processes[app]?.frozen = true }
            processes[app]?.freezing = nil
        }
        send(.restarted(observed, deviceRestarted: false, launching: true))
        run()
    }

    var observed: [ObservedProcess] {
        processes.values.sorted { $0.app < $1.app }.map {
            ObservedProcess(app: $0.app, launch: $0.launch, pid: $0.pid, frozen: $0.frozen)
        }
    }

    /// Power is lost: only facts survive.
    func restartDevice() {
        processes = [:]
        pending = []
        timer = nil
        agent.endWithDaemon()
        desktop = TestDesktop(history: desktop.history)
        keptAwake = false
        now.instant = .zero + .seconds(5)
        now.awake = .zero + .seconds(5)
        machine = SystemMachine(
            restoring: stored.keys.sorted().compactMap { stored[$0] }, profile: machine.profile,
            lastDecision: machine.lastDecision, at: now)
        keysHeld = !machine.isPasscodeSet
        send(.restarted([], deviceRestarted: true, launching: true))
        run()
    }

    // MARK: Time

    /// Lets time pass, with everything that falls due meanwhile exactly on time.
    func advance(by interval: Interval) {
        let target = now.instant + interval
        run()
        while true {
            let next = pending.map(\.at).min()
            if let next, next <= target, timer.map({ next <= $0 }) ?? true {
                move(to: next)
                run()
            } else if let due = timer, due <= target {
                move(to: due)
                timer = nil
                send(.timer)
                run()
            } else {
                break
            }
        }
        move(to: target)
    }

    private func move(to instant: Instant) {
        if instant > now.instant { now = now.advanced(by: instant - now.instant) }
    }

    /// The daemon gets no CPU for a while; then its timer fires.
    func fireTimerLate(by interval: Interval) {
        guard let due = timer else { return }
        move(to: due + interval)
        timer = nil
        send(.timer)
        run()
    }

    /// The device sleeps; only the clock that counts sleep goes on.
    func sleep(for interval: Interval) {
        ask { .sleep($0) }
        now.instant = now.instant + interval
        now.wall = now.wall + interval
        ask { .wake($0) }
    }

    // MARK: The apps

    func act(_ process: TestProcess, _ action: Action, after delay: Interval = .zero) {
        pending.append(
            Pending(at: now.instant + delay, process: (process.app, process.launch), action: action)
        )
    }

    /// Carries out everything that is due now, in order.
    func run() {
        restartIfDead()
        while let at = pending.firstIndex(where: { $0.at <= now.instant }) {
            defer { restartIfDead() }
            let due = pending.remove(at: at)
            guard let (app, launch) = due.process else {
                if case .event(let event) = due.action { send(event) }
                continue
            }
            guard var process = processes[app], process.launch == launch else { continue }
            if process.frozen, !due.action.needsNoCPU {
                process.held.append(due.action)
                processes[app] = process
                continue
            }
            carryOut(due.action, process)
        }
    }

    private func restartIfDead() {
        guard daemonIsDead else { return }
        daemonIsDead = false
        do { try restartDaemon() } catch { Issue.record(error) }
    }

    private func carryOut(_ action: Action, _ old: TestProcess) {
        var process = old
        let app = process.app
        switch action {
        case .event(let event):
            if case .frozen = event {
                process.frozen = true
                process.freezing = nil
                processes[app] = process
            }
            send(event)
        case .connect:
            guard manners[app, default: Manners()].connects, !process.connected else { return }
            process.connected = true
            processes[app] = process
            send(
                .connected(
                    app, process.launch, lastReceived: process.lastReceived,
                    lastHandled: process.lastHandled, openTasks: process.openTasks))
            for (_, event) in process.outbox where processes[app]?.connected == true { send(event) }
        case .handle(let delivery):
            handle(delivery, process)
        case .request(let make):
            process.lastRequest += 1
            let event = make(process.lastRequest)
            process.outbox.append((process.lastRequest, event))
            processes[app] = process
            if process.connected { send(event) }
        case .exit(let status):
            processes[app] = nil
            send(.exited(app, process.launch, status))
        }
    }

    private func handle(_ delivery: Delivery, _ old: TestProcess) {
        var process = old
        let app = process.app
        let manners = manners[app, default: Manners()]
        let name = delivery.call.name
        if process.stuck { return }
        if now.instant < process.busyUntil {
            return act(process, .handle(delivery), after: process.busyUntil - now.instant)
        }
        if manners.ignores.contains(name) {
            processes[app]?.stuck = true
            return
        }
        if let status = manners.dies[name] { return carryOut(.exit(status), process) }
        if let time = manners.slow[name], process.inCall != delivery.seq {
            processes[app]?.inCall = delivery.seq
            processes[app]?.busyUntil = now.instant + time
            return act(process, .handle(delivery), after: time)
        }
        process.lastHandled = delivery.seq
        processes[app] = process
        switch delivery.call {
        case .expireTasks(let tasks):
            if manners.endsTasksWhenExpired { for task in tasks { endTask(app, task.value) } }
        case .performFetch(let wake), .remoteNotification(let wake, _),
            .backgroundTask(let wake, _):
            if let delay = manners.completesAfter {
                let launch = process.launch
                act(
                    process,
                    .request { .completeWake(app, launch, request: $0, wake, manners.result) },
                    after: delay)
            }
        case .willTerminate:
            if manners.exitsWhenTerminated { act(process, .exit(.exited(code: 0))) }
        case .systemEvents(_, let device):
            processes[app]?.device = device
        case .permission(let permission, let state):
            processes[app]?.permissions[permission] = state
        case .finishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
            .willEnterForeground, .memoryWarning, .input:
            break
        case .transfer(let call): hear(call, process)
        case .expireWake(let wake):
            if manners.endsTasksWhenExpired {
                let launch = process.launch
                act(process, .request { .completeWake(app, launch, request: $0, wake, .failed) })
            }
        case .notification, .fetchRefused: break
        }
        if case .finishLaunching = delivery.call { openSessions(of: process) }
        if process.connected { send(.handled(app, process.launch, seq: delivery.seq)) }
    }

    // MARK: The shell

    /// Gives the machine one event and carries out what it answers.
    func send(_ event: Event) {
        var event = event
        if case .transfer(let transfer) = event { event = .transfer(staging(transfer)) }
        if case .notification(let asked) = event { event = .notification(staging(asked)) }
        events.append(event)
        let reaction = machine.handle(event, at: now)
        decisions += reaction.decisions
        effects += reaction.effects
        checkAnswers(to: reaction)
        daemonIsDead = events.count == killedAfter
        for effect in reaction.effects where !(daemonIsDead && killedBeforeActing) || effect.lasts {
            carryOut(effect)
        }
        if !daemonIsDead { checkInvariants(after: event) }
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .spawn(let app, let launch, let arguments): spawn(app, launch, arguments)
        case .freeze(let app, let launch, let freeze):
            guard let process = live(app, launch, effect) else { return }
            #expect(!process.frozen, "freeze of a frozen app")
            processes[app]?.freezing = freeze
            if let delay = manners[app, default: Manners()].freezesAfter {
                act(process, .event(.frozen(app, launch, freeze: freeze)), after: delay)
            }
        case .thaw(let app, let launch): thaw(app, launch, effect)
        case .kill(let app, let launch):
            guard let process = processes[app], process.launch == launch else { return }
            if manners[app, default: Manners()].diesWhenKilled {
                act(process, .exit(.signalled(9)))
            }
        case .examine(let app, let launch, let examination):
            guard let process = live(app, launch, effect) else { return }
            let found = findings[app] ?? Findings()
            if case .suspended = examination, found.holdsNothing { return }
            act(process, .event(.examined(app, launch, examination, found)))
        case .restrain(let app, _, let restraint):
            restraints[app, default: []].append(restraint)
        case .welcome(let app, let launch, let lastRequest, let device, let permissions):
            guard let process = live(app, launch, effect) else { return }
            #expect(process.connected)
            processes[app]?.device = device
            processes[app]?.permissions = permissions
            processes[app]?.outbox.removeAll { $0.request <= lastRequest }
        case .send(let app, let launch, let delivery, let again):
            guard let process = live(app, launch, effect) else { return }
            #expect(process.connected && !process.frozen && process.freezing == nil, "\(effect)")
            if again { redelivered[app, default: []].append(delivery.call) }
            if delivery.seq <= process.lastReceived { #expect(again) }
            guard delivery.seq > process.lastReceived else { return }
            processes[app]?.lastReceived = delivery.seq
            heard[app, default: []].append(delivery.call)
            act(process, .handle(delivery))
        case .ack(let app, let launch, let request, _):
            if processes[app]?.launch == launch {
                processes[app]?.outbox.removeAll { $0.request <= request }
            }
        case .tellBackgroundTime(let app, let launch, let deadline):
            guard live(app, launch, effect) != nil else { return }
            processes[app]?.backgroundTime = deadline
        case .takeSnapshot(let app, let launch):
            guard live(app, launch, effect) != nil else { return }
            snapshots.append(app)
        case .record(.put(let fact)): stored[fact.key] = fact
        case .record(.delete(let key)): #expect(stored.removeValue(forKey: key) != nil, "\(key)")
        case .dropPayload(let payload): #expect(payloads.remove(payload) != nil)
        case .activate(let bundle, let app):
            #expect(processes[app] == nil, "a bundle is replaced under a running app")
            bundles[app] = bundle
        case .discard(let bundle): discarded.append(bundle)
        case .remove(let app):
            #expect(processes[app] == nil, "a bundle is removed under a running app")
            #expect(bundles.removeValue(forKey: app) != nil)
        case .answer(let ticket, let answer, _):
            #expect(answers.updateValue(answer, forKey: ticket) == nil, "answered twice")
            if case .refused = answer { payloads.remove(PayloadHandle(ticket.value)) }
        case .arm(let at): timer = at
        case .keepAwake(let keep):
            #expect(keptAwake != keep)
            keptAwake = keep
        case .protectData(let custody): keysHeld = custody == .hold
        case .transfer(let effect): carryOut(effect)
        case .notification(let effect): carryOut(effect)
        case .stopped: stopped = true
        }
    }

    private func live(_ app: AppID, _ launch: Launch, _ effect: Effect) -> TestProcess? {
        let process = processes[app]
        #expect(process?.launch == launch, "\(effect) is for a process that does not exist")
        return process
    }

    private func spawn(_ app: AppID, _ launch: Launch, _ arguments: [String]) {
        #expect(processes[app] == nil, "two processes of one app")
        if let errno = manners[app]?.spawnError {
            let failed = Event.spawnFailed(app, launch, step: "execve", code: errno)
            return pending.append(Pending(at: now.instant, process: nil, action: .event(failed)))
        }
        lastPID += 1
        let process = TestProcess(app: app, launch: launch, pid: lastPID, arguments: arguments)
        processes[app] = process
        act(process, .event(.spawned(app, launch, pid: lastPID)))
        act(process, .connect)
    }

    private func thaw(_ app: AppID, _ launch: Launch, _ effect: Effect) {
        guard let process = live(app, launch, effect) else { return }
        #expect(process.frozen || process.freezing != nil, "thaw of an app that runs")
        processes[app]?.frozen = false
        processes[app]?.freezing = nil
        processes[app]?.held = []
        pending.removeAll {
            guard $0.process?.0 == app, case .event(.frozen) = $0.action else { return false }
            return true
        }
        for action in process.held { act(process, action) }
        if !process.connected { act(process, .connect) }
    }
}

extension Effect {
    /// The shell does it again after a restart, from what it has stored.
    fileprivate var lasts: Bool {
        switch self {
        case .record, .dropPayload, .activate, .discard, .remove, .stopped: true
        // What belongs to no transfer is deleted at the daemon's start.
        case .transfer(.forget), .transfer(.unplace): true
        case .spawn, .freeze, .thaw, .kill, .welcome, .send, .ack, .tellBackgroundTime, .answer,
            .arm, .keepAwake, .takeSnapshot, .protectData, .examine, .restrain, .transfer,
            .notification:
            false
        }
    }
}

extension TestDevice.Action {
    /// The kernel or the daemon does it.
    fileprivate var needsNoCPU: Bool {
        switch self {
        case .event, .exit: true
        case .connect, .handle, .request: false
        }
    }
}
