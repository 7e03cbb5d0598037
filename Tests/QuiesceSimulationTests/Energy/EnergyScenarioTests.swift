import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Apps that are fetched for, in scenarios with faults, judged by `EnergyPart`.
@Suite struct EnergyScenarioTests {
    static func random(_ seed: UInt64) -> Scenario {
        var random = QuiesceSimulation.SeededGenerator(seed: seed)
        let apps = ["org.example.a", "org.example.b"].compactMap { AppID($0) }.map {
            AppManifest(
                id: $0, name: $0.name, version: "1", executable: "a", backgroundModes: [.fetch])
        }
        let steps = (0..<40).map { _ -> Step in
            let app = random.below(2)
            let action: Step.Action =
                switch random.below(10) {
                case 0, 1: .open(app: app)
                case 2: .home
                case 3, 4, 5, 6: .fetch(app: app)
                case 7: .die(app: app, signal: 11)
                case 8: .killDaemon(at: random.pick(Step.DaemonDeath.allCases), downtime: 20)
                case _: .change(words: ["network", random.pick(["wifi", "cellular"])])
                }
            return Step(after: random.pick([1, 30, 400, 7_000]), action)
        }
        return Scenario(
            header: .init(note: "seed \(seed)", profile: "ios8", apps: apps), steps: steps)
    }

    @Test(
        "Each fetch is charged once, for what it used, whatever happens", .behaviour("F7"))
    func seeds() {
        for seed in UInt64(1)...120 {
            let finding = Simulator.run(Self.random(seed)).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    @Test(
        "A fetch that was accepted before the device's restart is judged by the time since",
        .behaviour("F7", "reliability D4"))
    func overARestart() {
        let scenario = Scenario.random(seed: 20_261_129_000_366, with: ["transfers"])
        #expect(Simulator.run(scenario).finding == nil)
    }

    private static func used(
        _ event: Event, _ change: (WakeID, Interval, UInt64) -> (WakeID, Interval, UInt64)
    ) -> Event {
        guard case .energy(.used(let app, let launch, let wake, let cpu, let received)) = event
        else { return event }
        let other = change(wake, cpu, received)
        return .energy(.used(app, launch, other.0, cpu: other.1, received: other.2))
    }

    static let bugs: [PlantedBug] = [
        .hears("a fetch is charged to nobody", .energyAsUsed) {
            if case .energy = $0 { .timer } else { $0 }
        },
        .hears("what came in costs nothing", .energyAsUsed) {
            used($0) { wake, cpu, _ in (wake, cpu, 0) }
        },
        .hears("a second of a core too much is charged", .energyAsUsed) {
            used($0) { wake, cpu, received in (wake, cpu + .seconds(1), received) }
        },
        .hears("another fetch is charged", .energyAsUsed) {
            used($0) { wake, cpu, received in (WakeID(wake.value + 1), cpu, received) }
        },
    ]

    @Test(
        "Random scenarios find each mistake, and few steps show it", .behaviour("F7"),
        arguments: bugs)
    func planted(bug: PlantedBug) throws {
        try bug.requireFew(steps: 6, in: 1...60) { Self.random($0) }
    }
}
