import QuiesceCore

/// What a generator chooses between once an app has notifications.
enum NotificationStepKind: CaseIterable {
    case schedule, present, cancel, badge, register, permit, style, scheduleMany
    case open, dismiss, vanish
    case pass, passDays, clock, clockBack, zone, dieWithoutClock, findClock, reboot
    case kill, killAmid, powerCut
    case fetchInterval, submitTask, cancelTasks

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
                    every: random.pick([nil, nil, nil] + RepeatInterval.allCases)))
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
        case .kill:
            .killDaemon(
                at: random.pick(Step.DaemonDeath.allCases), downtime: random.pick([1, 2_000]))
        case .killAmid:
            .killDaemonAmid(calls: random.below(12), downtime: random.pick([1, 70_000]))
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
}

extension Scenario {
    /// How many seeds have notifications, in percent.
    static let percentWithNotifications = 25

    /// Puts notifications between the steps of some seeds' scenarios. Their draws are of their own: those
    /// of the other seeds stay what they were.
    mutating func addNotifications(seed: UInt64) {
        var random = SeededGenerator(seed: seed ^ 0x6E6F_7469_6679)
        guard random.chance(percent: Self.percentWithNotifications) else { return }
        insertNotifications(&random)
    }

    /// The scenario of a seed, with notifications whatever the seed says.
    static func withNotifications(
        seed: UInt64, events: Int = 60, withTransfers: Bool = false
    ) -> Scenario {
        var scenario =
            withTransfers
            ? .withTransfers(seed: seed, events: events) : plain(seed: seed, events: events)
        scenario.header.note += ", with notifications"
        var random = SeededGenerator(seed: seed ^ 0x616C_6172_6D73)
        scenario.insertNotifications(&random)
        return scenario
    }

    private mutating func insertNotifications(_ random: inout SeededGenerator) {
        let kinds = NotificationStepKind.allCases.map { kind in
            (
                kind,
                kind == .schedule || random.chance(percent: 50) ? 1 + random.below(kind.most) : 0
            )
        }
        let total = kinds.reduce(0) { $0 + $1.1 }
        let share = random.pick([30, 60, 90])
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
        var mixed = [Step(after: 0, .setClock(milliseconds: 0))]
        for step in steps {
            while random.chance(percent: share), mixed.count < 2 * steps.count {
                var ticket = random.below(total)
                var chosen = NotificationStepKind.schedule
                for (kind, weight) in kinds {
                    if ticket < weight {
                        chosen = kind
                        break
                    }
                    ticket -= weight
                }
                let after = random.pick([0, 3, 700, 5_000, 61_000, 3_600_000])
                mixed.append(
                    Step(after: Int64(after), chosen.step(apps: header.apps.count, &random)))
            }
            mixed.append(step)
        }
        steps = mixed
    }
}
