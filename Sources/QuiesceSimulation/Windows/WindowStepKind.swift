import QuiesceCore

/// The steps that a generator chooses from where programs have windows.
enum WindowStepKind: StepMix {
    case focus, show, hide, close, elsewhere, lose, find, open, home, lock, unlock, sleep, wake

    static let name = "windows"
    /// Those that are asked for it: seeds know no desktop otherwise.
    static let percentOfSeeds = 0
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x7769_6e64, 0x6f77_7366_6f63)
    static let common = Self.focus
    static let pauses: [Int64] = [0, 3, 40, 900, 4_900, 5_200, 60_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .focus: 20
        case .show, .hide, .open: 10
        case .elsewhere, .home, .find, .unlock, .wake: 6
        case .close, .lose, .lock, .sleep: 2
        }
    }

    /// The first of them knows nothing of the system.
    static func begin(
        _ header: inout Scenario.Header, _ random: inout SeededGenerator
    ) -> [Step] {
        header.apps[0].isHosted = true
        return [Step(after: 0, .windows(.desktop(isThere: true)))]
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        return switch self {
        case .focus: .windows(.window(app: app, .focused))
        case .show: .windows(.window(app: app, .shown))
        case .hide: .windows(.window(app: app, .hidden))
        case .close: .windows(.window(app: app, .closed))
        case .elsewhere: .windows(.focusElsewhere)
        case .lose: .windows(.desktop(isThere: false))
        case .find: .windows(.desktop(isThere: true))
        case .open: .open(app: app)
        case .home: .home
        case .lock: .lock
        case .unlock: .unlock
        case .sleep: .sleep
        case .wake: .wake
        }
    }
}
