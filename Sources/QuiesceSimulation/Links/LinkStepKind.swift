import QuiesceCore

/// The steps of a scenario in which apps are opened with links.
enum LinkStepKind: StepMix {
    case url, page, shortcut, activity, ask
    case open, home, lock, unlock, quit, crash, kill, killAmid

    static let name = "links"
    /// Those that are asked for it: the seeds of others stay what they were.
    static let percentOfSeeds = 0
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x6c69_6e6b_73, 0x7363_6865_6d65_73)
    static let common = Self.url
    static let pauses: [Int64] = [0, 1, 3, 20, 700, 5_000, 40_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .url, .ask: 20
        case .page: 12
        case .shortcut, .activity, .open, .home: 8
        case .quit, .crash, .unlock, .kill, .killAmid: 4
        case .lock: 2
        }
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        let named = random.chance(percent: 40) ? app : nil
        return switch self {
        case .url: .link(.open(.url(Self.url(&random), source: nil), app: named))
        case .page: .link(.open(.url(Self.page(&random), source: nil), app: named))
        case .shortcut:
            .link(.open(.shortcut(random.pick(["new", "new", "search", ""])), app: app))
        case .activity:
            .link(
                .open(
                    .activity(
                        AppActivity(
                            type: random.pick(Self.types + ["unknown"]),
                            userInfo: random.pick([nil, #"{"page":7}"#]))), app: app))
        case .ask:
            .link(
                .ask(
                    app: app,
                    .open(
                        random.chance(percent: 60) ? Self.url(&random) : Self.page(&random),
                        universalLinksOnly: random.chance(percent: 20))))
        case .open: .open(app: app)
        case .home: .home
        case .lock: .lock
        case .unlock: .unlock
        case .quit: .quit(app: app)
        case .crash: .die(app: app, signal: 11)
        case .kill: .anyKill(&random)
        case .killAmid: .anyKillAmid(&random, downtimes: [1, 2_000])
        }
    }

    /// Some of it several apps have declared, and some of it none.
    static func begin(_ header: inout Scenario.Header, _ random: inout SeededGenerator) -> [Step] {
        func some(_ all: [String], percent: Int) -> [String] {
            all.filter { _ in random.chance(percent: percent) }
        }
        for app in header.apps.indices {
            header.apps[app].urlSchemes =
                some(["notes", "web+a"], percent: 50) + some(["https"], percent: 15)
            header.apps[app].linkDomains = some(
                ["example.com", "*.example.com", "shop.example.org"], percent: 35)
            header.apps[app].activityTypes = some(types, percent: 50)
        }
        return []
    }

    private static let types = ["org.example.reading", "org.example.writing"]

    /// Told from others, of the same app and the same scheme.
    private static func url(_ random: inout SeededGenerator) -> String {
        let number = random.below(1_000)
        if random.chance(percent: 1) {
            return "notes:" + String(repeating: "n", count: Limits.linkBytes)
        }
        return random.pick([
            "notes://today?\(number)", "notes://today?\(number)", "NOTES:\(number)",
            "web+a:\(number)", "web+a:\(number)", "nobody://\(number)", "today \(number)",
        ])
    }

    private static func page(_ random: inout SeededGenerator) -> String {
        let number = random.below(1_000)
        return random.pick([
            "https://example.com/\(number)", "https://example.com/\(number)",
            "HTTPS://News.Example.Com?\(number)", "http://shop.example.org#\(number)",
            "https://me@example.com/\(number)", "https://example.com:8080/\(number)",
            "https://example.net/\(number)", "http://badexample.com/\(number)",
        ])
    }
}
