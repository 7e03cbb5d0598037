import QuiesceCore

/// The steps that a generator chooses from where servers call apps by voip pushes.
enum CallPushStepKind: StepMix {
    case call, storm, send, silent
    case ask, askForOthers, end, allow
    case open, away, pass, sleep, wake, quit, crash
    case lineLost, leave, join
    case kill, killAmid, powerCut, disk, diskWell, reboot

    static let name = "voipPushes"
    static let percentOfSeeds = 10
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x7269_6e67, 0x7269_6e67_73)
    static let common = Self.call
    static let pauses: [Int64] = [0, 0, 3, 7, 700, 5_000, 40_000, 1_000_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .call: 20
        case .send, .lineLost, .kill, .killAmid, .away, .diskWell: 8
        case .silent, .ask, .allow, .open, .pass, .sleep, .wake, .crash, .disk: 4
        case .storm, .askForOthers, .end, .quit, .leave, .join, .powerCut, .reboot: 2
        }
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        return switch self {
        case .call: .pushes(app: app, .post(Self.push(&random), times: 1))
        case .storm: .pushes(app: app, .post(Self.push(&random), times: random.pick([3, 20, 100])))
        case .send: .pushes(app: app, .send(PostedPush(isVoIP: true)))
        case .silent: .pushes(app: app, .post(PostedPush(contentAvailable: true), times: 1))
        case .ask: .pushes(app: app, .registerVoIP)
        case .askForOthers: .pushes(app: app, .register)
        case .end: .pushes(app: app, .unregisterVoIP)
        case .allow:
            .permit(app: app, .backgroundRefresh, random.pick([.authorized, .denied]))
        case .open: .open(app: app)
        case .away: .home
        case .pass: .rest
        case .sleep: .sleep
        case .wake: .wake
        case .quit: .quit(app: app)
        case .crash: .die(app: app, signal: 11)
        case .lineLost: .gateway(.lineLost(backAfter: random.pick([0, 5, 2_000, 3_600_000])))
        case .leave: .gateway(.leave)
        case .join: .gateway(.join)
        case .kill: .anyKill(&random)
        case .killAmid: .anyKillAmid(&random)
        case .powerCut: .powerCut(journalKept: random.chance(percent: 50))
        case .disk: .disk(random.pick([.full, .failing]))
        case .diskWell: .disk(.none)
        case .reboot: .reboot
        }
    }

    private static func push(_ random: inout SeededGenerator) -> PostedPush {
        PostedPush(
            isVoIP: true, collapse: random.pick([nil, nil, nil, "one"]),
            expiresAfter: random.pick([nil, nil, nil, 1, 60]))
    }

    /// Most apps wait for calls, and some of these don't ask for them.
    static func begin(_ header: inout Scenario.Header, _ random: inout SeededGenerator) -> [Step] {
        declare([.voip], percent: 85, &header, &random)
        var steps = [Step(after: 0, .gateway(.join))]
        for app in header.apps.indices {
            steps.append(Step(after: 50, .open(app: app)))
            let asks = random.chance(percent: 80)
            steps.append(Step(after: 100, .pushes(app: app, asks ? .registerVoIP : .register)))
        }
        return steps
    }
}
