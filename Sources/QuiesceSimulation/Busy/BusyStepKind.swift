import QuiesceCore

/// The steps that a generator chooses from where programs have work that nobody declared.
enum BusyStepKind: StepMix {
    case begin, end, call, open, home, deny, allow, lock, unlock

    static let name = "busy"
    /// Those that are asked for it: a program that is looked at is suspended later.
    static let percentOfSeeds = 0
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x6275_7379, 0x776f_726b)
    static let common = Self.begin
    static let pauses: [Int64] = [0, 3, 40, 900, 1_100, 5_200, 60_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .begin, .open: 20
        case .end, .home, .call: 10
        case .deny, .lock: 2
        case .allow, .unlock: 6
        }
    }

    /// All know nothing of the system.
    static func begin(
        _ header: inout Scenario.Header, _: inout SeededGenerator
    ) -> [Step] {
        for at in header.apps.indices { header.apps[at].isHosted = true }
        return [Step(after: 0, .busy(.look))]
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        return switch self {
        case .begin: .busy(.work(app: app, [random.pick(BusyWork.allCases)]))
        case .end: .busy(.work(app: app, []))
        case .call: .busy(.call(app: app))
        case .open: .open(app: app)
        case .home: .home
        case .deny: .permit(app: app, .backgroundWork, .denied)
        case .allow: .permit(app: app, .backgroundWork, .authorized)
        case .lock: .lock
        case .unlock: .unlock
        }
    }
}
