import QuiesceCore
import QuiesceShell
import QuiesceWire

/// A turn of an app's main thread in which it says that a wake-up is done or a task is over, and
/// goes on.
struct Turn {
    enum End: Equatable {
        case wake(UInt64)
        case task(UInt64)
        case continued(UInt64)
    }

    /// The session's, of what it holds back.
    let number: UInt64
    let end: End
    /// The daemon has heard the end.
    var isEndHeard = false
    /// The newest request of the turn; nil: the turn goes on.
    var request: UInt64?
}

/// The requests that apps make in the turn in which they end their time, and the judge of them: an
/// app isn't suspended for an end before the daemon has heard the rest of that turn.
final class EndingPart: SimulatedPart {
    /// An end is said at once, before the rest of its turn: how a test plants a mistake.
    var saysEndsFirst = false
    private var turns: [ProcessKey: [Turn]] = [:]
    /// The processes of which they are: a daemon that has lost what it knew counts launches anew.
    private var pids: [ProcessKey: Int32] = [:]

    func begins(_ turn: Turn, in app: ScriptedApp) {
        let key = app.process.key
        if pids[key] != app.process.pid { turns[key] = nil }
        pids[key] = app.process.pid
        turns[key, default: []].append(turn)
        if saysEndsFirst { app.session.release(turn.number) }
    }

    func asked(in turn: UInt64, of app: ScriptedApp) {
        let key = app.process.key
        guard let at = turns[key]?.firstIndex(where: { $0.number == turn }) else { return }
        turns[key]?[at].request = app.session.lastRequest
    }

    /// It has as many tasks open as it may: the SDK says at once what it holds back, so that it may
    /// have others.
    func forget(_ app: ScriptedApp) { turns[app.process.key] = nil }

    // MARK: The checker

    func comes(_ event: Event, _: SimulatedDevice) {
        switch event {
        case .completeWake(let app, let launch, _, let wake, _):
            hears(.wake(wake.value), ProcessKey(app: app, launch: launch))
        case .endTask(let app, let launch, _, let task):
            hears(.task(task.value), ProcessKey(app: app, launch: launch))
        case .exited(let app, let launch, _):
            turns[ProcessKey(app: app, launch: launch)] = nil
        case _: break
        }
    }

    private func hears(_ end: Turn.End, _ key: ProcessKey) {
        // A completion that is called twice ends two turns, by a message each.
        let at = turns[key]?.firstIndex { $0.end == end && !$0.isEndHeard }
        if let at { turns[key]?[at].isEndHeard = true }
    }

    func note(_ event: Event, _: Reaction, _ device: SimulatedDevice) {
        guard let key = event.process, turns[key] != nil else { return }
        let machine = device.device.machine
        guard let process = device.process(of: key.app), process.pid == pids[key],
            process.app.isObedient
        else {
            turns[key] = nil
            return
        }
        let heard = machine.lastRequest(of: key.app) ?? 0
        turns[key]?.removeAll { turn in
            turn.isEndHeard && turn.request.map { $0 <= heard } ?? false
        }
        // A device that sleeps suspends every app, whatever an app has said (T5).
        guard !machine.isAsleep, machine.view(key.app)?.state == .suspended, let left = turns[key],
            left.contains(where: \.isEndHeard)
        else { return }
        device.fail(
            .turnsAreWhole,
            "it is suspended for an end that it said, and the rest of that turn isn't heard",
            key.app)
    }

    /// A power cut ends every process.
    func boots(_: SimulatedDevice) { turns = [:] }
    func deviceRestarts(_: SimulatedDevice) { turns = [:] }
}

extension Event {
    /// The process that the event belongs to, if there is one.
    fileprivate var process: ProcessKey? {
        let origin = origin
        guard let app = origin.app, let launch = origin.launch else { return nil }
        return ProcessKey(app: app, launch: launch)
    }
}

extension Invariant {
    public static let turnsAreWhole = Self(
        "an app is suspended for an end that it said once the daemon has heard the rest of that turn"
    )
}
