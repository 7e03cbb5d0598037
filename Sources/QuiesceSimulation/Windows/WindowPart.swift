import QuiesceCore
import QuiesceShell

/// A desktop with windows of apps, and its judge: a program of which a window is shown isn't
/// frozen, nor for 5 s after that; the one with the focus is in front (Y2, Y3). It goes by the
/// windows that there are and by what the kernel has frozen.
final class WindowPart: SimulatedPart {
    private struct Window {
        var isShown: Bool
        /// It may be frozen from then on; nil: it is shown.
        var runsUntil: AwakeInstant?
    }

    private var windows: [ProcessKey: Window] = [:]
    private var focus: ProcessKey?
    private var isThere = false
    /// The daemon's knowledge: until when each must run, and since when it knows.
    private struct Told {
        var since: AwakeInstant
        var forgiven: Interval
        /// nil: for as long as that is told.
        var until: AwakeInstant?
    }

    private var told: [ProcessKey: Told] = [:]
    /// Launches that have had windows, as the daemon was told.
    private var known: Set<ProcessKey> = []
    /// When the daemon was first told of windows, or again.
    private var heardAt: AwakeInstant?
    /// The daemon knows that nobody says which windows are shown.
    private var isLost = false
    private var toldFocus: ProcessKey?
    /// The focus moved while the device was locked or asleep.
    private var owesFocus = false
    private var isStopping = false
    private var knowsLess = false
    private var tookOverAt = AwakeInstant(nanoseconds: 0)

    // MARK: Steps

    func change(_ change: WindowStep.Change, of place: Int, _ device: SimulatedDevice) {
        let app = device.apps[place].id
        guard let process = device.process(of: app), !process.isDoomed, process.lives else {
            return
        }
        let key = process.key
        // A frozen program opens none, and closes none.
        if windows[key] == nil || change == .closed, process.isFrozen { return }
        switch change {
        case .shown, .focused:
            windows[key] = Window(isShown: true)
            if change == .focused { focus = key }
        case .hidden:
            guard windows[key] != nil else { return }
            windows[key]?.isShown = false
            if focus == key { focus = nil }
        case .closed:
            windows[key] = nil
            if focus == key { focus = nil }
        }
        report(device)
    }

    func focusElsewhere(_ device: SimulatedDevice) {
        focus = nil
        report(device)
    }

    func desktop(isThere: Bool, _ device: SimulatedDevice) {
        guard isThere != self.isThere else { return }
        self.isThere = isThere
        report(device)
    }

    /// Later, as the compositor's word comes by another way than processes' ends.
    private func report(_ device: SimulatedDevice) {
        let say: () -> Void = { [unowned self, unowned device] in
            if device.daemonRuns, device.hasTakenOver { tell(device) }
        }
        device.plan(.told(say, life: device.life), after: .milliseconds(3))
    }

    private func tell(_ device: SimulatedDevice) {
        windows = windows.filter { device.live($0.key)?.lives == true }
        if let key = focus, windows[key] == nil { focus = nil }
        guard isThere else { return device.device.windows(nil) }
        device.device.windows(
            windows.keys.sorted { ($0.app, $0.launch.number) < ($1.app, $1.launch.number) }.map {
                AppWindows(
                    app: $0.app, launch: $0.launch, isShown: windows[$0]?.isShown ?? false,
                    isFocused: focus == $0)
            })
    }

    func tookOver(_ device: SimulatedDevice) {
        told = [:]
        owesFocus = false
        tookOverAt = device.now.awake
        if isThere || !known.isEmpty { tell(device) }
        knowsLess = false
    }

    /// One that knows less than the last may have an older focus for the newest, or none.
    func daemonStarts(as _: SystemMachine, knowsAll: Bool, _: SimulatedDevice) {
        knowsLess = !knowsAll
        owesFocus = false
    }

    // MARK: The checker

    func note(_ event: Event, _: Reaction, _ device: SimulatedDevice) {
        if case .windows(.seen) = event { hear(device) }
        if case .windows(.lost) = event { lose(device) }
        if case .shutDown = event { isStopping = true }
        if case .restarted = event { isStopping = false }
        if case .exited(let app, let launch, _) = event {
            let key = ProcessKey(app: app, launch: launch)
            (told[key], known) = (nil, known.subtracting([key]))
            if windows[key] != nil { report(device) }
        }
        guard device.hasTakenOver, device.daemonRuns, !device.isCut else { return }
        for (key, knowledge) in told { judge(key, knowledge, device) }
        if owesFocus { judgeFocus(device) }
    }

    /// The core may hear something else than was said, and is judged by what was.
    private func hear(_ device: SimulatedDevice) {
        if heardAt == nil || isLost { heardAt = device.now.awake }
        isLost = false
        for (key, window) in windows {
            known.insert(key)
            let isRunning = told[key].map { $0.until == nil } ?? false
            if window.isShown {
                if !isRunning { told[key] = knowledge(device, until: nil) }
            } else if isRunning {
                told[key] = knowledge(device, until: device.now.awake + Self.grace)
            }
        }
        for key in told.keys where windows[key] == nil && told[key]?.until == nil {
            told[key] = knowledge(device, until: device.now.awake + Self.grace)
        }
        guard focus != toldFocus else { return }
        toldFocus = focus
        owesFocus = !knowsLess
    }

    private func lose(_ device: SimulatedDevice) {
        guard !isLost else { return }
        isLost = true
        toldFocus = nil
        owesFocus = false
        for key in known { told[key] = knowledge(device, until: nil) }
    }

    private func knowledge(_ device: SimulatedDevice, until: AwakeInstant?) -> Told {
        Told(since: device.now.awake, forgiven: device.watch.forgiven, until: until)
    }

    private func judge(_ key: ProcessKey, _ knowledge: Told, _ device: SimulatedDevice) {
        guard let process = device.live(key), process.isFrozen, !process.isDoomed,
            let view = device.view(key.app), view.launch == key.launch, !view.isEnding
        else { return }
        let now = device.now.awake
        if let until = knowledge.until, now >= until {
            told[key] = nil
            return
        }
        let late = device.watch.forgiven - knowledge.forgiven
        if now - knowledge.since > late + Self.tolerance {
            device.fail(.shownRuns, "a window of it may be seen, and it is frozen", key.app)
        }
    }

    private func judgeFocus(_ device: SimulatedDevice) {
        let machine = device.device.machine
        guard !machine.isAsleep, device.device.inspect({ !$0.isLockedOrLocking }),
            !isStopping
        else { return }
        owesFocus = false
        if let focus = toldFocus {
            guard let process = device.live(focus), !process.isDoomed,
                let view = machine.view(focus.app), view.launch == focus.launch, view.isAlive,
                !view.isEnding
            else { return }
            if machine.foreground != focus.app {
                device.fail(.focusedInFront, "it has the focus, and isn't in front", focus.app)
            }
        } else if let front = machine.foreground, let view = machine.view(front),
            known.contains(ProcessKey(app: front, launch: view.launch))
        {
            device.fail(.focusedInFront, "it has lost the focus, and is in front", front)
        }
    }

    private static let grace = Interval.seconds(5)
    /// A daemon takes its time to thaw.
    private static let tolerance = Interval.seconds(2)

    /// Whether one of its windows may be seen, as the daemon was told; nil: just now.
    func sight(_ key: ProcessKey, _ device: SimulatedDevice) -> Bool? {
        if isLost { return known.contains(key) }
        if let process = device.live(key), mayStart(process, device) { return nil }
        guard let knowledge = told[key] else {
            // A new daemon may remember who went out of sight before it began.
            let isNew = device.now.awake - tookOverAt < Self.grace + Self.tolerance
            return isNew ? nil : false
        }
        guard let until = knowledge.until else { return true }
        if device.now.awake < until { return true }
        return device.now.awake < until + Self.tolerance ? nil : false
    }

    func keepsRunning(_ process: SimulatedProcess, _ device: SimulatedDevice) -> Bool {
        if isLost { return known.contains(process.key) }
        if mayStart(process, device) { return true }
        guard let knowledge = told[process.key] else { return false }
        return knowledge.until.map { device.now.awake < $0 + Self.tolerance } ?? true
    }

    /// A hosted program has a minute to open its first window, from its start or from when the
    /// daemon first heard of any.
    private func mayStart(_ process: SimulatedProcess, _ device: SimulatedDevice) -> Bool {
        guard let heardAt, !known.contains(process.key),
            device.view(process.key.app)?.manifest.isHosted == true
        else { return false }
        return device.now.awake - max(heardAt, process.startedAt) < .seconds(60) + Self.tolerance
    }

    /// A window that is shown keeps its program running for ever.
    func calm(_ device: SimulatedDevice) {
        isThere = true
        (windows, focus) = ([:], nil)
        report(device)
    }

    func deviceRestarts(_ device: SimulatedDevice) {
        (windows, focus, told, known, toldFocus) = ([:], nil, [:], [], nil)
        (isLost, owesFocus, heardAt) = (false, false, nil)
    }

    func boots(_ device: SimulatedDevice) { deviceRestarts(device) }
}

extension Invariant {
    public static let shownRuns = Self("a program of which a window may be seen isn't frozen")
    public static let focusedInFront = Self("the program with the focus is in front")
}
