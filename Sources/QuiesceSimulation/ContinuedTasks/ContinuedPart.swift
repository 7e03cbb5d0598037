import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Tasks that apps begin in front and go on with, and their judge. It goes by what apps have heard
/// and said, and by what the kernel has frozen:
/// - an app isn't frozen while one of its tasks runs;
/// - no more run than may, and none waits while there is room;
/// - where the device is warm or short of memory those out of sight end first that have come the
///   least far;
/// - one that its user has stopped is told to end, and nobody runs on without a task.
final class ContinuedPart: SimulatedPart {
    /// The app was told that it begins.
    private struct Task {
        /// The app has heard that.
        var isHeard = false
        /// The app was told to end it.
        var expiresAt: AwakeInstant?
        var done = 0
        /// As much of it as the daemon has heard of.
        var heard = 0
    }

    private var tasks: [ProcessKey: [UInt64: Task]] = [:]
    /// The daemon may know nothing of these, as it has lost its journal.
    private var forgotten: Set<ProcessKey> = []
    /// The apps that have been told all that this daemon had to tell when they connected.
    private var welcomed: Set<ProcessKey> = []
    private var warmth = KnownWarmth()

    // MARK: Steps

    func submit(_ number: Int, waits: Bool, in app: ScriptedApp) {
        let identifier = ContinuedStep.identifier(number, of: app.process.key.app)
        let task = ContinuedTask(identifier: identifier, title: "work \(number)", subtitle: "")
        app.session.ask(.submit(task, waits: waits))
        app.flush()
    }

    func report(in app: ScriptedApp) {
        let key = app.process.key
        for (id, task) in (tasks[key] ?? [:]).sorted(by: { $0.key < $1.key })
        where task.isHeard {
            let done = min(ContinuedTask.whole, task.done + 10_000)
            tasks[key]?[id]?.done = done
            app.session.ask(
                .report(id: id, done: done, title: "work", subtitle: ""))
        }
        app.flush()
    }

    func complete(in app: ScriptedApp) {
        let running = (tasks[app.process.key] ?? [:]).filter(\.value.isHeard).keys
        if let id = running.min() { end(id, success: true, in: app) }
    }

    private func end(_ id: UInt64, success: Bool, in app: ScriptedApp) {
        tasks[app.process.key]?[id] = nil
        app.endTurn(
            with: app.session.completeContinued(id, success: success), .continued(id))
        app.flush()
    }

    // MARK: Scripted apps

    func begins(_ call: MessageToApp.Call, in app: ScriptedApp) {
        guard case .continued(let callback) = call else { return }
        let key = app.process.key
        switch callback {
        case .begin(let id):
            app.session.continuedBegan(id)
            tasks[key]?[id]?.isHeard = true
        case .refused: break
        case .expire(let id):
            if app.isObedient, tasks[key]?[id] != nil { end(id, success: false, in: app) }
        }
    }

    // MARK: The checker

    func sends(_ message: MessageToApp, to key: ProcessKey, _ device: SimulatedDevice) {
        guard case .deliver(let delivery) = message, case .continued(let callback) = delivery.call
        else { return }
        switch callback {
        case .begin(let id):
            if !delivery.redelivered { tasks[key, default: [:]][id] = Task() }
        case .expire(let id):
            if tasks[key]?[id]?.expiresAt == nil {
                tasks[key]?[id]?.expiresAt = device.now.awake
            }
        case .refused: break
        }
    }

    func welcomes(_ app: ScriptedApp) { welcomed.insert(app.process.key) }
    func daemonEnded(_: SimulatedDevice) { welcomed = [] }

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        if case .disconnected(let app, let launch) = event {
            welcomed.remove(ProcessKey(app: app, launch: launch))
        }
        if case .exited(let app, let launch, _) = event {
            let key = ProcessKey(app: app, launch: launch)
            tasks[key] = nil
            forgotten.remove(key)
            welcomed.remove(key)
        }
        if case .continued(.asked(let app, let launch, _, .complete(let id, _))) = event {
            tasks[ProcessKey(app: app, launch: launch)]?[id] = nil
        }
        if case .continued(.asked(let app, let launch, _, .report(let id, let done, _, _))) = event
        {
            tasks[ProcessKey(app: app, launch: launch)]?[id]?.heard = done
        }
        if !reaction.isRefusal { warmth.note(event) }
        guard device.hasTakenOver, device.daemonRuns, !device.isCut else { return }
        for (key, own) in tasks where !forgotten.contains(key) { judge(key, own, device) }
        if device.profile.continuedTasksYield { judgeYielding(after: event, reaction, device) }
    }

    /// Whether tasks out of sight end where the device is warm or short of memory, in order.
    private func judgeYielding(
        after event: Event, _ reaction: Reaction, _ device: SimulatedDevice
    ) {
        let (most, running) = (most(device), running(device))
        let hidden = running.filter { $0.key.app != device.device.machine.foreground }
        if running.count > most, let one = hidden.first {
            device.fail(
                .continuedYields, "it goes on out of sight, and the device is too warm",
                one.key.app)
        }
        let expired = reaction.expired
        // Any may expire for another reason.
        let isOrdered = !reaction.decisions.contains {
            [.continuedStalled, .continuedStopped, .unknownContinued].contains($0.reason)
        }
        for (key, id) in expired where isOrdered {
            guard let gone = tasks[key]?[id]?.heard,
                let less = hidden.first(where: { $0.task.heard < gone })
            else { continue }
            device.fail(
                .continuedYields, "a task ended that had come farther than one that goes on",
                less.key.app)
        }
        if case .memoryPressure = event, reaction.warnsOfMemory, expired.isEmpty,
            let one = hidden.first
        {
            device.fail(
                .continuedYields, "memory runs short, and no task ends out of sight", one.key.app)
        }
    }

    private struct Running {
        var key: ProcessKey
        var task: Task
    }

    /// Those that go on, in apps that live and hear the daemon.
    private func running(_ device: SimulatedDevice) -> [Running] {
        tasks.sorted { $0.key.app < $1.key.app }.flatMap { key, own -> [Running] in
            guard !forgotten.contains(key), let process = device.live(key), !process.isDoomed,
                let view = device.view(key.app), view.launch == key.launch, !view.isEnding,
                welcomed.contains(key)
            else { return [] }
            return own.sorted { $0.key < $1.key }.filter { $0.value.expiresAt == nil }.map {
                Running(key: key, task: $0.value)
            }
        }
    }

    private func most(_ device: SimulatedDevice) -> Int {
        let most = device.profile.continuedTasks
        guard device.profile.continuedTasksYield else { return most }
        return switch warmth.state {
        case .nominal, .fair: most
        case .serious: min(most, 1)
        case .critical: 0
        }
    }

    private func judge(_ key: ProcessKey, _ own: [UInt64: Task], _ device: SimulatedDevice) {
        guard let process = device.live(key), !process.isDoomed, let view = device.view(key.app),
            view.launch == key.launch, !view.isEnding
        else { return }
        let goesOn = own.values.contains { $0.expiresAt == nil }
        if goesOn, process.isFrozen {
            device.fail(.continuedRuns, "a task of it runs, and it is frozen", key.app)
        }
    }

    /// Whether a task of it runs, or had to end a moment ago.
    func keepsRunning(_ process: SimulatedProcess, _ device: SimulatedDevice) -> Bool {
        tasks[process.key]?.values.contains { task in
            guard let expiresAt = task.expiresAt else { return true }
            let time = device.profile.expirationWarning + device.profile.killRetry
            return device.now.awake < expiresAt + time + device.watch.forgiven
        } == true
    }

    func checkSettled(_ device: SimulatedDevice) {
        let views = device.device.machine.continuedViews
        let most = device.profile.continuedTasks
        let running = views.count { !$0.waits }
        let isRoom = running < self.most(device)
        if running > most { device.fail(.continuedBegin, "\(running) tasks run, \(most) may") }
        if isRoom, let waiting = views.first(where: \.waits) {
            device.fail(.continuedBegin, "a task waits, and there is room", waiting.app)
        }
        for (key, own) in tasks where !own.isEmpty {
            guard !forgotten.contains(key), let process = device.live(key), !process.isDoomed,
                let app = process.app as? ScriptedApp, app.isObedient, app.session.isAcknowledged,
                device.device.machine.foreground != key.app
            else { continue }
            device.fail(.continuedEnd, "nothing was done for long, and a task runs on", key.app)
        }
    }

    /// One that knows less than the last may know nothing of them.
    func daemonStarts(as machine: SystemMachine, knowsAll: Bool, _: SimulatedDevice) {
        guard !knowsAll else { return }
        forgotten.formUnion(tasks.keys)
        warmth = KnownWarmth(machine.conditions)
    }

    func deviceRestarts(_: SimulatedDevice) {
        (tasks, forgotten, welcomed) = ([:], [], [])
        warmth.deviceRestarts()
    }
    func boots(_ device: SimulatedDevice) { deviceRestarts(device) }
}

extension Invariant {
    public static let continuedRuns = Self("an app isn't frozen while a continued task runs")
    public static let continuedBegin = Self(
        "as many continued tasks run as may, and none waits beside free room")
    public static let continuedYields = Self(
        "continued tasks out of sight end where the device is warm or short of memory, in order")
    public static let continuedEnd = Self(
        "a continued task that is stopped, or makes no progress out of sight, ends")
}
