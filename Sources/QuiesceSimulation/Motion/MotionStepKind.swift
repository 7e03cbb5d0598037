import QuiesceCore

/// The steps that a generator chooses from where apps ask for sensors of motion.
enum MotionStepKind: StepMix {
    case read, start, stop, open, home

    static let name = "motion"
    static let percentOfSeeds = 10
    static let isEverywhere = true
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x6d6f_7469_6f6e, 0x7365_6e73_6f72)
    static let common = Self.start
    static let pauses: [Int64] = [0, 3, 20, 700, 5_000, 40_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .read: 8
        case .start: 20
        case .stop, .open, .home: 4
        }
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        let sensor = random.pick(MotionSensor.allCases)
        return switch self {
        case .read:
            .motion(
                .read(MotionReading(sensor, x: 0, y: 0, z: -1), times: random.pick([1, 10, 100])))
        case .start:
            .motion(
                .ask(
                    app: app,
                    .start(
                        sensor: sensor, interval: .milliseconds(random.pick([0, 10, 100, 5_000])))))
        case .stop: .motion(.ask(app: app, .stop(sensor: sensor)))
        case .open: .open(app: app)
        case .home: .home
        }
    }
}
