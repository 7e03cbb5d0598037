import QuiesceCore

/// The user, the apps and the kernel, for a machine with other rules than the device had.
///
/// They do what they did. While both machines decide the same about an app, all that is recorded of
/// it goes for the other machine as well. Once they have parted over it, what the app said is said
/// about the call or wake-up that stands for the recorded one, if there is any; and what was never
/// asked of anybody in the record is answered promptly, as the kernel and an obedient app would.
struct OtherWorld {
    /// How long an answer takes that isn't in the record.
    private static let answerTime = Interval.milliseconds(50)

    /// One app's process in the other machine.
    struct App {
        var hasParted = false
        /// The launch in both, where the same event started it.
        var launches: (recorded: Launch, other: Launch)?
        /// Numbers of calls and requests: those of the record to those of the other machine.
        var calls: [UInt64: UInt64] = [:]
        var requests: [UInt64: UInt64] = [:]
        var lastRequest: UInt64 = 0
        /// Sent and not handled.
        var unanswered: [Delivery] = []
        var tasks: Set<TaskID> = []
        /// The freeze that the other machine waits for.
        var freezing: (launch: Launch, number: UInt64)?
        var awaitsExit = false
        /// The recorded process was told to end.
        var endsInRecord = false
        var isConnected = false

        /// The same app without a process.
        var ended: App {
            var app = App()
            app.hasParted = hasParted
            app.endsInRecord = endsInRecord
            return app
        }
    }

    var apps: [AppID: App] = [:]
    /// Wake-ups that both accepted: the record's to the other machine's.
    var wakes: [WakeID: WakeID] = [:]
    /// Those of the other machine without a verdict, and the launch that handles them.
    var openWakes: [WakeID: (app: AppID?, launch: Launch?)] = [:]
    /// Those that nobody completes in the record, or had completed before the other machine's app
    /// was handed them, and with which result.
    var promptWakes: [WakeID: WakeResult] = [:]
    /// Events of this world alone, in order of time.
    var coming: [(due: Instant, event: Event)] = []

    init() {}

    /// - Parameter machine: where both start.
    init(_ machine: SystemMachine) {
        for view in machine.views where view.isAlive {
            apps[view.manifest.id, default: App()].launches = (view.launch, view.launch)
            apps[view.manifest.id]?.isConnected = true
        }
        for case .wake(let wake) in machine.facts {
            wakes[wake.id] = wake.id
            openWakes[wake.id] = (wake.app, machine.view(wake.app)?.launch)
        }
    }

    // MARK: - What the machines did

    /// Notes what both made of an event, or the other one alone, where the record has none.
    mutating func note(_ recorded: Reaction, _ other: Reaction, at moment: Moment) {
        noteWakes(recorded.decisions, other.decisions)
        for app in Set((recorded.decisions + other.decisions).compactMap(\.app)) {
            let (then, now) = (recorded.decisions.about(app), other.decisions.about(app))
            let isSame =
                then.count == now.count && zip(then, now).allSatisfy { $0.saysTheSame(as: $1) }
            if !isSame { apps[app, default: App()].hasParted = true }
            if now.contains(where: { $0.to == .notRunning }) { apps[app] = apps[app]?.ended }
        }
        for effect in recorded.effects { noteRecorded(effect, other.effects, moment) }
        var twins = recorded.effects
        for effect in other.effects {
            let twin = twins.firstIndex { $0.isTwin(of: effect) }.map { twins.remove(at: $0) }
            noteOther(effect, twin, moment)
        }
    }

    private mutating func noteWakes(_ recorded: [Decision], _ other: [Decision]) {
        var accepted = recorded.filter(\.acceptsWake)
        for decision in other {
            switch decision.detail {
            case .wake(let wake, _, _)? where decision.kind == .wake:
                openWakes[wake] = (decision.app, nil)
                if let twin = accepted.firstIndex(where: { $0.app == decision.app }),
                    case .wake(let recorded, _, _)? = accepted.remove(at: twin).detail
                {
                    wakes[recorded] = wake
                } else {
                    promptWakes[wake] = .noData
                }
            case .wakeResult(let wake, _, _)?:
                openWakes[wake] = nil
                promptWakes[wake] = nil
            case _: break
            }
        }
    }

    private mutating func noteRecorded(_ effect: Effect, _ other: [Effect], _ moment: Moment) {
        switch effect {
        case .spawn(let app, _, _):
            apps[app, default: App()].endsInRecord = false
            guard !other.contains(where: { $0.isTwin(of: effect) }) else { return }
            // Messages of that process about its calls aren't about the other machine's.
            apps[app]?.launches = nil
            apps[app]?.calls = [:]
            apps[app]?.requests = [:]
        case .kill(let app, _): apps[app]?.endsInRecord = true
        case .send(let app, _, let delivery, _):
            if case .willTerminate = delivery.call { apps[app]?.endsInRecord = true }
        case .thaw(let app, _):
            // Nobody confirms that freeze in the record any more.
            guard let freeze = apps[app]?.freezing, apps[app]?.hasParted == true else { return }
            add(.frozen(app, freeze.launch, freeze: freeze.number), moment)
        case _: break
        }
    }

    /// - Parameter twin: the same in the record, which has the answer to it then.
    private mutating func noteOther(_ effect: Effect, _ twin: Effect?, _ moment: Moment) {
        switch effect {
        case .spawn(let app, let launch, _):
            apps[app] = (apps[app] ?? App()).ended
            if case .spawn(_, let recorded, _)? = twin {
                apps[app]?.launches = (recorded, launch)
            } else {
                add(.spawned(app, launch, pid: 1), moment)
                connect(app, launch, moment)
            }
        case .freeze(let app, let launch, let number):
            apps[app]?.freezing = (launch, number)
            if twin == nil { add(.frozen(app, launch, freeze: number), moment) }
        case .thaw(let app, let launch):
            apps[app]?.freezing = nil
            if let state = apps[app], !state.isConnected, state.launches == nil {
                connect(app, launch, moment)
            }
        case .kill(let app, let launch):
            apps[app]?.awaitsExit = true
            if twin == nil { add(.exited(app, launch, .signalled(9)), moment) }
        case .send(let app, let launch, let delivery, _):
            var recorded: UInt64?
            if case .send(_, _, let twin, _)? = twin { recorded = twin.seq }
            noteSent(app, launch, delivery, recorded, moment)
        case .welcome(let app, _, _, _, _): apps[app]?.isConnected = true
        case _: break
        }
    }

    private mutating func noteSent(
        _ app: AppID, _ launch: Launch, _ delivery: Delivery, _ recorded: UInt64?, _ moment: Moment
    ) {
        apps[app]?.unanswered.removeAll { $0.seq == delivery.seq }
        apps[app]?.unanswered.append(delivery)
        if case .willTerminate = delivery.call { apps[app]?.awaitsExit = true }
        if let wake = delivery.call.wake {
            openWakes[wake] = (app, launch)
            if let result = promptWakes[wake] { complete(app, launch, wake, result, moment) }
        }
        if let recorded {
            apps[app]?.calls[recorded] = delivery.seq
        } else {
            answer(app, launch, delivery, moment)
        }
    }

    // MARK: - What this world answers

    private mutating func add(_ event: Event, _ moment: Moment) {
        coming.append((moment.instant + Self.answerTime, event))
    }

    mutating func connect(_ app: AppID, _ launch: Launch, _ moment: Moment) {
        add(.connected(app, launch, lastReceived: 0, lastHandled: 0, openTasks: []), moment)
    }

    private mutating func answer(
        _ app: AppID, _ launch: Launch, _ delivery: Delivery, _ moment: Moment
    ) {
        add(.handled(app, launch, seq: delivery.seq), moment)
        if case .willTerminate = delivery.call {
            add(.exited(app, launch, .exited(code: 0)), moment)
        }
    }

    private mutating func complete(
        _ app: AppID, _ launch: Launch, _ wake: WakeID, _ result: WakeResult,
        _ moment: Moment
    ) {
        let request = nextRequest(app)
        add(.completeWake(app, launch, request: request, wake, result), moment)
    }

    mutating func nextRequest(_ app: AppID) -> UInt64 {
        apps[app, default: App()].lastRequest += 1
        return apps[app]?.lastRequest ?? 1
    }

    /// The recorded process has ended, the other machine's goes on: it does at once what it has to.
    mutating func goOn(_ app: AppID, _ launch: Launch, at moment: Moment) {
        for delivery in apps[app]?.unanswered ?? [] { answer(app, launch, delivery, moment) }
        let handled = openWakes.filter { $0.value.app == app && $0.value.launch == launch }.keys
        for wake in handled.sorted() { complete(app, launch, wake, .noData, moment) }
        for task in (apps[app]?.tasks ?? []).sorted() {
            add(.endTask(app, launch, request: nextRequest(app), task), moment)
        }
    }
}
