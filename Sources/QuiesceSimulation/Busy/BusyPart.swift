import QuiesceCore
import QuiesceShell

/// Work of programs that nobody declared, and its judge: a program that had work when it was left
/// isn't frozen before that work is over, and then it is, as any other (Y4). It goes by the work
/// that there is, and by what the kernel has frozen.
final class BusyPart: SimulatedPart {
    private var works: [ProcessKey: [BusyWork]] = [:]
    /// Somebody looks, and the daemon has heard so.
    private var isThere = false
    private var isHeard = false
    private var watched: Set<ProcessKey> = []
    /// The last answer about those.
    private var said: [ProcessKey: [BusyWork]] = [:]
    /// In front a moment ago.
    private var front: ProcessKey?
    /// Left with work, which goes on.
    private var owed: Set<ProcessKey> = []
    private var denied: Set<AppID> = []
    /// A call that the daemon has heard of.
    private struct Call {
        var at: AwakeInstant
        var forgiven: Interval
    }

    private var calls: [ProcessKey: Call] = [:]

    // MARK: Steps

    /// A frozen program begins nothing, and ends nothing.
    func work(_ new: [BusyWork], _ place: Int, _ device: SimulatedDevice) {
        let app = device.apps[place].id
        guard let process = device.process(of: app), !process.isDoomed, process.lives,
            !process.isFrozen, device.view(app)?.manifest.isHosted == true
        else { return }
        works[process.key] = new
        if new.isEmpty { owed.remove(process.key) }
        if watched.contains(process.key) { plan(process.key, device) }
    }

    /// The caller waits, whatever the program does.
    func call(_ place: Int, _ device: SimulatedDevice) {
        guard let process = device.process(of: device.apps[place].id), process.lives,
            device.view(process.key.app)?.manifest.isHosted == true
        else { return }
        let key = process.key
        let say: () -> Void = { [unowned self, unowned device] in
            guard device.daemonRuns, device.hasTakenOver, !denied.contains(key.app) else { return }
            calls[key] = Call(at: device.now.awake, forgiven: device.watch.forgiven)
            device.device.called(key)
        }
        device.plan(.told(say, life: device.life), after: .milliseconds(1))
    }

    func look(_ device: SimulatedDevice) {
        isThere = true
        if device.daemonRuns, device.hasTakenOver { device.device.looksForWork() }
    }

    func connect(_: inout Ports, of device: SimulatedDevice) {
        (watched, said) = ([], [:])
        device.device.busy.port = BusyPort { [unowned self, unowned device] keys in
            guard device.permits() else { return }
            let new = Set(keys).subtracting(watched)
            watched = Set(keys)
            for key in keys where new.contains(key) {
                said[key] = nil
                plan(key, device)
            }
        }
    }

    /// A look takes a second.
    private func plan(_ key: ProcessKey, _ device: SimulatedDevice) {
        let say: () -> Void = { [unowned self, unowned device] in
            let now = works[key] ?? []
            guard device.daemonRuns, device.hasTakenOver, watched.contains(key), said[key] != now
            else { return }
            said[key] = now
            device.device.looked(at: key, found: now)
        }
        device.plan(.told(say, life: device.life), after: .seconds(1))
    }

    func tookOver(_ device: SimulatedDevice) {
        denied = []
        for case .permissions(let fact) in device.machine.facts
        where fact.permissions[.backgroundWork] == .denied {
            denied.insert(fact.app)
        }
        if isThere { device.device.looksForWork() }
    }

    // MARK: The checker

    func note(_ event: Event, _: Reaction, _ device: SimulatedDevice) {
        if case .busy(.followed) = event { isHeard = true }
        if case .setPermission(let app, .backgroundWork, let state, _) = event,
            device.view(app) != nil
        {
            if state == .denied { denied.insert(app) } else { denied.remove(app) }
            owed = owed.filter { $0.app != app }
            calls = calls.filter { $0.key.app != app }
        }
        if case .exited(let app, let launch, _) = event {
            let key = ProcessKey(app: app, launch: launch)
            (works[key], calls[key], owed) = (nil, nil, owed.subtracting([key]))
        }
        guard device.hasTakenOver, device.daemonRuns, !device.isCut else { return }
        followFront(device)
        for key in owed { judge(key, device) }
        for (key, call) in calls { judge(call, of: key, device) }
    }

    private func followFront(_ device: SimulatedDevice) {
        let now = device.device.inspect { machine in
            machine.foreground.flatMap { app -> ProcessKey? in
                guard let view = machine.view(app), view.state == .active, view.manifest.isHosted
                else { return nil }
                return ProcessKey(app: app, launch: view.launch)
            }
        }
        if let left = front, left != now, isHeard, !denied.contains(left.app),
            works[left]?.isEmpty == false
        {
            owed.insert(left)
        }
        front = now
    }

    private func judge(_ key: ProcessKey, _ device: SimulatedDevice) {
        if isFrozen(key, device) {
            device.fail(.workRuns, "it was left with work, and is frozen", key.app)
        }
    }

    /// A frozen one of which nobody has decided that it ends.
    private func isFrozen(_ key: ProcessKey, _ device: SimulatedDevice) -> Bool {
        guard let process = device.live(key), process.isFrozen, !process.isDoomed,
            let view = device.view(key.app)
        else { return false }
        return view.launch == key.launch && !view.isEnding
    }

    private func judge(_ call: Call, of key: ProcessKey, _ device: SimulatedDevice) {
        let elapsed = device.now.awake - call.at
        guard elapsed < Self.callTime else {
            calls[key] = nil
            return
        }
        let late = device.watch.forgiven - call.forgiven
        if elapsed > late + Self.tolerance, isFrozen(key, device) {
            device.fail(.callsAreAnswered, "it was called, and is frozen", key.app)
        }
    }

    private static let callTime = Interval.seconds(5)
    /// A daemon takes its time to thaw.
    private static let tolerance = Interval.seconds(2)

    func keepsRunning(_ process: SimulatedProcess, _ device: SimulatedDevice) -> Bool {
        if denied.contains(process.key.app) { return false }
        if let call = calls[process.key] {
            let late = device.watch.forgiven - call.forgiven
            if device.now.awake - call.at < Self.callTime + late + Self.tolerance { return true }
        }
        return isThere && works[process.key]?.isEmpty == false
    }

    /// One that knows less than the last may not know who was in front, or that anybody looks.
    func daemonStarts(as _: SystemMachine, knowsAll: Bool, _: SimulatedDevice) {
        guard !knowsAll else { return }
        (owed, front, isHeard) = ([], nil, false)
        calls = [:]
    }

    /// Work keeps its program running for ever.
    func calm(_ device: SimulatedDevice) {
        for key in works.keys {
            works[key] = []
            if watched.contains(key) { plan(key, device) }
        }
        owed = []
    }

    func deviceRestarts(_: SimulatedDevice) {
        (works, calls, owed, front) = ([:], [:], [], nil)
    }

    func boots(_ device: SimulatedDevice) { deviceRestarts(device) }
}

extension Invariant {
    public static let workRuns = Self(
        "a program that was left with work isn't frozen before its end")
    public static let callsAreAnswered = Self("a program that is called on the bus isn't frozen")
}
