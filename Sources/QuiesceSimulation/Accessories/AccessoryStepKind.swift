import QuiesceCore

/// The steps that a generator chooses from where there are accessories.
enum AccessoryStepKind: StepMix {
    case plug, pull, sends, opens, closes, open, home

    static let name = "accessories"
    static let percentOfSeeds = 10
    static let isEverywhere = true
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x6163_6365_7373, 0x706c_7567_6765)
    static let common = Self.sends
    static let pauses: [Int64] = [0, 5, 100, 1_000, 12_000, 60_000]
    static let protocols = ["org.example.scale", "org.example.lamp"]

    /// The largest weight.
    var most: Int {
        switch self {
        case .sends: 20
        case .plug, .opens: 10
        case .open, .home: 8
        case .pull: 4
        case .closes: 2
        }
    }

    /// Apps speak to them.
    static func begin(
        _ header: inout Scenario.Header, _ random: inout SeededGenerator
    ) -> [Step] {
        for at in header.apps.indices {
            header.apps[at].accessoryProtocols = random.pick([
                protocols, [protocols[0]], [protocols[0]],
            ])
        }
        declare([.externalAccessory], percent: 60, &header, &random)
        return []
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let name = random.pick(["Scale", "Lamp", "Both"])
        let app = random.below(apps)
        return switch self {
        case .plug:
            .accessory(
                .plug(
                    name: name,
                    protocols: name == "Both"
                        ? Self.protocols : [Self.protocols[name == "Scale" ? 0 : 1]]))
        case .pull: .accessory(.pull(name: name))
        case .sends: .accessory(.sends(name: name, bytes: 1 + random.below(100)))
        case .opens: .accessory(.open(app: app, name: name))
        case .closes: .accessory(.close(app: app))
        case .open: .open(app: app)
        case .home: .home
        }
    }
}
