import QuiesceCore

/// The steps that a generator chooses from where apps make sound.
enum AudioStepKind: StepMix {
    case play, stop, set, activate, deactivate, takes, key, server, open, home

    static let name = "audio"
    static let percentOfSeeds = 10
    static let isEverywhere = true
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x6175_6469_6f73, 0x736f_756e_6473)
    static let common = Self.play
    static let pauses: [Int64] = [0, 5, 900, 4_000, 6_000, 60_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .play: 20
        case .set, .activate, .key, .open, .home: 8
        case .stop, .deactivate: 5
        case .takes, .server: 1
        }
    }

    static func begin(_ header: inout Scenario.Header, _ random: inout SeededGenerator) -> [Step] {
        declare([.audio], percent: 70, &header, &random)
        return []
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        return switch self {
        case .play:
            .audio(
                .sound(
                    app: app, plays: random.below(4) > 0, records: random.below(4) == 0,
                    isLoud: random.below(4) > 0))
        case .stop: .audio(.sound(app: app, plays: false, records: false, isLoud: false))
        case .set:
            .audio(
                .ask(
                    app: app,
                    .set(
                        AudioSetting(
                            random.pick(AudioCategory.allCases), mixes: random.below(4) == 0))))
        case .activate: .audio(.ask(app: app, .activate))
        case .deactivate: .audio(.ask(app: app, .deactivate(notifies: random.below(2) > 0)))
        case .takes: .audio(.ask(app: app, .takes(random.pick([[], [.play, .pause]]))))
        case .key: .audio(.key(random.pick(RemoteCommand.allCases)))
        case .server: .audio(.server(isThere: random.below(2) > 0))
        case .open: .open(app: app)
        case .home: .home
        }
    }
}
