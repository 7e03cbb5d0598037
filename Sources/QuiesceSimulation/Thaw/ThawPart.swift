import QuiesceCore
import QuiesceShell

/// The judge of scheduled thaws: a hosted program is thawed once it has been suspended for as long
/// as its schedule says, no sooner and hardly later, for no longer than that says, and nobody else
/// is (Y1). It goes by what the user and the Info.plist say, and by what the kernel has frozen.
final class ThawPart: SimulatedPart {
    /// The schedules that the user has chosen, as far as the daemon has taken them.
    private var chosen: [AppID: ThawSchedule] = [:]
    /// Those whose schedules the user has stopped.
    private var stopped: Set<AppID> = []
    /// A program that the kernel has frozen.
    struct Sleep {
        var since: Instant
        /// From when on the daemon counts it at the latest, and what had been forgiven by then.
        var counted: AwakeInstant
        var forgiven: Interval
    }

    private(set) var frozen: [ProcessKey: Sleep] = [:]
    /// As they were before the event at hand.
    private(set) var before: [ProcessKey: Sleep] = [:]
    /// A thaw that goes on.
    private struct Thawed {
        var app: AppID
        var lasting: Interval
        var at: AwakeInstant
        var forgiven: Interval
    }

    private var begun: [WakeID: Thawed] = [:]
    /// Thaws without a verdict, those too that an earlier daemon began.
    private var open: [WakeID: AppID] = [:]

    func choose(_ schedule: ThawSchedule?, _ place: Int, _ device: SimulatedDevice) {
        device.ask { .thaw(.schedule(device.apps[place].id, schedule, $0)) }
    }

    /// The schedule in force; nil: none, the user has stopped it, or the program ends when it is
    /// left (O1): one that was launched for a push that it had in front isn't thawed after that.
    func schedule(of app: AppID, _ device: SimulatedDevice) -> ThawSchedule? {
        guard let manifest = device.view(app)?.manifest, manifest.isHosted,
            !manifest.exitsOnSuspend, !stopped.contains(app)
        else { return nil }
        return chosen[app] ?? manifest.thaw
    }

    // MARK: The checker

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        follow(event, device)
        for wake in reaction.accepted { judge(wake, device) }
        for effect in reaction.effects {
            if case .uninstall(let app) = effect {
                chosen[app] = nil
                stopped.remove(app)
            }
        }
        for decision in reaction.decisions {
            guard case .wakeResult(let wake, _, _) = decision.detail else { continue }
            open[wake] = nil
            guard let thaw = begun.removeValue(forKey: wake), decision.reason == .timeIsOver
            else { continue }
            judgeEnd(of: thaw, device)
        }
        for (key, sleep) in frozen {
            if let schedule = schedule(of: key.app, device), !schedule.isOnTraffic {
                judgeLate(key.app, sleep, schedule, device)
            }
        }
    }

    func comes(_ event: Event, _ device: SimulatedDevice) {
        // The device's sleep counts for nobody.
        if device.device.inspect({ $0.isAsleep }) { countAnew(device) { _ in true } }
        before = frozen
    }

    private func follow(_ event: Event, _ device: SimulatedDevice) {
        if case .thaw(.schedule(let app, let schedule, _)) = event,
            device.view(app)?.manifest.isHosted == true
        {
            chosen[app] = schedule
            countAnew(device) { $0 == app }
        }
        if case .setPermission(let app, .scheduledThaw, let state, _) = event,
            device.view(app) != nil
        {
            if state == .denied { stopped.insert(app) } else { stopped.remove(app) }
            countAnew(device) { $0 == app }
        }
        if case .frozen(let app, let launch, _) = event {
            let key = ProcessKey(app: app, launch: launch)
            if frozen[key] == nil { frozen[key] = sleep(from: device) }
        }
        for key in frozen.keys where !sleeps(key, device) { frozen[key] = nil }
    }

    private func sleep(from device: SimulatedDevice) -> Sleep {
        Sleep(
            since: device.now.instant, counted: device.now.awake, forgiven: device.watch.forgiven)
    }

    private func countAnew(_ device: SimulatedDevice, where isMeant: (AppID) -> Bool) {
        for key in frozen.keys where isMeant(key.app) {
            frozen[key]?.counted = device.now.awake
            frozen[key]?.forgiven = device.watch.forgiven
        }
    }

    /// As both the kernel and the core see it.
    private func sleeps(_ key: ProcessKey, _ device: SimulatedDevice) -> Bool {
        guard let process = device.process(of: key.app), process.key == key, process.isFrozen,
            let view = device.view(key.app)
        else { return false }
        return view.state == .suspended && !view.isEnding
    }

    private func judge(_ wake: WakeFact, _ device: SimulatedDevice) {
        guard case .thaw(let lasting) = wake.cause else { return }
        func fail(_ problem: String) { device.fail(.thawedAsScheduled, problem, wake.app) }
        guard let schedule = schedule(of: wake.app, device), !schedule.isOnTraffic else {
            return fail("it is thawed, and has no schedule")
        }
        guard lasting == schedule.lasting else {
            return fail("it is thawed for \(lasting.spoken), not for \(schedule.lasting.spoken)")
        }
        // The daemon may not have heard of its end yet.
        guard let process = device.process(of: wake.app) else { return }
        open[wake.id] = wake.app
        begun[wake.id] = Thawed(
            app: wake.app, lasting: lasting, at: device.now.awake, forgiven: device.watch.forgiven)
        guard let sleep = before[process.key] else { return }
        let slept = device.now.instant - sleep.since
        if slept < schedule.every { fail("it is thawed after \(slept.spoken)") }
        judgeLate(wake.app, sleep, schedule, device)
    }

    /// Nobody sleeps on whose time has come, with the slack that a schedule has. A machine that is
    /// asleep fires no timer.
    private func judgeLate(
        _ app: AppID, _ sleep: Sleep, _ schedule: ThawSchedule, _ device: SimulatedDevice
    ) {
        guard device.daemonRuns, device.hasTakenOver, !device.isCut,
            !(device.profile.forceQuitBarsLaunch && device.device.inspect { $0.isForceQuit(app) })
        else { return }
        let slept = device.now.awake - sleep.counted
        let slack = min(schedule.every.nanoseconds / 10, Interval.seconds(60).nanoseconds)
        let late = device.watch.forgiven - sleep.forgiven
        if slept > schedule.every + Interval(nanoseconds: slack) + late + Self.tolerance {
            device.fail(
                .thawedAsScheduled, "it was to be thawed, and has slept for \(slept.spoken)", app)
        }
    }

    private func judgeEnd(of thaw: Thawed, _ device: SimulatedDevice) {
        let took = device.now.awake - thaw.at
        let late = device.watch.forgiven - thaw.forgiven
        // Nothing is judged of who must connect anew first.
        let grace = max(Self.tolerance, device.profile.reconnectGrace)
        if took < thaw.lasting || took > thaw.lasting + late + grace {
            device.fail(.thawedAsScheduled, "its thaw took \(took.spoken)", thaw.app)
        }
    }

    /// The kernel takes its time to freeze, and a timer to fire.
    private static let tolerance = Interval.seconds(2)

    /// For as long as its schedule says.
    func keepsRunning(_ process: SimulatedProcess, _ device: SimulatedDevice) -> Bool {
        open.values.contains(process.key.app)
    }

    /// The day may end amid a thaw. Of two programs one may be thawed at any time: no other thaw
    /// begins.
    func finish(_ device: SimulatedDevice) {
        guard !open.isEmpty else { return }
        for place in device.apps.indices {
            device.perform(.permit(app: place, .scheduledThaw, .denied))
        }
        let end = device.now.awake + ThawSchedule.thaws.upperBound + Self.tolerance
        while !open.isEmpty, device.finding == nil, device.now.awake < end {
            device.advance(by: .seconds(1))
        }
    }

    // MARK: Daemons

    /// It may count each sleep from now on; one that knows less than the last may count from an
    /// earlier sleep, too.
    func daemonStarts(as _: SystemMachine, knowsAll: Bool, _ device: SimulatedDevice) {
        countAnew(device) { _ in true }
        guard !knowsAll else { return }
        for key in frozen.keys { frozen[key]?.since = Instant(nanoseconds: 0) }
    }

    /// A new one knows as much as it read: others judge that.
    func tookOver(_ device: SimulatedDevice) {
        chosen = [:]
        (stopped, open) = ([], [:])
        for fact in device.machine.facts {
            if case .thaw(let fact) = fact { chosen[fact.app] = fact.schedule }
            if case .wake(let wake) = fact, wake.cause.kind == .thaw { open[wake.id] = wake.app }
            if case .permissions(let fact) = fact, fact.permissions[.scheduledThaw] == .denied {
                stopped.insert(fact.app)
            }
        }
        countAnew(device) { _ in true }
        begun = [:]
    }

    /// The boot clock began anew.
    func deviceRestarts(_ device: SimulatedDevice) {
        frozen = [:]
        begun = [:]
        open = [:]
    }

    func boots(_ device: SimulatedDevice) { deviceRestarts(device) }
}

extension Invariant {
    public static let thawedAsScheduled = Self(
        "a hosted program is thawed when its schedule says, for as long as it says")
}

extension ThawFact: DurableFact {
    static let kind = DurableKind.thaw
    var fact: Fact { .thaw(self) }
    func words(_ names: DurableNames) -> String { app.name }
}
