import QuiesceCore

/// The steps that a generator chooses from where hosted programs are thawed by schedule.
enum ThawStepKind: StepMix {
    case choose, declare, stop, go, open, home, sleep, wake

    static let name = "thaw"
    /// Those that are asked for it: a hosted program hears of nothing else that seeds do.
    static let percentOfSeeds = 0
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x7468_6177, 0x7363_6865_6475)
    static let common = Self.choose
    static let pauses: [Int64] = [0, 20, 900, 6_000, 40_000, 700_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .choose, .open, .home: 10
        case .declare, .stop, .go: 4
        case .sleep, .wake: 2
        }
    }

    /// The first of them knows nothing of the system, and is thawed as its Info.plist says.
    static func begin(
        _ header: inout Scenario.Header, _ random: inout SeededGenerator
    ) -> [Step] {
        header.apps[0].isHosted = true
        header.apps[0].thaw = schedule(&random)
        return []
    }

    private static func schedule(_ random: inout SeededGenerator) -> ThawSchedule? {
        ThawSchedule(
            every: .milliseconds(random.pick([5_000, 18_000, 60_000, 600_000])),
            lasting: .milliseconds(random.pick([100, 2_000, 20_000, 300_000])))
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        // Another is refused.
        let app = random.chance(percent: 80) ? 0 : random.below(apps)
        return switch self {
        case .choose: .thaw(ThawStep(place: app, schedule: Self.schedule(&random)))
        case .declare: .thaw(ThawStep(place: app, schedule: nil))
        case .stop: .permit(app: app, .scheduledThaw, .denied)
        case .go: .permit(app: app, .scheduledThaw, .authorized)
        case .open: .open(app: app)
        case .home: .home
        case .sleep: .sleep
        case .wake: .wake
        }
    }
}
