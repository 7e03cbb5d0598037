import QuiesceCore

/// The steps that a generator chooses from where apps go on with tasks that they began in front.
enum ContinuedStepKind: StepMix {
    case submit, report, complete, cancel, stop, open, home, quit, lock, unlock, kill, warm,
        shortage

    static let name = "continued"
    /// Those that are asked for it: the seeds of others stay what they were.
    static let percentOfSeeds = 0
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x636f_6e74, 0x7461_736b)
    static let common = Self.submit
    /// Half of them let tasks run.
    private static let warmths: [DeviceConditions.ThermalState] = [
        .nominal, .nominal, .fair, .serious, .serious, .critical,
    ]
    static let pauses: [Int64] = [0, 3, 40, 900, 5_200, 20_000, 45_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .submit, .report, .open: 20
        case .home, .complete, .warm: 10
        case .stop, .unlock, .shortage: 6
        case .cancel, .quit, .lock, .kill: 3
        }
    }

    /// The first system with such tasks; each app may have its own.
    static func begin(_ header: inout Scenario.Header, _: inout SeededGenerator) -> [Step] {
        header.profile = PolicyProfile.ios26.name
        for at in header.apps.indices {
            header.apps[at].taskIdentifiers.append(
                ContinuedStep.identifiers(of: header.apps[at].id))
        }
        return []
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        let task = random.below(3)
        return switch self {
        case .submit:
            .continued(.submit(app: app, task: task, waits: random.chance(percent: 70)))
        case .report: .continued(.report(app: app))
        case .complete: .continued(.complete(app: app))
        case .cancel: .continued(.cancel(app: app))
        case .stop: .continued(.stop(app: app, task: random.chance(percent: 50) ? task : nil))
        case .open: .open(app: app)
        case .home: .home
        case .quit: .quit(app: app)
        case .lock: .lock
        case .unlock: .unlock
        case .kill: .anyKill(&random)
        case .warm: .change(words: ["thermal", random.pick(Self.warmths).rawValue])
        case .shortage: .memoryPressure(random.pick([.warning, .critical]), bytes: 0)
        }
    }
}
