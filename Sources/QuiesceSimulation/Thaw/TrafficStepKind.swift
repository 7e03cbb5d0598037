import QuiesceCore

/// The steps that a generator chooses from where hosted programs are thawed on traffic.
enum TrafficStepKind: StepMix {
    case arrive, choose, other, stop, go, open, home, sleep, wake

    static let name = "traffic"
    /// Those that are asked for it: a hosted program hears of nothing else that seeds do.
    static let percentOfSeeds = 0
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x7472_6166, 0x6669_6320)
    static let common = Self.arrive
    static let pauses: [Int64] = [0, 20, 900, 6_000, 12_000, 70_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .arrive: 20
        case .open, .home: 10
        case .choose: 4
        case .go: 3
        case .other, .stop, .sleep, .wake: 2
        }
    }

    /// All know nothing of the system, and are thawed on traffic.
    static func begin(
        _ header: inout Scenario.Header, _: inout SeededGenerator
    ) -> [Step] {
        for at in header.apps.indices {
            header.apps[at].isHosted = true
            header.apps[at].thaw = .onTraffic
        }
        return []
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        return switch self {
        case .arrive:
            .traffic(
                TrafficStep(
                    place: app, patience: random.pick([2_000, 20_000, 60_000]),
                    answer: random.pick([50, 300, 5_000, 40_000]),
                    takesFrozen: random.pick([0, 200, 600]),
                    takesAwake: random.pick([100, 500, 6_000])))
        case .choose: .thaw(ThawStep(place: app, schedule: .onTraffic))
        case .other: .thaw(ThawStep(place: app, schedule: ThawSchedule("every 60s for 2s")))
        case .stop: .permit(app: app, .scheduledThaw, .denied)
        case .go: .permit(app: app, .scheduledThaw, .authorized)
        case .open: .open(app: app)
        case .home: .home
        case .sleep: .sleep
        case .wake: .wake
        }
    }
}
