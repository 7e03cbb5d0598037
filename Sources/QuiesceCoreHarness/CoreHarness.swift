import QuiesceCore

/// A device's core on a virtual clock, with all that stands around it played: the shell, the
/// kernel, the agents and the apps.
///
/// Each of them obeys at once, unless its behaviour or a subclass says otherwise. Nothing happens
/// by itself: `send` tells the core one event and does what comes of it, `run` does everything that
/// is due, and `advance` lets time pass. A subclass overrides a method to look on, or to play
/// somebody in another way. The harness keeps no record.
open class CoreHarness {
    /// The core.
    public final var machine: SystemMachine
    /// The three clocks.
    public final var now = Moment(
        instant: .zero + .seconds(1000), awake: .zero + .seconds(900),
        wall: .zero + .seconds(1_700_000_000))
    /// When the core wants to be called; nil: never.
    package final var timer: Instant?
    /// The shell's store.
    package final var store: ShellStore
    /// The device is kept awake.
    package final var keptAwake = false
    /// The shell has the keys of protected files in memory.
    package final var keysHeld = true
    /// The last number that the shell gave.
    package final var lastTicket: UInt64 = 0

    /// Everything that is going to happen by itself.
    package final var pending = Agenda()
    /// The processes that live.
    package final var processes: [AppID: AppProcess] = [:]
    final var lastPID: Int32 = 100
    /// The behaviour of each app that differs from `defaultBehaviour`.
    package final var behaviours: [AppID: AppBehaviour] = [:]
    /// The behaviour of all other apps.
    public final var defaultBehaviour = AppBehaviour()
    /// The things that the kernel shows of an app's process; nil: it holds and uses nothing.
    package final var findings: [AppID: Findings] = [:]

    /// The transfer agent.
    package final var agent = PlayedTransferAgent()
    /// Where notifications are shown.
    package final var desktop = PlayedDesktop()
    /// The push gateway.
    package final var gateway = PlayedGateway()

    /// A device whose core is `machine`, and on which no process runs.
    public init(_ machine: SystemMachine) {
        self.machine = machine
        timer = machine.timerAt
        store = ShellStore(of: machine)
    }

    // MARK: Events and what comes of them

    /// Tells the core one event, carries out its effects, stores its changes and keeps its
    /// promises.
    open func send(_ event: Event) {
        let event = staging(event)
        if case .exited(let app, let launch, _) = event, processes[app]?.launch == launch {
            processes[app] = nil
        }
        let reaction = machine.handle(event, at: now)
        observe(event, reaction)
        for effect in reaction.effects { carryOut(effect) }
        for change in reaction.changes { commit(change) }
        for promise in reaction.promises { keep(promise) }
    }

    /// Called with each event and the core's reaction, before anything of it is done.
    open func observe(_ event: Event, _ reaction: Reaction) {}

    /// Called with each effect: plays whomever it is for.
    open func carryOut(_ effect: Effect) { play(effect) }

    /// Called with each promise, once the changes of its event are stored.
    open func keep(_ promise: Promise) { play(promise) }

    /// Called when an effect, a change or a promise makes no sense to whomever it is for.
    open func complain(_ problem: String) { fatalError(problem) }

    /// Does everything that is due now, in order.
    open func run() {
        while doNext() {}
    }

    // MARK: Processes

    /// Called with each new process: the kernel says that it is there, and the app connects.
    open func start(_ process: AppProcess) {
        act(process, .event(.spawned(process.app, process.launch, pid: process.pid)))
        act(process, .connect)
    }

    /// Called with each delivery that reaches an app for the first time: the app handles it.
    open func receive(_ delivery: Delivery, _ process: AppProcess) {
        act(process, .handle(delivery))
    }
}

extension CoreHarness {
    /// Complains unless `condition` holds.
    package final func expect(_ condition: Bool, _ problem: @autoclosure () -> String) {
        if !condition { complain(problem()) }
    }

    /// A number of the shell's own, never used before.
    public final func newTicket() -> Ticket {
        lastTicket += 1
        return Ticket(lastTicket)
    }

    /// A number for something that the shell stores.
    package final func newPayload() -> PayloadHandle { PayloadHandle(newTicket().value) }

    /// As the shell does: stores what comes with an event.
    private func staging(_ event: Event) -> Event {
        switch event {
        case .transfer(let asked): return .transfer(staging(asked))
        case .notification(let asked): return .notification(staging(asked))
        case .push(let push, _):
            stage(push)
            return event
        case _: return event
        }
    }

    func play(_ effect: Effect) {
        switch effect {
        case .spawn(let app, let launch, _): spawn(app, launch)
        case .kill(let app, let launch): kill(app, launch)
        case .ack(let app, let launch, let request): acknowledge(app, launch, request)
        case .freeze, .thaw, .examine, .welcome, .send, .tellBackgroundTime, .takeSnapshot:
            guard let (app, launch) = effect.process, let process = processes[app],
                process.launch == launch
            else {
                return complain("\(effect) is for a process that does not exist")
            }
            play(effect, for: process)
        case .activate(_, let app), .uninstall(let app):
            expect(processes[app] == nil, "a bundle is replaced or removed under a running app")
        case .answer(let ticket, .refused): store.payloads.remove(PayloadHandle(ticket.value))
        case .arm(let at): timer = at
        case .keepAwake(let keep):
            expect(keptAwake != keep, "keeping the device awake is \(keep) already")
            keptAwake = keep
        case .protectData(let custody): keysHeld = custody == .hold
        case .transfer(let effect): carryOut(effect)
        case .notification(let effect): carryOut(effect)
        case .answer(_, .done), .restrain, .discard, .location, .audio, .voip, .accessory,
            .bluetooth, .stopped:
            break
        }
    }

    package final func commit(_ change: Change) {
        switch change {
        case .record(let change): expect(store.record(change), "\(change.key) wasn't stored")
        case .dropPayload(let payload): expect(store.drop(payload), "\(payload) wasn't stored")
        }
    }

    private func play(_ promise: Promise) {
        switch promise {
        case .ack(let app, let launch, let request): acknowledge(app, launch, request)
        case .transfer(.unplace(let id, _)): agent.placed.remove(id)
        case .push(let promise): gateway.hear(promise)
        case .answer, .remove: break
        }
    }

    private func play(_ effect: Effect, for process: AppProcess) {
        switch effect {
        case .freeze(_, _, let number): freeze(process, number)
        case .thaw: thaw(process)
        case .examine(_, _, let examination): examine(process, examination)
        case .welcome(_, _, let lastRequest, let device, let permissions):
            welcome(process, lastRequest, device, permissions)
        case .send(_, _, let delivery, let again): deliver(delivery, again, to: process)
        case .tellBackgroundTime(_, _, let deadline, let isOver):
            processes[process.app]?.backgroundTime = deadline
            processes[process.app]?.isBackgroundTimeOver = isOver
        case _: break
        }
    }
}
