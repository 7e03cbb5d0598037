import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Apps that make sound, interrupt each other and are left: in scenarios with faults, judged by
/// `AudioWatch`.
@Suite struct AudioScenarioTests {
    /// Apps play, are opened, left, ended and restarted; the sound server comes and goes, daemons
    /// die.
    static func random(_ seed: UInt64) -> Scenario {
        var random = QuiesceSimulation.SeededGenerator(seed: seed)
        let apps = ["org.example.a", "org.example.b"].compactMap { AppID($0) }.map {
            AppManifest(
                id: $0, name: $0.name, version: "1", executable: "a", backgroundModes: [.audio])
        }
        let often: [AudioStepKind] = [.play, .play, .set, .activate, .open, .home]
        let kinds = AudioStepKind.allCases + often
        let steps = (0..<80).map { _ -> Step in
            let app = random.below(2)
            let action: Step.Action =
                switch random.below(16) {
                case 0: .open(app: app)
                case 1: .home
                case 2: .die(app: app, signal: 11)
                case 3: .interrupt(random.pick([.callIncoming, .callAnswer, .callEnd]))
                case 4:
                    random.chance(percent: 50)
                        ? .quit(app: app)
                        : .killDaemon(at: random.pick(Step.DaemonDeath.allCases), downtime: 20)
                case _: random.pick(kinds).step(apps: 2, &random)
                }
            return Step(after: random.pick([1, 100, 2_000, 6_000]), action)
        }
        return Scenario(
            header: .init(note: "seed \(seed)", profile: "ios8", apps: apps), steps: steps)
    }

    @Test(
        "Who is heard goes on, who is suspended is silent, and one session has the sound",
        .behaviour("A1", "A2", "A3", "A5"))
    func seeds() {
        for seed in UInt64(1)...200 {
            let finding = Simulator.run(Self.random(seed)).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    @Test("The same steps give the same sound", .behaviour("A1"))
    func deterministic() {
        let scenario = Self.random(7)
        let hashes = (0..<2).map { _ in Simulator.run(scenario).hash }
        #expect(hashes[0] == hashes[1])
    }

    @Test("Steps are written and read again")
    func written() throws {
        let scenario = Self.random(3)
        #expect(try Scenario(lines: scenario.lines()) == scenario)
    }

    static let bugs: [PlantedBug] = [
        PlantedBug(
            name: "what a suspended app still has at the sound server is heard",
            breaks: .soundGoesOn, preparing: { $0.parts.audio.mutesNobody = true }),
        .hears("nobody is heard to play", .soundGoesOn) {
            if case .audio(.heard(let app, _)) = $0 {
                .audio(.heard(app, AudioReading()))
            } else {
                $0
            }
        },
        .effects("an app isn't told that another interrupts it", .soundGoesOn) {
            if case .audio(.tell(_, _, .interrupted)) = $0 { [] } else { [$0] }
        },
        .hears("each key is taken for play", .keysReachThePlayer) {
            if case .audio(.ordered(_, let ticket)) = $0 {
                .audio(.ordered(RemoteOrder(.play), ticket))
            } else {
                $0
            }
        },
        .effects("an app isn't told of a key", .keysReachThePlayer) {
            if case .audio(.tell(_, _, .command)) = $0 { [] } else { [$0] }
        },
    ]

    @Test(
        "Random scenarios find each mistake, and few steps show it",
        .behaviour("A1", "A2", "A3", "A5"),
        arguments: bugs)
    func planted(bug: PlantedBug) throws {
        try bug.requireFew(steps: 10, in: 1...100) { seed in
            // A daemon that starts anew has no mistake planted.
            var scenario = Self.random(seed)
            scenario.steps.removeAll { if case .killDaemon = $0.action { true } else { false } }
            return scenario
        }
    }
}
