import QuiesceCore

/// An app's wish for the idle timer, when a step says so.
struct IdleTimerStep: StepBody {
    var place: Int
    var disabled: Bool

    var app: Int? { place }

    func perform(on device: SimulatedDevice) {
        guard let process = device.scripted(place), process.runs else { return }
        device.parts.idleTimer.ask(disabled: disabled, in: process)
    }
}

/// The steps that a generator chooses from where apps keep the screen on.
enum IdleTimerStepKind: StepMix {
    case disable, enable, open, home, lock, unlock, sleep, wake

    static let name = "idleTimer"
    /// Those that are asked for it: nothing else goes by the timer, and its steps would only be
    /// between others'.
    static let percentOfSeeds = 0
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x6964_6c65, 0x7469_6d65_7273)
    static let common = Self.disable
    static let pauses: [Int64] = [0, 3, 20, 700, 5_000, 40_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .disable: 20
        case .open: 10
        case .enable, .home, .unlock, .wake: 6
        case .lock, .sleep: 3
        }
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        return switch self {
        case .disable: .idleTimer(app: app, disabled: true)
        case .enable: .idleTimer(app: app, disabled: false)
        case .open: .open(app: app)
        case .home: .home
        case .lock: .lock
        case .unlock: .unlock
        case .sleep: .sleep
        case .wake: .wake
        }
    }
}
