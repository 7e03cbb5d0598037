import QuiesceCore

/// The steps that a generator chooses from where apps wait for calls.
enum VoIPStepKind: StepMix {
    case keep, close, keepAlive, arrive, hangUp, flood, open, home

    static let name = "voip"
    static let percentOfSeeds = 10
    static let isEverywhere = true
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x766f_6970, 0x6361_6c6c_73)
    static let common = Self.arrive
    static let pauses: [Int64] = [0, 5, 900, 4_000, 20_000, 120_000, 400_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .arrive: 20
        case .keep, .home: 12
        case .open: 6
        case .keepAlive, .close, .hangUp: 3
        case .flood: 2
        }
    }

    static func begin(_ header: inout Scenario.Header, _ random: inout SeededGenerator) -> [Step] {
        declare([.voip], percent: 70, &header, &random)
        return []
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        let descriptor = Int32(5 + random.below(3))
        return switch self {
        case .keep: .voip(.keep(app: app, descriptor: descriptor))
        case .close:
            .voip(.close(app: app, descriptor: descriptor, tells: random.below(2) > 0))
        case .keepAlive:
            .voip(.keepAlive(app: app, seconds: random.pick([nil, 60, 300, 600, 1_800])))
        case .arrive, .flood: .voip(.arrive(app: app, descriptor: descriptor))
        case .hangUp: .voip(.hangUp(app: app, descriptor: descriptor))
        case .open: .open(app: app)
        case .home: .home
        }
    }
}
