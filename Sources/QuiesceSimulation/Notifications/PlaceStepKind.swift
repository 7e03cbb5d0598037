import QuiesceCore

/// The steps of a scenario in which notifications come at places.
enum PlaceStepKind: StepMix {
    case schedule, move, cancel, again, permit, show
    case open, home, quit, crash, source, kill, killAmid, powerCut, reboot

    static let name = "places"
    /// Those that are asked for it: the seeds of others stay what they were.
    static let percentOfSeeds = 0
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x706c_6163_65, 0x626f_7264_6572_73)
    static let common = Self.move
    static let pauses: [Int64] = [0, 5, 900, 30_000, 400_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .move: 30
        case .schedule: 12
        case .home: 8
        case .cancel, .again, .open, .permit, .show, .kill, .killAmid: 4
        case .quit, .crash, .source, .powerCut, .reboot: 2
        }
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        let name = random.below(4)
        return switch self {
        case .schedule: .notification(app: app, .place(name: name, Self.region(&random)))
        case .move:
            .location(.move(Self.place(&random), accuracy: random.pick([-1, 0, 5, 65, 300])))
        case .cancel:
            .notification(app: app, .cancel(name: random.chance(percent: 70) ? name : nil))
        case .again:
            .notification(
                app: app,
                random.chance(percent: 50)
                    ? .present(name: name)
                    : .schedule(name: name, after: 60_000, zone: nil, every: nil))
        case .permit:
            .permit(
                app: app, random.pick([.location, .location, .notifications]),
                random.pick([.authorized, .authorized, .denied]))
        case .show:
            .notification(app: app, .show(name: name, later: random.chance(percent: 30)))
        case .open: .open(app: app)
        case .home: .home
        case .quit: .quit(app: app)
        case .crash: .die(app: app, signal: 11)
        case .source: .location(.source(isThere: random.chance(percent: 70)))
        case .kill: .anyKill(&random)
        case .killAmid: .anyKillAmid(&random)
        case .powerCut: .powerCut(journalKept: random.chance(percent: 50))
        case .reboot: .reboot
        }
    }

    /// Every app may notify, and most may know where the device is.
    static func begin(_ header: inout Scenario.Header, _ random: inout SeededGenerator) -> [Step] {
        var steps: [Step] = []
        for app in header.apps.indices {
            steps += Step.Action.allowNotifications(app: app)
            if random.chance(percent: 85) {
                let state: PermissionState = random.pick([.authorized, .authorizedWhenInUse])
                steps.append(Step(after: 10, .permit(app: app, .location, state)))
            }
            for name in 0..<random.below(3) {
                steps.append(
                    Step(after: 10, .notification(app: app, .place(name: name, region(&random)))))
            }
        }
        return steps
    }

    private static func region(_ random: inout SeededGenerator) -> NotificationRegion {
        let circle = CircularRegion(
            identifier: "region \(random.below(3))", center: place(&random),
            radius: random.pick([10, 100, 1_000]))
        let (entry, exit) = random.pick([(true, false), (true, false), (false, true), (true, true)])
        return NotificationRegion(
            WatchedRegion(.circle(circle), notifyOnEntry: entry, notifyOnExit: exit),
            repeats: random.chance(percent: 50))
    }

    /// One of a few, some within the border's noise of each other, others some hundred metres
    /// apart.
    private static func place(_ random: inout SeededGenerator) -> Position {
        Position(
            latitude: 47 + Double(random.below(3)) * 0.004 + random.pick([0, 0, 0.0006, 0.001]),
            longitude: 11 + Double(random.below(2)) * 0.006) ?? .origin
    }
}
