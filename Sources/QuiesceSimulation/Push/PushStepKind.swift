import QuiesceCore

/// The steps that a generator chooses from once the device has joined a push gateway.
enum PushStepKind: StepMix {
    case post, silent, both, storm, send
    case register, unregister, permit, style, open, dismiss
    case lineLost, deaf, leave, join, tokens
    case sleep, wake, quit, away, pass
    case kill, killAmid, powerCut, disk, diskWell, reboot, clock

    static let name = "pushes"
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x7075_7368_6573, 0x6761_7465_7761_79)
    static let common = Self.post
    static let pauses: [Int64] = [0, 0, 3, 7, 700, 5_000, 40_000, 1_000_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .post: 20
        case .silent, .both, .lineLost, .kill, .killAmid, .away, .diskWell: 8
        case .register, .permit, .style, .open, .sleep, .wake, .pass, .disk, .send: 4
        case .storm, .unregister, .dismiss, .deaf, .leave, .join, .tokens, .quit, .powerCut,
            .reboot, .clock:
            2
        }
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        return switch self {
        case .post: .pushes(app: app, .post(Self.push(alert: true, false, &random), times: 1))
        case .silent: .pushes(app: app, .post(Self.push(alert: false, true, &random), times: 1))
        case .both: .pushes(app: app, .post(Self.push(alert: true, true, &random), times: 1))
        case .storm:
            .pushes(
                app: app,
                .post(
                    Self.push(alert: random.chance(percent: 50), true, &random),
                    times: random.pick([3, 20, 100])))
        case .send:
            .pushes(
                app: app,
                .send(
                    PostedPush(
                        alert: random.chance(percent: 70) ? "Hello." : nil,
                        contentAvailable: random.chance(percent: 50))))
        case .register: .pushes(app: app, .register)
        case .unregister: .pushes(app: app, .unregister)
        case .permit:
            .permit(app: app, .notifications, random.pick([.authorized, .authorized, .denied]))
        case .style: .alertStyle(app: app, random.pick([.alert, .alert, .banner, .listed, nil]))
        case .open: .openNotification(random.below(8))
        case .dismiss: .dismissNotification(random.below(8))
        case .lineLost: .gateway(.lineLost(backAfter: random.pick([0, 5, 2_000, 3_600_000])))
        case .deaf: .gateway(.deaf)
        case .leave: .gateway(.leave)
        case .join: .gateway(.join)
        case .tokens: .gateway(.givesTokens(random.chance(percent: 60)))
        case .sleep: .sleep
        case .wake: .wake
        case .quit: .quit(app: app)
        case .away: .home
        case .pass: .rest
        case .kill: .anyKill(&random)
        case .killAmid: .anyKillAmid(&random)
        case .powerCut:
            random.chance(percent: 50)
                ? .powerCut(journalKept: random.chance(percent: 50))
                : .powerCutLosing(events: random.below(30))
        case .disk: .disk(random.pick([.full, .failing]))
        case .diskWell: .disk(.none)
        case .reboot: .reboot
        case .clock:
            .setClock(milliseconds: random.pick([3_600_000, -3_600_000, 86_400_000]))
        }
    }

    private static func push(
        alert: Bool, _ contentAvailable: Bool, _ random: inout SeededGenerator
    ) -> PostedPush {
        PostedPush(
            alert: alert ? "Hello." : nil, badge: alert && random.chance(percent: 30) ? 3 : nil,
            contentAvailable: contentAvailable,
            collapse: random.pick([nil, nil, "one", "two"]),
            expiresAfter: random.pick([nil, nil, nil, 1, 60]))
    }

    /// Each app has its token, and may show something, before anything is posted.
    static func begin(_ header: inout Scenario.Header, _ random: inout SeededGenerator) -> [Step] {
        [Step(after: 0, .gateway(.join))]
            + header.apps.indices.flatMap { app in
                [
                    Step(after: 50, .open(app: app)),
                    Step(after: 100, .pushes(app: app, .register)),
                    Step(after: 0, .notification(app: app, .register)),
                    Step(after: 50, .permit(app: app, .notifications, .authorized)),
                ]
            }
    }

    /// The gateway's power is cut, anywhere.
    static func end(_ steps: inout [Step], _ random: inout SeededGenerator) {
        guard random.chance(percent: 50) else { return }
        for _ in 0...random.below(4) {
            let lost = GatewayChange.lostEnd(backAfter: random.pick([0, 5, 2_000, 3_600_000]))
            let after = random.pick([0, 3, 700, 40_000])
            steps.insert(
                Step(after: Int64(after), .gateway(lost)), at: 1 + random.below(steps.count))
        }
    }
}
