import QuiesceCore

/// What a generator chooses between once an app has transfers.
enum TransferStepKind: CaseIterable {
    case begin, create, upload, resume, suspend, cancel, goOn, prioritize, postpone, open, close,
        changeUploads
    case link, rate, cut
    case mood, validator, ranges, newVersion
    case killAgent, crashLoop

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

extension Scenario {
    /// How many seeds have transfers, in percent.
    static let percentWithTransfers = 25

    /// Puts transfers between the steps of some seeds' scenarios. Their draws are of their own: those of
    /// the other seeds stay what they were.
    mutating func addTransfers(seed: UInt64) {
        var random = SeededGenerator(seed: seed ^ 0x7261_6E73_6665_7273)
        guard random.chance(percent: Self.percentWithTransfers) else { return }
        insertTransfers(&random)
    }

    /// The scenario of a seed, with transfers whatever the seed says.
    static func withTransfers(seed: UInt64, events: Int = 60) -> Scenario {
        var scenario = plain(seed: seed, events: events)
        scenario.header.note = "seed \(seed) with transfers"
        var random = SeededGenerator(seed: seed ^ 0x616C_7761_7973)
        scenario.insertTransfers(&random)
        return scenario
    }

    private mutating func insertTransfers(_ random: inout SeededGenerator) {
        let kinds = TransferStepKind.allCases.map { kind in
            (kind, kind == .begin || random.chance(percent: 50) ? 1 + random.below(kind.most) : 0)
        }
        let total = kinds.reduce(0) { $0 + $1.1 }
        // Now and then hardly anything else happens.
        let share = random.pick([30, 60, 90])
        var mixed: [Step] = []
        for step in steps {
            while random.chance(percent: share), mixed.count < 2 * steps.count {
                var ticket = random.below(total)
                var chosen = TransferStepKind.begin
                for (kind, weight) in kinds {
                    if ticket < weight {
                        chosen = kind
                        break
                    }
                    ticket -= weight
                }
                let after = random.pick([0, 3, 700, 4_000, 30_000])
                mixed.append(
                    Step(after: Int64(after), chosen.step(apps: header.apps.count, &random)))
            }
            mixed.append(step)
        }
        steps = mixed
    }
}
