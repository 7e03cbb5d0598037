import QuiesceCore

/// A run in the trace-event format of Chrome and Perfetto (https://ui.perfetto.dev), written while
/// it goes on.
///
/// Each app is a process with its states as slices, its background tasks as asynchronous slices,
/// and its wake-ups and kills as instants. The device is a process with the app in front, lock,
/// sleep, and restarts. Times are microseconds since the start.
public struct TraceEvents {
    private var lines: TraceLines
    private let names: [String]
    private var places: [AppID: Int] = [:]
    private var states: [AppState]
    private var tasks: [[OpenTask]]
    private var inFront: Int?
    /// The device's open slices, except the one of the app in front.
    private var open: Set<Track> = []
    private var sleepIsDeferred = false
    private var isToSleep = false
    private var isLockedBySleep = false
    private var hasPasscode = false
    private let start: WallTime
    private var clock: ElapsedTime?

    private struct OpenTask {
        var id: TaskID
        var launch: Launch?
        var name: String
    }

    private enum Track: Int, CaseIterable {
        case inFront, lock, sleep, restarts

        var name: String {
            switch self {
            case .inFront: "In front"
            case .lock: "Lock"
            case .sleep: "Sleep"
            case .restarts: "Restarts"
            }
        }
    }

    /// - Parameters:
    ///   - start: the trace's zero.
    ///   - write: takes the file's text, piece by piece.
    public init(
        apps: [AppManifest], from start: WallTime, to write: @escaping (String) -> Void
    ) {
        self.start = start
        lines = TraceLines(to: write)
        names = apps.map(\.name)
        states = apps.map { _ in .notRunning }
        tasks = apps.map { _ in [] }
        for (place, app) in apps.enumerated() { places[app.id] = place }
        lines.name("Device", process: 1)
        for track in Track.allCases {
            lines.name(track.name, process: 1, thread: Self.thread(track))
        }
        for (place, app) in apps.enumerated() {
            lines.name("\(app.name) (\(app.id))", process: Self.process(place))
            lines.name("State", process: Self.process(place), thread: Self.stateThread(place))
            lines.name(
                "Wake-ups and kills", process: Self.process(place),
                thread: Self.instantThread(place))
        }
    }

    // A thread's number is its own in the whole trace.
    private static func process(_ place: Int) -> Int { place + 2 }
    private static func stateThread(_ place: Int) -> Int { process(place) * 10 }
    private static func instantThread(_ place: Int) -> Int { process(place) * 10 + 1 }
    private static func thread(_ track: Track) -> Int { 10 + track.rawValue }

    public mutating func note(_ now: Moment, _ event: Event, _ reaction: Reaction) {
        let time = time(now)
        if case .restarted(_, let deviceRestarted, _) = event {
            lines.instant(
                deviceRestarted ? "device restarted" : "daemon restarted", process: 1,
                thread: Self.thread(.restarts), time)
            if deviceRestarted {
                for place in names.indices { enter(.notRunning, place, nil, time) }
                end(.lock, time)
                end(.sleep, time)
                sleepIsDeferred = false
                isToSleep = false
            }
        }
        for decision in reaction.decisions { note(decision, time) }
        noteDevice(event, reaction, time)
    }

    /// Ends every slice, and the file.
    public mutating func finish(at now: Moment) {
        let time = time(now)
        for place in names.indices { enter(.notRunning, place, nil, time) }
        end(.lock, time)
        end(.sleep, time)
        lines.end()
    }

    // MARK: What is shown

    private mutating func note(_ decision: Decision, _ time: String) {
        guard let place = decision.app.flatMap({ places[$0] }) else { return }
        switch decision.kind {
        case .transition:
            if let to = decision.to { enter(to, place, decision, time) }
        case .task: noteTask(decision, place, time)
        case .wake:
            if case .wake(_, let cause, _) = decision.detail {
                instant("wake-up: \(cause)", app: place, decision, time)
            } else {
                instant(decision.reason.rawValue, app: place, decision, time)
            }
        case .kill: instant("killed: \(decision.reason.rawValue)", app: place, decision, time)
        case .refuse: instant("refused: \(decision.reason.rawValue)", app: place, decision, time)
        case _: break
        }
    }

    private mutating func noteTask(_ decision: Decision, _ place: Int, _ time: String) {
        switch (decision.reason, decision.detail) {
        case (.taskBegan, .task(let id, let name)):
            let task = OpenTask(id: id, launch: decision.launch, name: name ?? "task \(id)")
            tasks[place].append(task)
            self.task("b", task, place, time)
        case (.taskEnded, .task(let id, _)):
            endTasks(place, time) { $0.id == id }
        case (.connectionLost, _):
            endTasks(place, time) { _ in true }
        case (.expirationWarning, _):
            instant(decision.reason.rawValue, app: place, decision, time)
        case (_, _): break
        }
    }

    private mutating func endTasks(_ place: Int, _ time: String, where isEnded: (OpenTask) -> Bool)
    {
        for task in tasks[place] where isEnded(task) { self.task("e", task, place, time) }
        tasks[place].removeAll(where: isEnded)
    }

    private mutating func enter(
        _ state: AppState, _ place: Int, _ decision: Decision?, _ time: String
    ) {
        guard state != states[place] else { return }
        let (process, thread) = (Self.process(place), Self.stateThread(place))
        if states[place] != .notRunning { lines.slice("E", process, thread, time) }
        states[place] = state
        if state == .notRunning {
            endTasks(place, time) { _ in true }
        } else {
            lines.slice("B", process, thread, time, name: state.rawValue, decision)
        }
        let isInFront = state == .active || state == .inactive
        if inFront == place, !isInFront { show(nil, time) }
        if inFront != place, isInFront { show(place, time) }
    }

    private mutating func show(_ place: Int?, _ time: String) {
        if inFront != nil { lines.slice("E", 1, Self.thread(.inFront), time) }
        inFront = place
        if let place { lines.slice("B", 1, Self.thread(.inFront), time, name: names[place]) }
    }

    private mutating func noteDevice(_ event: Event, _ reaction: Reaction, _ time: String) {
        switch event {
        case .unlock, .passcode(.accepted, _):
            // A passcode may be needed, or wrong ones be punished.
            if !reaction.decisions.contains(where: { $0.kind == .refuse }) { end(.lock, time) }
        case .passcode(.set, _): hasPasscode = true
        case .passcode(.cleared, _): hasPasscode = false
        case .sleep: isToSleep = true
        case .lock: isLockedBySleep = false
        case .wake:
            isToSleep = false
            end(.sleep, time)
            if isLockedBySleep, !hasPasscode { end(.lock, time) }
        case _: break
        }
        if reaction.decisions.contains(where: { $0.reason == .screenLocked }) {
            begin(.lock, "locked", time)
            isLockedBySleep = isToSleep
        }
        if isToSleep, open.contains(.lock) {
            // Open tasks put it off until the last has ended (T5).
            if reaction.decisions.contains(where: { $0.reason == .sleepDeferred }) {
                sleepIsDeferred = true
            } else if !sleepIsDeferred || reaction.effects.contains(.keepAwake(false)) {
                sleepIsDeferred = false
                begin(.sleep, "asleep", time)
            }
        } else {
            sleepIsDeferred = false
        }
        if inFront != nil {
            end(.lock, time)
            end(.sleep, time)
        }
    }

    private mutating func begin(_ track: Track, _ name: String, _ time: String) {
        guard open.insert(track).inserted else { return }
        lines.slice("B", 1, Self.thread(track), time, name: name)
    }

    private mutating func end(_ track: Track, _ time: String) {
        guard open.remove(track) != nil else { return }
        lines.slice("E", 1, Self.thread(track), time)
    }

    private mutating func instant(
        _ name: String, app place: Int, _ decision: Decision, _ time: String
    ) {
        lines.instant(
            name, process: Self.process(place), thread: Self.instantThread(place), time, decision)
    }

    private mutating func task(_ phase: String, _ task: OpenTask, _ place: Int, _ time: String) {
        let id = "\(place).\(task.launch?.number ?? 0).\(task.id)"
        lines.asynchronous(
            phase, id, Self.process(place), Self.stateThread(place), time, name: task.name)
    }

    private mutating func time(_ now: Moment) -> String {
        var clock = clock ?? ElapsedTime(from: now, elapsed: now.wall - start)
        clock.advance(to: now)
        self.clock = clock
        return TraceLines.time(clock.elapsed)
    }
}
