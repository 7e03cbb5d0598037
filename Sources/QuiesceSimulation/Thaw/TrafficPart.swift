import QuiesceCore
import QuiesceShell

/// Connections of hosted programs, and their judge: a program that is thawed on traffic executes
/// within ten seconds after data arrived for it, and sooner once a server gave up; it is thawed
/// after a minute without any, no sooner, and until its connections rest (Y6). It goes by what the
/// servers send, and by what the kernel has frozen.
final class TrafficPart: SimulatedPart {
    /// Something that a server sent to a program that is frozen.
    private struct Ask {
        var at: AwakeInstant
        var forgiven: Interval
        var patience: Interval
        var answer: Interval
        var number: Int
    }

    private var asks: [ProcessKey: [Ask]] = [:]
    private var lastAsk = 0
    /// So long a program's servers wait, as the daemon has heard, and when it heard so.
    private var promised: [AppID: (patience: Interval, since: AwakeInstant)] = [:]
    /// A thaw for connections that goes on.
    private struct Thawed {
        var at: AwakeInstant
        var forgiven: Interval
        /// When the daemon heard that they rest.
        var rests: AwakeInstant?
    }

    private var thawed: [ProcessKey: Thawed] = [:]
    /// Programs among them that something else lets run as well.
    private var otherWork: Set<ProcessKey> = []
    /// Those that the daemon watches, and whether they are thawed.
    private var watched: [ProcessKey: Bool] = [:]
    /// The daemon has heard of data in this sleep, or in the last one.
    private var told: Set<ProcessKey> = []
    /// From when on a program's connections rest.
    private var busyUntil: [ProcessKey: AwakeInstant] = [:]

    // MARK: The world

    func arrive(_ step: TrafficStep, _ device: SimulatedDevice) {
        guard let process = device.process(of: device.apps[step.place].id), process.lives,
            !process.isDoomed, device.view(process.key.app)?.manifest.isHosted == true
        else { return }
        lastAsk += 1
        let ask = Ask(
            at: device.now.awake, forgiven: device.watch.forgiven,
            patience: .milliseconds(step.patience), answer: .milliseconds(step.answer),
            number: lastAsk)
        let key = process.key
        guard process.isFrozen else { return answer(ask, key, device) }
        asks[key, default: []].append(ask)
        tellArrival(key, device)
        tell(.gaveUp(after: ask.patience), key, after: ask.patience, device) {
            $0.watched[key] == false
                && $0.asks[key]?.contains { $0.number == ask.number } == true
        }
    }

    private func answer(_ ask: Ask, _ key: ProcessKey, _ device: SimulatedDevice) {
        busyUntil[key] = max(busyUntil[key] ?? device.now.awake, device.now.awake + ask.answer)
    }

    private func tellArrival(_ key: ProcessKey, _ device: SimulatedDevice) {
        guard watched[key] == false, !told.contains(key) else { return }
        told.insert(key)
        tell(.arrived, key, after: .milliseconds(1), device) { $0.watched[key] == false }
    }

    private func tell(
        _ news: TrafficNews, _ key: ProcessKey, after time: Interval, _ device: SimulatedDevice,
        if isStill: @escaping (TrafficPart) -> Bool
    ) {
        let say: () -> Void = { [unowned self, unowned device] in
            guard device.daemonRuns, device.hasTakenOver, isStill(self) else { return }
            if news == .rests, let until = busyUntil[key], until > device.now.awake {
                return tell(
                    .rests, key, after: until - device.now.awake, device, if: isStill)
            }
            device.device.traffic(news, of: key)
        }
        device.plan(.told(say, life: device.life), after: time)
    }

    func connect(_: inout Ports, of device: SimulatedDevice) {
        (watched, told) = ([:], [])
        device.device.traffic.port.watch = { [unowned self, unowned device] watches in
            guard device.permits() else { return }
            let before = watched
            watched = Dictionary(
                uniqueKeysWithValues: watches.map {
                    (ProcessKey(app: $0.app, launch: $0.launch), $0.isThawed)
                })
            device.parts.awake.watch(watched, device)
            told = told.filter { watched[$0] != nil }
            for (key, isThawed) in watched where before[key] != isThawed {
                if isThawed {
                    tell(.rests, key, after: .milliseconds(100), device) {
                        $0.watched[key] == true
                    }
                } else {
                    told.remove(key)
                    if asks[key]?.isEmpty == false { tellArrival(key, device) }
                }
            }
        }
    }

    // MARK: The checker

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        follow(event, device)
        for decision in reaction.decisions
        where decision.kind == .transition && decision.reason == .wokenForTraffic {
            if let app = decision.app { judgeThaw(of: app, device) }
        }
        let isJudged = device.daemonRuns && device.hasTakenOver && !device.isCut
        if isJudged {
            for (key, sleep) in device.parts.thaw.before where isOnTraffic(key.app, device) {
                // This event may have begun its count anew.
                judgeWait(key, device.parts.thaw.frozen[key] ?? sleep, device)
            }
        }
        settleAsks(device)
        guard isJudged else { return }
        for key in thawed.keys { judgeEnd(of: key, device) }
        for (key, sleep) in device.parts.thaw.frozen where isOnTraffic(key.app, device) {
            judgeSleep(key, sleep, device)
        }
    }

    private func follow(_ event: Event, _ device: SimulatedDevice) {
        if case .exited(let app, let launch, _) = event {
            let key = ProcessKey(app: app, launch: launch)
            (asks[key], thawed[key], busyUntil[key]) = (nil, nil, nil)
        }
        guard case .thaw(let event) = event else { return }
        switch event {
        case .schedule(let app, _, _): promised[app] = nil
        case .traffic(let app, let launch, .rests):
            let key = ProcessKey(app: app, launch: launch)
            if thawed[key]?.rests == nil { thawed[key]?.rests = device.now.awake }
        case .traffic(let app, _, .gaveUp(let waited)):
            let half = Interval(nanoseconds: waited.nanoseconds / 2)
            let before = promised[app]?.patience ?? Self.patience
            promised[app] = (max(.seconds(1), min(before, half)), device.now.awake)
        case .traffic(_, _, .arrived), .traffic(_, _, .hasNone), .traffic(_, _, .connectedAnew),
            .traffic(_, _, .tookFrozen), .traffic(_, _, .tookAwake):
            break
        }
    }

    private func isOnTraffic(_ app: AppID, _ device: SimulatedDevice) -> Bool {
        device.parts.thaw.schedule(of: app, device)?.isOnTraffic == true
    }

    /// Those who execute answer; servers of the others give up at last.
    private func settleAsks(_ device: SimulatedDevice) {
        for (key, all) in asks {
            guard let process = device.live(key), process.isFrozen else {
                for ask in all { answer(ask, key, device) }
                asks[key] = nil
                continue
            }
            asks[key] = all.filter { device.now.awake - $0.at <= $0.patience }
        }
    }

    private func judgeThaw(of app: AppID, _ device: SimulatedDevice) {
        guard let key = device.process(of: app)?.key else { return }
        thawed[key] = Thawed(at: device.now.awake, forgiven: device.watch.forgiven)
        guard isOnTraffic(app, device) else {
            return device.fail(.thawedOnTraffic, "it is thawed, and has another schedule", app)
        }
        guard !told.contains(key), asks[key]?.isEmpty != false,
            let sleep = device.parts.thaw.before[key]
        else { return }
        let slept = device.now.instant - sleep.since
        if slept < Self.sleep {
            device.fail(.thawedOnTraffic, "it is thawed for nothing after \(slept.spoken)", app)
        }
    }

    private func judgeSleep(
        _ key: ProcessKey, _ sleep: ThawPart.Sleep, _ device: SimulatedDevice
    ) {
        if isOver(Self.sleep + Self.slack, sleep.counted, sleep.forgiven, key, device) {
            device.fail(.thawedOnTraffic, "it has slept for more than a minute", key.app)
        }
    }

    /// Data wait for no longer than is promised, also where the event at hand ends the wait.
    private func judgeWait(
        _ key: ProcessKey, _ sleep: ThawPart.Sleep, _ device: SimulatedDevice
    ) {
        let promise = promised[key.app] ?? (Self.patience, .zero)
        for ask in asks[key] ?? [] {
            // Nobody could know of a shorter patience before the daemon heard of it.
            let since = max(ask.at, sleep.counted, promise.since)
            if isOver(promise.patience, since, max(ask.forgiven, sleep.forgiven), key, device) {
                device.fail(.thawedOnTraffic, "data wait for it, and it is frozen", key.app)
            }
        }
    }

    private func isOver(
        _ limit: Interval, _ since: AwakeInstant, _ forgiven: Interval, _ key: ProcessKey,
        _ device: SimulatedDevice
    ) -> Bool {
        let late = device.watch.forgiven - forgiven
        return device.now.awake - since > limit + late + Self.tolerance
            && !(device.profile.forceQuitBarsLaunch
                && device.device.inspect { $0.isForceQuit(key.app) })
    }

    /// One that runs for its connections alone is frozen once they rest.
    private func judgeEnd(of key: ProcessKey, _ device: SimulatedDevice) {
        guard let process = device.live(key), !process.isFrozen, !process.isDoomed,
            let view = device.view(key.app), view.state == .background, view.launch == key.launch,
            !view.isEnding
        else {
            thawed[key] = nil
            return
        }
        let hadOtherWork = otherWork.remove(key) != nil
        if hasOtherWork(key.app, device) { otherWork.insert(key) }
        guard device.freezerTakes < Self.tolerance, !hadOtherWork, !otherWork.contains(key) else {
            // The kernel freezes nobody in time, or it runs for more: it counts from the end of
            // that.
            let rests = thawed[key]?.rests == nil ? nil : device.now.awake
            thawed[key] = Thawed(
                at: device.now.awake, forgiven: device.watch.forgiven, rests: rests)
            return
        }
        // Nothing is judged of who must connect anew first.
        if !runsForConnections(process, device, grace: device.profile.reconnectGrace) {
            device.fail(.thawedOnTraffic, "its connections rest, and it runs on", key.app)
        }
    }

    /// Something else lets it run on; whether for too long, others judge.
    private func hasOtherWork(_ app: AppID, _ device: SimulatedDevice) -> Bool {
        guard let audit = device.device.inspect({ $0.audit(of: app) }) else { return false }
        return audit.openTasks + audit.wakes > 0 || audit.activities.contains { $0 != .traffic }
    }

    private static let patience = Interval.seconds(10)
    private static let sleep = Interval.seconds(60)
    private static let slack = Interval.seconds(6)
    /// So long a thaw takes at the most.
    private static let longest = Interval.seconds(30)
    /// A daemon takes its time to thaw, and the kernel to freeze.
    private static let tolerance = Interval.seconds(2)

    func keepsRunning(_ process: SimulatedProcess, _ device: SimulatedDevice) -> Bool {
        runsForConnections(process, device, grace: .zero)
    }

    private func runsForConnections(
        _ process: SimulatedProcess, _ device: SimulatedDevice, grace: Interval
    ) -> Bool {
        guard let thaw = thawed[process.key] else { return false }
        let late = device.watch.forgiven - thaw.forgiven
        let end = min(thaw.at + Self.longest, thaw.rests ?? thaw.at + Self.longest)
        return device.now.awake < end + late + max(Self.tolerance, grace)
    }

    // MARK: Daemons

    /// One that knows less than the last may not have heard that a server gave up, nor of a thaw.
    func daemonStarts(as _: SystemMachine, knowsAll: Bool, _: SimulatedDevice) {
        if !knowsAll { promised = [:] }
    }

    /// It asks anew whether connections rest.
    func tookOver(_ device: SimulatedDevice) {
        for key in thawed.keys {
            thawed[key] = Thawed(at: device.now.awake, forgiven: device.watch.forgiven)
        }
    }

    func deviceRestarts(_: SimulatedDevice) {
        (asks, promised, thawed, busyUntil) = ([:], [:], [:], [:])
    }

    func boots(_ device: SimulatedDevice) { deviceRestarts(device) }
}

extension Invariant {
    public static let thawedOnTraffic = Self(
        "a program that is thawed on traffic executes when data wait for it, and rests with them")
}
