import QuiesceCore

/// A capability's steps, of which a generator puts some between the others of a scenario.
protocol StepMix: CaseIterable, Equatable {
    /// `quiesce-sim run --with NAME`
    static var name: String { get }
    /// Their draws are of their own, so that a seed without them stays what it was: for those of
    /// some seeds, and for those of every seed.
    static var draws: (ofSome: UInt64, ofEvery: UInt64) { get }
    /// How many seeds have them by chance, in percent.
    static var percentOfSeeds: Int { get }
    /// Where every seed has these, none has others by chance, but for those that come everywhere.
    static var isAlone: Bool { get }
    /// Some seeds have them by chance whatever every seed has.
    static var isEverywhere: Bool { get }
    /// The kind that comes wherever there are any.
    static var common: Self { get }
    /// The pauses between two steps of the mix, in milliseconds.
    static var pauses: [Int64] { get }

    /// The largest weight.
    var most: Int { get }
    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action

    /// Returns the steps that the mix needs, before everything else.
    static func begin(_ header: inout Scenario.Header, _ random: inout SeededGenerator) -> [Step]
    /// Drawn after all else, which stays what it was.
    static func end(_ steps: inout [Step], _ random: inout SeededGenerator)
}

extension StepMix {
    static var percentOfSeeds: Int { 25 }
    static var isAlone: Bool { false }
    static var isEverywhere: Bool { false }
    static func begin(_: inout Scenario.Header, _: inout SeededGenerator) -> [Step] { [] }
    static func end(_: inout [Step], _: inout SeededGenerator) {}

    /// Some of the apps declare a background mode.
    static func declare(
        _ modes: [BackgroundMode], percent: Int, _ header: inout Scenario.Header,
        _ random: inout SeededGenerator
    ) {
        for app in header.apps.indices {
            for mode in modes where random.chance(percent: percent) {
                header.apps[app].backgroundModes.append(mode)
            }
        }
    }

    /// Into some seeds' scenarios.
    ///
    /// - Parameter events: how many steps the scenario has of itself.
    static func add(to scenario: inout Scenario, seed: UInt64, events: Int) {
        var random = SeededGenerator(seed: seed ^ draws.ofSome)
        if random.chance(percent: percentOfSeeds) { insert(into: &scenario, events, &random) }
    }

    static func alwaysAdd(to scenario: inout Scenario, seed: UInt64, events: Int) {
        scenario.header.note += ", with \(name)"
        var random = SeededGenerator(seed: seed ^ draws.ofEvery)
        insert(into: &scenario, events, &random)
    }

    private static func insert(
        into scenario: inout Scenario, _ events: Int, _ random: inout SeededGenerator
    ) {
        let before = scenario.steps.count
        // Up to three mixes double the steps; the next add about half.
        let most = before + (before <= 4 * events ? before : events)
        // Sixteen mixes would make a hundred thousand steps of 120: each that comes late adds only
        // as many as the scenario has of itself, all over it.
        let isLate = before > 16 * events
        let weights = allCases.map { kind in
            let isThere = kind == common || random.chance(percent: 50)
            return (kind, isThere ? 1 + random.below(kind.most) : 0)
        }
        // Now and then hardly anything else happens.
        let share = random.pick([30, 60, 90])
        var mixed = begin(&scenario.header, &random)
        for step in scenario.steps {
            let isLeftOut = isLate && random.below(before * share) >= events * (100 - share)
            while !isLeftOut, random.chance(percent: share), isLate || mixed.count < most {
                let chosen = random.pick(weighted: weights) ?? common
                let after = random.pick(pauses)
                mixed.append(
                    Step(
                        after: after, chosen.step(apps: scenario.header.apps.count, &random)))
            }
            mixed.append(step)
        }
        end(&mixed, &random)
        scenario.steps = mixed
    }
}

// Steps that several mixes draw alike.
extension Step.Action {
    static func anyKill(_ random: inout SeededGenerator) -> Self {
        .killDaemon(at: random.pick(Step.DaemonDeath.allCases), downtime: random.pick([1, 2_000]))
    }

    static func anyKillAmid(_ random: inout SeededGenerator, downtimes: [Int64] = [1, 70_000])
        -> Self
    {
        .killDaemonAmid(calls: random.below(12), downtime: random.pick(downtimes))
    }

    /// The app asks for permission to notify, and gets it.
    static func allowNotifications(app: Int) -> [Step] {
        [
            Step(after: 50, .open(app: app)), Step(after: 100, .notification(app: app, .register)),
            Step(after: 10, .permit(app: app, .notifications, .authorized)),
        ]
    }
}

extension Scenario {
    /// The names that `quiesce-sim run --with` can be given.
    public static var mixes: [String] { SimulatedParts.mixes.map { $0.name } }
}
