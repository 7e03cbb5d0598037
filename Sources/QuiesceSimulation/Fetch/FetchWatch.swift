import QuiesceCore
import QuiesceShell

/// Remembers the fetches and background tasks that apps asked for, to judge the device's plans by
/// them: nothing that nobody asked for or that is barred, nothing too soon or too often, and
/// nothing lost that was acknowledged (F1-F8).
final class FetchWatch {
    private var expected: [AppID: ExpectedFetches] = [:]
    private var days = FetchDays()
    private var permissions: [AppID: PermissionState] = [:]
    private var deviceOffsets: UTCOffsets?
    private var network: KnownNetwork

    init(_ device: SimulatedDevice) {
        network = KnownNetwork(device.machine.conditions, device.profile)
        learnPermissions(device.machine.facts)
    }

    private func learnPermissions(_ facts: [Fact]) {
        permissions = [:]
        for case .permissions(let fact) in facts {
            permissions[fact.app] = fact.permissions[.backgroundRefresh]
        }
    }

    // MARK: Events

    /// - Parameter isNew: what is asked by the event wasn't asked before.
    func note(
        _ event: Event, _ reaction: Reaction, _ device: SimulatedDevice, isNew: Bool
    ) {
        var isBoot = false
        network.note(event, device.profile)
        switch event {
        case .restarted(_, deviceRestarted: true, _):
            isBoot = true
            for app in expected.keys { expected[app]?.planned = nil }
        case .clockChanged(let offsets): deviceOffsets = offsets
        case .setPermission(let app, .backgroundRefresh, let state, _):
            // As at the beginning: it is allowed until the user says otherwise.
            if device.view(app) != nil {
                permissions[app] = state == .notDetermined ? nil : state
            }
        case .fetching(.notStored(let unstored, _)):
            let isRefused = reaction.decisions.contains {
                $0.kind == .refuse && $0.app == unstored.app
            }
            if isRefused {
                let stored = device.store.durable.fetches(of: unstored.app)
                expected[unstored.app]?.refused(unstored, device.lastSeq, stored: stored)
            }
        case .fetching(let asked):
            if isNew { note(asked, reaction) }
        case _: break
        }
        days.offset = deviceOffsets?.offset(at: device.now.wall) ?? 0
        days.follow(device.now.wall, clockSet: device.clockSet, byItself: isBoot)
        for effect in reaction.effects {
            if case .uninstall(let app) = effect { forget(app) }
        }
        for wake in reaction.accepted { begins(wake, event, device) }
    }

    private func note(_ asked: FetchEvent, _ reaction: Reaction) {
        guard let (app, launch, request) = asked.speaker,
            reaction.acknowledges(app, launch, request)
        else { return }
        if expected[app] == nil { expected[app] = ExpectedFetches() }
        switch asked {
        case .asked(_, _, _, .setMinimumInterval(let seconds)):
            expected[app]?.set(seconds.map(Interval.init(fetchSeconds:)), launch, request)
        case .asked(_, _, _, .submit(let task)):
            let isTaken = reaction.decisions.contains {
                $0.reason == .taskSubmitted && $0.app == app
            }
            guard isTaken else { return }
            expected[app]?.submit(
                task.identifier,
                ExpectedFetches.Task(
                    kind: task.kind, earliestBegin: task.earliest, launch: launch,
                    request: request))
        case .asked(_, _, _, .cancel(let identifier)):
            expected[app]?.cancel(identifier, launch, request)
        case .simulate, .received, .notStored: break
        }
    }

    private func forget(_ app: AppID) {
        expected[app] = nil
        permissions[app] = nil
        days.forget(app)
    }

    // MARK: What begins

    private func begins(_ wake: WakeFact, _ event: Event, _ device: SimulatedDevice) {
        let app = wake.app
        func fail(_ problem: String) {
            device.fail(.fetchesAsAsked, "wake-up \(wake.id), \(wake.cause.name): \(problem)", app)
        }
        if wake.cause == .fetch {
            // On demand: nobody's plan (F9).
            if case .fetch(app, _) = event { return }
            guard let interval = expected[app]?.interval else {
                return fail("it never asked to be fetched for")
            }
            if let last = expected[app]?.planned, device.now.instant - last < interval {
                fail(
                    "after \((device.now.instant - last).spoken), and it asked for \(interval.spoken)"
                )
            }
        } else if case .task(_, let identifier) = wake.cause {
            guard let task = expected[app]?.tasks.removeValue(forKey: identifier) else {
                return fail("it doesn't wait for one")
            }
            if case .fetching(.simulate(app, identifier, _)) = event { return }
            if let begin = task.earliestBegin, device.now.wall < begin { fail("too early") }
        } else {
            return
        }
        if let bar = bar(of: wake, device) { fail(bar) }
        if wake.cause.isPlannedAsFetch {
            expected[app]?.planned = device.now.instant
            let problem = days.count(
                app, at: device.elapsed, isUnwritten: device.journal.losesEvents, device.profile)
            if let problem { fail(problem) }
        }
    }

    /// Why the app may not be woken.
    private func bar(of wake: WakeFact, _ device: SimulatedDevice) -> String? {
        let machine = device.machine
        let mode = wake.cause.isPlannedAsFetch ? BackgroundMode.fetch : .processing
        guard let view = machine.view(wake.app) else { return "it isn't installed" }
        if !view.manifest.backgroundModes.contains(mode) { return "it doesn't declare the mode" }
        if !device.profile.backgroundModes.contains(mode) { return "the profile has no such mode" }
        if permissions[wake.app] ?? .authorized != .authorized {
            return "the user has switched its background refresh off"
        }
        let conditions = machine.conditions
        if !conditions.backgroundRefresh { return "the user has switched background refresh off" }
        if device.profile.forceQuitBarsLaunch, machine.isForceQuit(wake.app) {
            return "the user has force-quit it"
        }
        if device.parts.protection.keyBag.awaitsFirstUnlock {
            return "the device waits for its first unlock"
        }
        if machine.foreground == wake.app { return "it is in front" }
        if mode == .fetch, conditions.network == DeviceConditions.Network.none {
            return "there is no network"
        }
        if network.lowPowerMode { return "Low Power Mode is on" }
        return nil
    }

    // MARK: Promises

    func acknowledged(_ request: UInt64, to key: ProcessKey, _ device: SimulatedDevice) {
        guard expected[key.app] != nil else { return }
        let stored = device.store.durable.fetches(of: key.app)
        if let possible = expected[key.app]?.acknowledged(key.launch, request),
            !possible.contains(stored?.minimumInterval)
        {
            device.fail(
                .acknowledgedIsDurable, "an interval is acknowledged and not stored", key.app)
        }
        for (identifier, task) in expected[key.app]?.tasks ?? [:]
        where !task.isAcknowledged && task.launch == key.launch && task.request <= request {
            expected[key.app]?.tasks[identifier]?.isAcknowledged = true
            if stored?.tasks.contains(where: { $0.identifier == identifier }) != true {
                device.fail(
                    .acknowledgedIsDurable, "task \(identifier) is acknowledged and not stored",
                    key.app)
            }
        }
        let ended = expected[key.app]?.acknowledgedCancellations(key.launch, request) ?? []
        for identifier in ended where stored?.waits(for: identifier) == true {
            device.fail(
                .acknowledgedIsDurable, "that task \(identifier) is cancelled isn't stored", key.app
            )
        }
    }

    /// Judges that acknowledged requests are there after whatever the disk has lost.
    func goOn(from machine: SystemMachine, _ stored: [Fact], _ device: SimulatedDevice) {
        days.goOn()
        network = KnownNetwork(machine.conditions, device.profile)
        var facts: [AppID: FetchFact] = [:]
        for case .fetch(let fact) in stored { facts[fact.app] = fact }
        learnPermissions(stored)
        for (app, known) in expected.sorted(by: { $0.key < $1.key }) {
            let fact = facts[app]
            if machine.view(app) != nil {
                if !known.possible(stored: device.store.durable.seq)
                    .contains(fact?.minimumInterval)
                {
                    device.fail(.acknowledgedIsDurable, "the interval is another", app)
                }
                let lost = known.tasks.filter { identifier, task in
                    task.isAcknowledged
                        && fact?.tasks.contains { $0.identifier == identifier } != true
                }
                for identifier in lost.keys.sorted() {
                    device.fail(.acknowledgedIsDurable, "task \(identifier) was lost", app)
                }
                let back = known.cancelled.filter { identifier, cancelled in
                    cancelled.isAcknowledged && fact?.waits(for: identifier) == true
                }
                for identifier in back.keys.sorted() {
                    device.fail(.acknowledgedIsDurable, "task \(identifier) came back", app)
                }
            }
            expected[app]?.goOn(
                from: fact, stored: device.store.durable.fetches(of: app))
        }
        for (app, fact) in facts where expected[app] == nil {
            expected[app] = ExpectedFetches(
                fact, stored: device.store.durable.fetches(of: app))
        }
    }

    func powerFails() { days.powerFails() }
}

extension Reaction {
    func acknowledges(_ app: AppID, _ launch: Launch, _ request: UInt64) -> Bool {
        promises.contains(.ack(app, launch, request: request))
            || effects.contains(.ack(app, launch, request: request))
    }

    /// The wake-ups that it takes on.
    var accepted: [WakeFact] {
        let new = decisions.compactMap { decision -> WakeID? in
            if decision.kind == .wake, case .wake(let wake, _, _) = decision.detail {
                wake
            } else {
                nil
            }
        }
        guard !new.isEmpty else { return [] }
        return changes.compactMap {
            if case .record(.put(.wake(let wake))) = $0, new.contains(wake.id) { wake } else { nil }
        }
    }
}

extension WakeCause {
    /// A refresh is planned as a fetch, and counts as one.
    fileprivate var isPlannedAsFetch: Bool {
        kind == .fetch || kind == .refresh
    }
}

extension SimulatedStore.Contents {
    fileprivate func fetches(of app: AppID) -> FetchFact? {
        if case .fetch(let fact) = facts["fetch/\(app.name)"] { fact } else { nil }
    }
}

extension FetchFact {
    fileprivate func waits(for identifier: String) -> Bool {
        tasks.contains { $0.identifier == identifier }
    }
}
