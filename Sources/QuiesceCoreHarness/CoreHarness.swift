import QuiesceCore

/// A device's core on a virtual clock, with all that stands around it played: the shell, the kernel, the
/// agents and the apps.
///
/// Each of them does at once what is asked of it, unless `manners` or an override says otherwise. Nothing
/// happens by itself: `send` tells the core one event and carries out its effects, `run` does what follows
/// from them at that moment, `advance` lets time pass. A subclass that wants to look at what happens, or to
/// play somebody in another way, overrides a method. The harness keeps what it needs to go on, and no record.
open class CoreHarness {
    public final var machine: SystemMachine
    public final var now = Moment(
        instant: .zero + .seconds(1000), awake: .zero + .seconds(900),
        wall: .zero + .seconds(1_700_000_000))
    /// When the core wants to be called.
    package final var timer: Instant?
    package final var store: ShellStore
    /// The device is kept awake.
    package final var keptAwake = false
    /// The shell has the keys of protected files in memory.
    package final var keysHeld = true
    package final var lastTicket: UInt64 = 0

    /// What is going to happen by itself.
    package final var pending = Agenda()
    package final var processes: [AppID: AppProcess] = [:]
    package final var lastPID: Int32 = 100
    /// How apps behave that differ from `usualManners`.
    package final var manners: [AppID: Manners] = [:]
    public final var usualManners = Manners()
    /// What the kernel tells of their processes.
    package final var findings: [AppID: Findings] = [:]

    /// The transfer agent.
    package final var agent = PlayedTransferAgent()
    /// Where notifications are shown.
    package final var desktop = PlayedDesktop()
    /// The push gateway.
    package final var gateway = PlayedGateway()

    public init(_ machine: SystemMachine) {
        self.machine = machine
        timer = machine.timerAt
        store = ShellStore(of: machine)
    }

    // MARK: Events and effects

    /// Tells the core one event, and carries out its effects.
    open func send(_ event: Event) {
        let event = staging(event)
        if case .exited(let app, let launch, _) = event, processes[app]?.launch == launch {
            processes[app] = nil
        }
        let reaction = machine.handle(event, at: now)
        observe(event, reaction)
        for effect in reaction.effects { carryOut(effect) }
    }

    /// What the core made of an event, before anything of it is carried out.
    open func observe(_ event: Event, _ reaction: Reaction) {}

    /// Plays whomever the effect is for.
    open func carryOut(_ effect: Effect) { play(effect) }

    /// An effect makes no sense to whom it is for.
    open func complain(_ problem: String) { preconditionFailure(problem) }

    /// Does everything that is due now, in order.
    open func run() {
        while doNext() {}
    }

    // MARK: Processes

    /// A process was made of the app; the kernel and the app say so.
    open func start(_ process: AppProcess) {
        act(process, .event(.spawned(process.app, process.launch, pid: process.pid)))
        act(process, .connect)
    }

    /// The app is called.
    open func receive(_ delivery: Delivery, _ process: AppProcess) {
        act(process, .handle(delivery))
    }
}

extension CoreHarness {
    package final func expect(_ condition: Bool, _ problem: @autoclosure () -> String) {
        if !condition { complain(problem()) }
    }

    /// A number of the shell's own, never used before.
    public final func newTicket() -> Ticket {
        lastTicket += 1
        return Ticket(lastTicket)
    }

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
        case .spawn(let app, let launch, let arguments): spawn(app, launch, arguments)
        case .kill(let app, let launch): kill(app, launch)
        case .ack(let app, let launch, let request, _): acknowledge(app, launch, request)
        case .freeze(let app, let launch, _), .thaw(let app, let launch),
            .examine(let app, let launch, _), .welcome(let app, let launch, _, _, _),
            .send(let app, let launch, _, _), .tellBackgroundTime(let app, let launch, _, _),
            .takeSnapshot(let app, let launch):
            guard let process = processes[app], process.launch == launch else {
                return complain("\(effect) is for a process that does not exist")
            }
            play(effect, for: process)
        case .record(let change): expect(store.record(change), "\(change.key) wasn't stored")
        case .dropPayload(let payload): expect(store.drop(payload), "\(payload) wasn't stored")
        case .activate(_, let app), .remove(let app):
            expect(processes[app] == nil, "a bundle is replaced or removed under a running app")
        case .answer(let ticket, .refused, _): store.payloads.remove(PayloadHandle(ticket.value))
        case .arm(let at): timer = at
        case .keepAwake(let keep):
            expect(keptAwake != keep, "keeping the device awake is \(keep) already")
            keptAwake = keep
        case .protectData(let custody): keysHeld = custody == .hold
        case .transfer(let effect): carryOut(effect)
        case .notification(let effect): carryOut(effect)
        case .push(let effect): gateway.hear(effect)
        case .answer(_, .done, _), .restrain, .discard, .stopped: break
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
