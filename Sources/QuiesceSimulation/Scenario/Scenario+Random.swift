import QuiesceCore

extension Scenario {
    /// The scenario of a seed. Which kinds of steps come at all, and how often, is drawn anew for
    /// each seed, as a mix of everything at once hides what one thing alone brings about.
    ///
    /// - Parameter contents: the names of `mixes` whose steps it has whatever the seed says; of the
    ///   others some seeds have some, as `StepMix` says.
    public static func random(
        seed: UInt64, events: Int = 120, with contents: Set<String> = []
    ) -> Scenario {
        var scenario = plain(seed: seed, events: events)
        let isAlone = SimulatedParts.mixes.contains { $0.isAlone && contents.contains($0.name) }
        for mix in SimulatedParts.mixes {
            if contents.contains(mix.name) {
                mix.alwaysAdd(to: &scenario, seed: seed, events: events)
            } else if !isAlone || mix.isEverywhere {
                mix.add(to: &scenario, seed: seed, events: events)
            }
        }
        return scenario
    }

    static func plain(seed: UInt64, events: Int) -> Scenario {
        var random = SeededGenerator(seed: seed)
        let apps = (0..<(1 + random.below(5))).map { manifest($0, &random) }
        var header = Header(
            note: "seed \(seed)", profile: random.pick(["ios8", "ios26", "ios7", "ios4"]),
            apps: apps
        )
        if random.chance(percent: 4) {
            header.policy = header.rules
            header.policy?.multitaskingSupported = false
        }
        let kinds = StepKind.allCases.map { kind in
            (kind, kind.isCommon || random.chance(percent: 50) ? 1 + random.below(kind.most) : 0)
        }
        let pace = random.pick([100, 2_000, 20_000])
        var steps: [Step] = []
        for _ in 0..<events {
            let chosen = random.pick(weighted: kinds) ?? .open
            // Mostly close together, as that is where orders matter; now and then a long rest.
            let rest = random.chance(percent: 5) ? 300_000 : pace
            let after = random.chance(percent: 30) ? random.below(4) : random.below(rest)
            steps.append(Step(after: Int64(after), chosen.step(apps: apps.count, &random)))
        }
        return Scenario(header: header, steps: steps)
    }

    static func manifest(_ index: Int, _ random: inout SeededGenerator) -> AppManifest {
        let letters = ["a", "b", "c", "d", "e"]
        // A name of one letter is a valid id.
        guard let id = AppID("app.\(letters[index])") else { fatalError("app.a is an app id") }
        return AppManifest(
            id: id, name: letters[index].uppercased(), version: "1", executable: "run",
            backgroundModes: random.chance(percent: 85) ? [.fetch, .remoteNotification] : [],
            exitsOnSuspend: random.chance(percent: 7),
            builtForMajorVersion: random.chance(percent: 5) ? 3 : nil,
            groups: random.chance(percent: 50) ? ["group.app"] : [])
    }
}

/// The steps that a generator chooses from.
enum StepKind: CaseIterable {
    case open, home, quit, lock, unlock, sleep, wake, install, uninstall, fetch, push, reboot
    case change, sense, setClock, setting, permit, answerPrompt, ask, interrupt, memoryWarning,
        memoryPressure, shutDown, input, alerts, purge
    case behave, beginTask, endTask, beginTasks, complete, disconnect, die, flood
    case killDaemon, killDaemonAmid, powerCut, powerCutLosing, disk, stall, suspend, freezer
    case foreignFreeze, foreignThaw
    case setPasscode, clearPasscode, wrongPasscode, openProtectedFile

    var isCommon: Bool {
        switch self {
        case .open, .home, .fetch, .push, .beginTask, .endTask: true
        case .quit, .lock, .unlock, .sleep, .wake, .install, .uninstall, .reboot, .behave,
            .change, .sense, .setClock, .setting, .permit, .answerPrompt, .ask, .interrupt,
            .memoryWarning, .memoryPressure, .shutDown, .beginTasks, .complete, .input, .alerts,
            .purge,
            .disconnect, .die, .flood, .killDaemon, .killDaemonAmid, .powerCut, .powerCutLosing,
            .disk, .stall, .suspend, .freezer, .foreignFreeze, .foreignThaw, .setPasscode,
            .clearPasscode, .wrongPasscode, .openProtectedFile:
            false
        }
    }

    /// The largest weight.
    var most: Int {
        switch self {
        case .open, .home, .fetch, .push, .beginTask, .endTask: 20
        case .quit, .behave, .lock, .unlock, .complete, .disconnect, .die, .killDaemon,
            .killDaemonAmid, .change, .interrupt, .input, .openProtectedFile, .setting, .ask,
            .answerPrompt:
            8
        case .sleep, .wake, .install, .uninstall, .stall, .suspend, .freezer, .foreignFreeze,
            .foreignThaw, .memoryPressure, .wrongPasscode, .alerts:
            4
        case .reboot, .shutDown, .beginTasks, .flood, .powerCut, .powerCutLosing, .disk,
            .memoryWarning, .purge, .setPasscode, .clearPasscode, .sense, .setClock, .permit:
            2
        }
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        return switch self {
        case .open: .open(app: app)
        case .home: .home
        case .quit: .quit(app: app)
        case .lock: .lock
        case .unlock: .unlock
        case .sleep: .sleep
        case .wake: .wake
        case .install: .install(app: app)
        case .uninstall: .uninstall(app: app)
        case .fetch: .fetch(app: app)
        case .push:
            .push(
                app: app, contentAvailable: random.chance(percent: 90),
                times: random.chance(percent: 3) ? 100 : 1)
        case .reboot: .reboot
        case .shutDown: .shutDown
        case .change: .change(words: Self.change(&random).words)
        case .sense: .sense(words: random.pick(Self.sensed))
        case .setClock:
            .setClock(milliseconds: random.pick([3_600_000, -3_600_000, 86_400_000, 300, 0]))
        case .setting: .setting(app: app, value: UInt64(random.below(3)))
        case .permit:
            .permit(
                app: app, random.pick(Permission.ofApps),
                // Only location knows "in use", and has steps of its own.
                random.pick([.notDetermined, .denied, .authorized]))
        case .answerPrompt: .answerPrompt(allow: random.chance(percent: 70))
        case .ask: .ask(app: app, random.pick(Permission.ofApps))
        case .interrupt: .interrupt(random.pick(Interruption.allCases))
        case .alerts: .alerts(times: random.pick([1, 3, 200]))
        case .input: .input(words: random.pick(Self.inputs))
        case .memoryWarning: .memoryWarning
        case .memoryPressure:
            .memoryPressure(
                random.chance(percent: 60) ? .critical : .warning,
                bytes: random.pick([1_000_000, 30_000_000, 1_000_000_000]))
        case .purge:
            .purge(bytes: random.pick([nil, 1, 30_000_000, 400_000_000]))
        case .flood: .flood(app: app, messages: random.pick([500, 5_000]))
        case .killDaemonAmid:
            .killDaemonAmid(calls: random.below(40), downtime: Int64(random.below(5_000)))
        case .powerCutLosing: .powerCutLosing(events: random.below(30))
        case .disk: .disk(random.pick([.none, .none, .full, .failing]))
        case .behave: .behave(app: app, behaviour(&random))
        case .beginTask: .beginTask(app: app)
        case .endTask: .endTask(app: app, known: random.chance(percent: 90))
        case .beginTasks: .beginTasks(app: app, times: random.pick([10, 1_100]))
        case .complete: .complete(app: app, wake: UInt64(1 + random.below(20)))
        case .disconnect: .disconnect(app: app)
        case .die: .die(app: app, signal: random.pick([0, -3, 6, 11]))
        case .killDaemon:
            .killDaemon(
                at: random.pick(Step.DaemonDeath.allCases), downtime: Int64(random.below(5_000)))
        case .powerCut: .powerCut(journalKept: random.chance(percent: 50))
        case .stall: .stall(milliseconds: Int64(random.below(20_000)))
        case .suspend: .suspend(milliseconds: Int64(random.below(3_600_000)))
        case .freezer: .freezer(milliseconds: random.pick([1, 1, 1, 50, 1_500, 3_000]))
        case .foreignFreeze: .foreignFreeze(app: app)
        case .foreignThaw: .foreignThaw(app: app)
        case .setPasscode: .setPasscode
        case .clearPasscode: .clearPasscode
        case .wrongPasscode: .wrongPasscode
        case .openProtectedFile: .openProtectedFile(app: app)
        }
    }

    private static let sensed = [
        ["battery", "0.35", "unplugged"], ["battery", "0.5", "charging"],
        ["timezone", "America/New_York"], ["timezone", "Australia/Lord_Howe"],
        ["low-power", "on"], ["low-power", "off"], ["thermal", "serious"],
    ]

    /// Few values of each kind, so that changes are often undone.
    private static func change(_ random: inout SeededGenerator) -> DeviceChange {
        switch random.below(13) {
        case 0: .orientation(random.pick(DeviceConditions.Orientation.allCases))
        case 1:
            .battery(
                percent: random.pick([0, 35, 100]),
                random.pick([.unplugged, .charging, .full]))
        case 2: .proximity(near: random.chance(percent: 50))
        case 3: .locale(random.pick(["fr_FR", "zh_Hant_TW"]))
        case 4: .timeZone(random.pick(["Europe/Paris", "Asia/Tokyo"]))
        case 5: .ubiquityIdentity(random.pick([nil, "someone"]))
        case 6, 7:
            .accessory(random.pick(["Lamp", "Scale"]), connected: random.chance(percent: 60))
        case 8:
            random.chance(percent: 50)
                ? .screen(random.chance(percent: 60) ? .usual : nil)
                : .screenMode(ScreenMode(width: 1280, height: 720))
        case 9: .automatic(random.pick(RealSource.allCases))
        case 10: .lowPowerMode(random.chance(percent: 50))
        case 11: .thermalState(random.pick([.nominal, .serious]))
        case _: .backgroundRefresh(random.chance(percent: 60))
        }
    }

    private static let inputs = [
        ["touch", "began", "10", "20"], ["touch", "moved", "30", "40"],
        ["touch", "moved", "50", "60"], ["touch", "ended", "50", "60"],
        ["touch", "cancelled", "0", "0"], ["touch", "began", "400", "20"], ["shake"],
        ["remote-control", "togglePlayPause"],
    ]

    private func behaviour(_ random: inout SeededGenerator) -> AppBehaviour {
        var behaviour = AppBehaviour()
        behaviour.memory = random.pick([1_000_000, 20_000_000, 21_000_000, 300_000_000])
        if random.chance(percent: 35) { return behaviour }
        let calls = [
            "didFinishLaunching", "didBecomeActive", "willResignActive", "didEnterBackground",
            "willEnterForeground", "willTerminate", "expirationHandler", "performFetch",
            "didReceiveRemoteNotification", "systemEvents", "didReceiveMemoryWarning",
            "permission",
        ]
        if random.chance(percent: 10) { return Self.villain }
        if random.chance(percent: 30) { behaviour.callTakes = random.pick([100, 2_000, 8_000]) }
        if random.chance(percent: 30) { behaviour.ignores = [random.pick(calls)] }
        if random.chance(percent: 20) { behaviour.diesIn = [random.pick(calls)] }
        if random.chance(percent: 30) { behaviour.completesAfter = random.pick([nil, 0, 29_000]) }
        behaviour.result = random.pick([.newData, .noData, .failed])
        behaviour.completesTwice = random.chance(percent: 20)
        behaviour.endsTasksWhenExpired = random.chance(percent: 60)
        behaviour.exitsWhenTerminated = random.chance(percent: 70)
        behaviour.connects = random.chance(percent: 90)
        behaviour.canBeStarted = random.chance(percent: 95)
        behaviour.canBeKilled = random.chance(percent: 90)
        if random.chance(percent: 10) { behaviour.diesAfter = random.below(12) }
        if random.chance(percent: 10) { behaviour.hangsUpAfter = 1 + random.below(5) }
        if random.chance(percent: 10) { behaviour.floods = random.pick([10, 1_500]) }
        if random.chance(percent: 15) { behaviour.forks = 1 + random.below(3) }
        behaviour.lies = random.chance(percent: 15)
        if random.chance(percent: 25) {
            let lasts: Int64? = random.pick([nil, 1, 6_000, 400_000])
            behaviour.habits = [Habit(call: random.pick(calls), work: Work(lasts: lasts))]
        }
        behaviour.holdsLock = random.chance(percent: 15)
        if random.chance(percent: 15) { behaviour.listens = 8_080 }
        if random.chance(percent: 20) { behaviour.burnsCPU = random.pick([50, 85, 100, 400]) }
        behaviour.usesGPU = random.chance(percent: 10)
        return behaviour
    }

    /// It ignores every deadline, and leaves others behind when it ends.
    private static var villain: AppBehaviour {
        var behaviour = AppBehaviour()
        behaviour.callTakes = 60_000
        behaviour.completesAfter = nil
        behaviour.endsTasksWhenExpired = false
        behaviour.exitsWhenTerminated = false
        behaviour.floods = 100
        behaviour.forks = 2
        behaviour.lies = true
        return behaviour
    }
}
