import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Apps that wait for calls, while servers speak, daemons die and the device restarts: judged by
/// `VoIPWatch`.
@Suite struct VoIPScenarioTests {
    static func random(_ seed: UInt64) -> Scenario {
        var random = QuiesceSimulation.SeededGenerator(seed: seed)
        let apps = ["org.example.a", "org.example.b"].compactMap { AppID($0) }.map {
            AppManifest(
                id: $0, name: $0.name, version: "1", executable: "a", backgroundModes: [.voip])
        }
        let often: [VoIPStepKind] = [.keep, .arrive, .arrive, .home, .keepAlive]
        let kinds = VoIPStepKind.allCases + often
        let steps = (0..<80).map { _ -> Step in
            let app = random.below(2)
            let action: Step.Action =
                switch random.below(20) {
                case 0: .open(app: app)
                case 1: .home
                case 2: .die(app: app, signal: 9)
                case 3: .beginTask(app: app)
                case 4:
                    random.chance(percent: 50)
                        ? .quit(app: app)
                        : .killDaemon(at: random.pick(Step.DaemonDeath.allCases), downtime: 20)
                case _: random.pick(kinds).step(apps: 2, &random)
                }
            return Step(after: random.pick([1, 100, 2_000, 6_000, 200_000]), action)
        }
        return Scenario(
            header: .init(note: "seed \(seed)", profile: "ios8", apps: apps), steps: steps)
    }

    @Test(
        "What arrives is read, keep-alive handlers are called in time, and nobody is woken for nothing",
        .behaviour("V1", "V2", "V6", "V9"))
    func seeds() {
        for seed in UInt64(1)...200 {
            let finding = Simulator.run(Self.random(seed)).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    @Test(
        "Likewise where a new daemon can't take a frozen app's sockets from it", .behaviour("V1"))
    func takesNothing() {
        for seed in UInt64(1)...100 {
            let finding = Simulator.run(
                Self.random(seed), preparing: { $0.parts.voip.takesNothing = true }
            ).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    @Test("Steps are written and read again")
    func written() throws {
        let scenario = Self.random(3)
        #expect(try Scenario(lines: scenario.lines()) == scenario)
    }

    static let bugs: [PlantedBug] = [
        PlantedBug(
            name: "the daemon's waiting hears of nothing", breaks: .trafficWakes,
            preparing: { $0.parts.voip.isDeaf = true }),
        PlantedBug(
            name: "a socket that is handed over doesn't reach the daemon's core",
            breaks: .trafficWakes,
            preparing: { $0.parts.voip.loses = { if case .keep = $0 { true } else { false } } }),
        .effects("sockets aren't watched", .trafficWakes) {
            if case .voip(.watch(_, _, isOn: true)) = $0 { [] } else { [$0] }
        },
        .hears("a keep-alive handler is asked for later", .keepAliveInTime) {
            if case .voip(.asked(let app, let launch, let request, .keepAlive(let seconds?))) = $0 {
                .voip(
                    .asked(app, launch, request: request, .keepAlive(seconds: seconds + 400)))
            } else {
                $0
            }
        },
    ]

    @Test(
        "Random scenarios find each mistake, and few steps show it",
        .behaviour("V1", "V2"), arguments: bugs)
    func planted(bug: PlantedBug) throws {
        try bug.requireFew(steps: 12, in: 1...200) { seed in
            // A daemon that starts anew has no mistake planted.
            var scenario = Self.random(seed)
            scenario.steps.removeAll { if case .killDaemon = $0.action { true } else { false } }
            return scenario
        }
    }
}
