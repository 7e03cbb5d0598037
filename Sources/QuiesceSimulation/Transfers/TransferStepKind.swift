import QuiesceCore

/// The steps that a generator chooses from once an app has transfers.
enum TransferStepKind: StepMix {
    case begin, create, upload, resume, suspend, cancel, goOn, prioritize, postpone, open, close,
        changeUploads
    case link, rate, cut
    case mood, validator, ranges, newVersion
    case killAgent, crashLoop

    static let name = "transfers"
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x7261_6E73_6665_7273, 0x616C_7761_7973)
    static let isAlone = true
    static let common = Self.begin
    static let pauses: [Int64] = [0, 3, 700, 4_000, 30_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .begin: 20
        case .upload, .resume, .suspend, .cancel, .goOn, .link, .mood, .killAgent, .newVersion: 8
        case .create, .prioritize, .postpone, .open, .rate, .cut, .validator: 4
        case .close, .changeUploads, .ranges, .crashLoop: 2
        }
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        let (session, host) = (random.below(3), random.below(SimulatedWeb.origins.count))
        let (file, task) = (random.below(3), random.below(8))
        return switch self {
        case .begin: .transfer(app: app, .begin(session: session, host: host, file: file))
        case .create: .transfer(app: app, .create(session: session, host: host, file: file))
        case .upload:
            .transfer(
                app: app,
                .upload(session: session, host: host, bytes: random.pick([1_000, 30_000_000])))
        case .resume: .transfer(app: app, .resume(task: task))
        case .suspend: .transfer(app: app, .suspend(task: task))
        case .cancel:
            .transfer(
                app: app, .cancel(task: task, keepingBytes: random.chance(percent: 60)))
        case .goOn: .transfer(app: app, .goOn(session: session, host: host, file: file))
        case .prioritize:
            .transfer(app: app, .prioritize(task: task, random.pick([0, 50, 100])))
        case .postpone:
            .transfer(
                app: app, .postpone(task: task, milliseconds: random.pick([0, 5_000, 7_200_000])))
        case .open: .transfer(app: app, .open(session: session))
        case .close:
            .transfer(
                app: app, .close(session: session, cancelling: random.chance(percent: 50)))
        case .changeUploads: .transfer(app: app, .changeUploads)
        case .link: .network(.link(random.pick([.wifi, .wifi, .cellular, .none])))
        case .rate: .network(.rate(random.pick([20_000, 2_000_000, 50_000_000])))
        case .cut: .network(.cut(afterBytes: UInt64(random.below(30_000_000))))
        case .mood:
            .server(
                host: host,
                .mood(random.chance(percent: 40) ? .honest : random.pick(ServerMood.allCases)))
        case .validator:
            .server(host: host, .validator(random.pick(ServerValidator.allCases)))
        case .ranges: .server(host: host, .ranges(random.chance(percent: 70)))
        case .newVersion:
            .server(
                host: host,
                .newVersion(bytes: random.pick([1, 5_000_000, 20_000_000, 300_000_000]))
            )
        case .killAgent: .agent(.kill)
        case .crashLoop: .agent(.crashLoop(times: 1 + random.below(8)))
        }
    }
}
