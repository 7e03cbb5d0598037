import QuiesceCore

/// The steps that a generator chooses from once an app has notifications.
enum NotificationStepKind: StepMix {
    case schedule, present, cancel, badge, register, permit, style, scheduleMany
    case open, dismiss, vanish
    case pass, passDays, clock, clockBack, zone, dieWithoutClock, findClock, reboot
    case kill, killAmid, powerCut
    case fetchInterval, submitTask, cancelTasks

    static let name = "notifications"
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x6E6F_7469_6679, 0x616C_6172_6D73)
    static let isAlone = true
    static let common = Self.schedule
    static let pauses: [Int64] = [0, 3, 700, 5_000, 61_000, 3_600_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .schedule: 20
        case .register, .permit, .style, .open, .pass, .kill, .killAmid: 8
        case .present, .cancel, .clock, .clockBack, .zone, .passDays, .reboot, .findClock,
            .fetchInterval, .submitTask:
            4
        case .badge, .dismiss, .vanish, .dieWithoutClock, .powerCut, .scheduleMany, .cancelTasks: 2
        }
    }

    private static let zones: [String?] = [
        nil, nil, "device", "device", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe",
        "Asia/Kolkata", "Nowhere/Land",
    ]

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        let name = random.below(4)
        return switch self {
        case .schedule:
            .notification(
                app: app,
                .schedule(
                    name: name,
                    after: random.pick([
                        -90_000_000, -60_000, 0, 1_000, 5_000, 60_000, 3_600_000, 90_000_000,
                    ]),
                    zone: random.pick(Self.zones),
                    every: random.pick([nil, nil, nil] + RepeatInterval.units)))
        case .present: .notification(app: app, .present(name: name))
        case .cancel:
            .notification(app: app, .cancel(name: random.chance(percent: 70) ? name : nil))
        case .badge: .notification(app: app, .badge(random.below(3)))
        case .register: .notification(app: app, .register)
        case .permit:
            .permit(app: app, .notifications, random.pick([.authorized, .authorized, .denied]))
        case .style:
            .alertStyle(app: app, random.pick([.alert, .alert, .banner, .listed, nil]))
        case .scheduleMany: .notification(app: app, .scheduleMany(times: 140))
        case .open: .openNotification(random.below(8))
        case .dismiss: .dismissNotification(random.below(8))
        case .vanish: .vanishNotification(random.below(8))
        case .pass: .rest
        case .passDays: .suspend(milliseconds: random.pick([3_600_000, 86_400_000, 200_000_000]))
        case .clock:
            .setClock(milliseconds: random.pick([3_600_000, 86_400_000, 31_536_000_000, 500]))
        case .clockBack:
            .setClock(milliseconds: random.pick([-3_600_000, -86_400_000, -31_536_000_000]))
        case .zone:
            .change(
                words: [
                    "timezone",
                    random.pick([
                        "Europe/Paris", "Asia/Tokyo", "Australia/Lord_Howe", "Europe/Berlin",
                    ]),
                ])
        case .dieWithoutClock: .powerCutWithoutClock
        case .findClock: .findClock
        case .reboot: .reboot
        case .kill: .anyKill(&random)
        case .killAmid: .anyKillAmid(&random)
        case .powerCut: .powerCut(journalKept: random.chance(percent: 50))
        case .fetchInterval:
            .notification(app: app, .fetchInterval(random.pick([nil, 0, 600, 36_000])))
        case .submitTask:
            .notification(
                app: app,
                .submitTask(
                    random.pick(BackgroundTaskKind.allCases),
                    after: random.pick([nil, nil, 60_000, 3_600_000, 90_000_000])))
        case .cancelTasks: .notification(app: app, .cancelTasks)
        }
    }

    static func begin(_ header: inout Scenario.Header, _ random: inout SeededGenerator) -> [Step] {
        if random.chance(percent: 30) {
            // Few enough to be used up.
            header.policy = header.rules
            header.policy?.fetchesPerAppDay = 2
            header.policy?.fetchesPerDay = 3
        }
        for app in header.apps.indices {
            if header.apps[app].backgroundModes.contains(.fetch) {
                header.apps[app].backgroundModes.append(.processing)
            }
            header.apps[app].taskIdentifiers = BackgroundTaskKind.allCases.map(
                ScriptedApp.taskIdentifier)
        }
        // From the beginning the device knows its midnights, and so its zone.
        return [Step(after: 0, .setClock(milliseconds: 0))]
    }
}
