import QuiesceCore

@testable import QuiesceSimulation

extension StepMix {
    /// A scenario of this mix's steps alone: two apps, and no daemon dies, which would hear what a
    /// planted bug has changed.
    static func alone(seed: UInt64, steps count: Int = 40) -> Scenario {
        var random = QuiesceSimulation.SeededGenerator(seed: seed)
        var header = Scenario.Header(
            note: "seed \(seed), \(name) alone", profile: "ios8",
            apps: (0..<2).map { Scenario.manifest($0, &random) })
        var steps = begin(&header, &random)
        let weights = allCases.map { ($0, $0.most) }
        for _ in 0..<count {
            let kind = random.pick(weighted: weights) ?? common
            let step = kind.step(apps: header.apps.count, &random)
            steps.append(Step(after: random.pick(pauses), step))
        }
        return Scenario(header: header, steps: steps.filter { !$0.action.endsTheDaemon })
    }
}

extension Step.Action {
    fileprivate var endsTheDaemon: Bool {
        switch self {
        case .killDaemon, .killDaemonAmid, .powerCut, .powerCutLosing, .powerCutWithoutClock,
            .shutDown:
            true
        case _: false
        }
    }
}
