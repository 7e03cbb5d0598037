import QuiesceCore
import QuiesceShell

/// The CPU time of hosted programs that are thawed on traffic, and its judge: once its minute
/// frozen is known a program is tried awake, and one that takes more so isn't left awake (Y7). The
/// judge goes by what the world's programs take, and by what the kernel has frozen.
final class AwakePart: SimulatedPart {
    /// A program's CPU time in a minute.
    private struct Use {
        var frozen = Interval.zero
        var awake = Interval.zero
    }

    private var uses: [AppID: Use] = [:]
    /// When the minute at hand began, of those that the daemon watches.
    private var began: [ProcessKey: AwakeInstant] = [:]
    private var asleep: Set<ProcessKey> = []
    private var awake: [ProcessKey: Interval] = [:]
    /// The number of a program's last watch awake.
    private var turns: [ProcessKey: Int] = [:]
    /// A program's CPU time in a minute frozen, as the daemon has heard it.
    private var told: [AppID: Interval] = [:]
    /// Those whose trial has failed are tried later.
    private var failed: Set<AppID> = []
    /// Since when a program runs for Y7 alone.
    private struct Alone {
        var since: AwakeInstant
        var forgiven: Interval
    }

    private var alone: [ProcessKey: Alone] = [:]

    // MARK: The world

    func take(_ step: TrafficStep, _ device: SimulatedDevice) {
        let app = device.apps[step.place].id
        uses[app] = Use(
            frozen: .milliseconds(step.takesFrozen), awake: .milliseconds(step.takesAwake))
        for key in alone.keys where key.app == app { alone[key] = begin(device) }
    }

    /// - Parameter watches: whether each is thawed just now.
    func watch(_ watches: [ProcessKey: Bool], _ device: SimulatedDevice) {
        began = began.filter { watches[$0.key] != nil }
        let before = asleep
        asleep = Set(watches.filter { !$0.value }.keys)
        for key in asleep.subtracting(before) {
            let now = device.now.awake
            guard let first = began[key] else {
                began[key] = now
                continue
            }
            guard now - first >= Self.minute else { continue }
            began[key] = now
            let use = part(now - first, of: uses[key.app]?.frozen)
            tell(.tookFrozen(cpu: use, in: now - first), key, device)
        }
    }

    func connect(_: inout Ports, of device: SimulatedDevice) {
        (began, asleep, awake) = ([:], [], [:])
        device.device.traffic.port.watchAwake = { [unowned self, unowned device] watches in
            guard device.permits() else { return }
            let before = awake
            awake = Dictionary(
                uniqueKeysWithValues: watches.map {
                    (ProcessKey(app: $0.app, launch: $0.launch), $0.every)
                })
            for (key, every) in awake where before[key] != every {
                turns[key, default: 0] += 1
                look(at: key, turns[key] ?? 0, device)
            }
        }
    }

    private func look(at key: ProcessKey, _ turn: Int, _ device: SimulatedDevice) {
        guard let every = awake[key] else { return }
        let say: () -> Void = { [unowned self, unowned device] in
            guard device.daemonRuns, device.hasTakenOver, awake[key] == every, turns[key] == turn
            else { return }
            look(at: key, turn, device)
            let use = part(every, of: uses[key.app]?.awake)
            device.device.traffic(.tookAwake(cpu: use, in: every), of: key)
        }
        device.plan(.told(say, life: device.life), after: every)
    }

    private func tell(_ news: TrafficNews, _ key: ProcessKey, _ device: SimulatedDevice) {
        let say: () -> Void = { [unowned self, unowned device] in
            guard device.daemonRuns, device.hasTakenOver, asleep.contains(key) else { return }
            device.device.traffic(news, of: key)
        }
        device.plan(.told(say, life: device.life), after: .milliseconds(1))
    }

    private func part(_ time: Interval, of use: Interval?) -> Interval {
        Interval(nanoseconds: Int64(Double(use?.nanoseconds ?? 0) * time.inSeconds / 60))
    }

    // MARK: The checker

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        for decision in reaction.decisions {
            guard let app = decision.app else { continue }
            if decision.reason == .dearerAwake { failed.insert(app) }
            if decision.reason == .triedAwake, told(by: event, of: app) ?? .zero < Self.least {
                device.fail(.cheaperAwake, "it is tried awake, and takes next to nothing", app)
            }
        }
        if case .thaw(.schedule(let app, _, _)) = event { failed.remove(app) }
        if case .exited(let app, _, _) = event {
            failed.remove(app)
            told[app] = nil
        }
        guard device.daemonRuns, device.hasTakenOver, !device.isCut else { return }
        if case .thaw(.traffic(let app, _, .tookFrozen)) = event {
            judgeTold(of: app, event, device)
        }
        judgeAlone(device)
    }

    private func told(by event: Event, of app: AppID) -> Interval? {
        guard case .thaw(.traffic(app, _, .tookFrozen(let use, let time))) = event else {
            return nil
        }
        return Interval(nanoseconds: Int64(Double(use.nanoseconds) * 60 / time.inSeconds))
    }

    private func judgeTold(of app: AppID, _ event: Event, _ device: SimulatedDevice) {
        told[app] = told(by: event, of: app)
        guard told[app] ?? .zero >= Self.least, !failed.contains(app),
            device.view(app)?.state == .suspended, isOnTraffic(app, device)
        else { return }
        device.fail(.cheaperAwake, "nobody tries whether it takes less awake", app)
    }

    private func judgeAlone(_ device: SimulatedDevice) {
        var now: [ProcessKey: Alone] = [:]
        for case let process? in device.processes
        where process.lives && !process.isFrozen && !process.isDoomed {
            let app = process.key.app
            guard let audit = device.device.inspect({ $0.audit(of: app) }),
                audit.activities == [.awake], audit.openTasks + audit.wakes == 0,
                let view = device.view(app), view.state == .background, !view.isEnding
            else { continue }
            let since = alone[process.key] ?? begin(device)
            now[process.key] = since
            let late = device.watch.forgiven - since.forgiven
            let time = device.now.awake - since.since
            if time > Self.tolerance + late, !isOnTraffic(app, device) {
                device.fail(.cheaperAwake, "it is awake, and isn't thawed on traffic", app)
            }
            let frozen = told[app] ?? .zero
            let takes = uses[app]?.awake ?? .zero
            if time > Self.longest + Self.tolerance + late,
                takes.nanoseconds > frozen.nanoseconds / 2 * 3
            {
                device.fail(.cheaperAwake, "it takes more awake, and isn't frozen", app)
            }
        }
        alone = now
    }

    private func begin(_ device: SimulatedDevice) -> Alone {
        Alone(since: device.now.awake, forgiven: device.watch.forgiven)
    }

    private func isOnTraffic(_ app: AppID, _ device: SimulatedDevice) -> Bool {
        device.parts.thaw.schedule(of: app, device)?.isOnTraffic == true
    }

    private static let minute = Interval.seconds(60)
    private static let least = Interval.milliseconds(180)
    /// One that begins to take more is known for that after the minute at hand, and the next.
    private static let longest = Interval.seconds(120)
    private static let tolerance = Interval.seconds(7)

    func keepsRunning(_ process: SimulatedProcess, _ device: SimulatedDevice) -> Bool {
        device.device.inspect { $0.audit(of: process.key.app) }?.activities.contains(.awake) == true
    }

    // MARK: Daemons

    func tookOver(_ device: SimulatedDevice) {
        for key in alone.keys { alone[key] = begin(device) }
    }

    func deviceRestarts(_: SimulatedDevice) { (told, failed, alone) = ([:], [], [:]) }

    func boots(_ device: SimulatedDevice) { deviceRestarts(device) }
}

extension Invariant {
    public static let cheaperAwake = Self(
        "a program that takes less CPU time awake than thawed on traffic is left awake, and no other"
    )
}
