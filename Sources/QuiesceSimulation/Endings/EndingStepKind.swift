import QuiesceCore

/// The steps that a generator chooses from where apps go on in the turn in which they end their
/// time.
enum EndingStepKind: StepMix {
    case goOn, fetch, push, beginTask, endTask, open, home

    static let name = "endings"
    /// Those that are asked for it: the seeds of others stay what they were.
    static let percentOfSeeds = 0
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x656e_6469_6e67, 0x6c61_7374_776f_7264)
    static let common = Self.goOn
    static let pauses: [Int64] = [0, 3, 20, 700, 5_000, 40_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .goOn: 6
        case .fetch, .push, .beginTask, .endTask: 12
        case .open, .home: 8
        }
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        return switch self {
        case .goOn: .behave(app: app, behaviour(&random))
        case .fetch: .fetch(app: app)
        case .push: .push(app: app, contentAvailable: true, times: 1)
        case .beginTask: .beginTask(app: app)
        case .endTask: .endTask(app: app, known: true)
        case .open: .open(app: app)
        case .home: .home
        }
    }

    private func behaviour(_ random: inout SeededGenerator) -> AppBehaviour {
        var behaviour = AppBehaviour()
        behaviour.goesOn = random.pick([0, 2, 20, 90])
        behaviour.completesAfter = random.pick([0, 50, 800])
        if random.chance(percent: 30) {
            behaviour.habits = [
                Habit(call: "didEnterBackground", work: Work(lasts: random.pick([1, 300, 6_000])))
            ]
        }
        return behaviour
    }
}
