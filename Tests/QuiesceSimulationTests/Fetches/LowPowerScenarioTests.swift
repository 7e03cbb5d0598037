import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Apps that want fetches and processing on a device whose Low Power Mode goes on and off, with
/// faults, judged by `FetchWatch`.
@Suite(.behaviour("F2", "F3")) struct LowPowerScenarioTests {
    static func random(_ seed: UInt64) -> Scenario {
        var random = QuiesceSimulation.SeededGenerator(seed: seed)
        let apps = ["org.example.a", "org.example.b"].compactMap { AppID($0) }.map {
            var manifest = AppManifest(
                id: $0, name: $0.name, version: "1", executable: "a",
                backgroundModes: [.fetch, .processing])
            manifest.taskIdentifiers = BackgroundTaskKind.allCases.map(ScriptedApp.taskIdentifier)
            return manifest
        }
        let steps = (0..<40).map { _ -> Step in
            let app = random.below(2)
            let power = ["low-power", random.pick(["on", "on", "off"])]
            let action: Step.Action =
                switch random.below(10) {
                case 0, 1: .open(app: app)
                case 2: .notification(app: app, .fetchInterval(0))
                case 3:
                    .notification(
                        app: app,
                        .submitTask(random.pick([.appRefresh, .processing]), after: nil))
                case 4: .home
                case 5: .lock
                case 6: .sense(words: power)
                case 7: .change(words: random.pick([power, ["low-power", "auto"]]))
                case 8: .killDaemon(at: random.pick(Step.DaemonDeath.allCases), downtime: 20)
                case _: .unlock
                }
            return Step(after: random.pick([1_000, 30_000, 1_200_000, 14_400_000]), action)
        }
        return Scenario(
            header: .init(note: "seed \(seed)", profile: "ios8", apps: apps), steps: steps)
    }

    @Test("Nothing is fetched or processed in Low Power Mode, whatever happens")
    func seeds() {
        for seed in UInt64(1)...60 {
            let finding = Simulator.run(Self.random(seed)).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    /// The core believes that Low Power Mode is off.
    private static let unheard = PlantedBug.hears(
        "Low Power Mode isn't heard of", .fetchesAsAsked
    ) {
        switch $0 {
        case .sensed(.lowPowerMode(true)): .sensed(.lowPowerMode(false))
        case .changed(.lowPowerMode(true), let ticket): .changed(.lowPowerMode(false), ticket)
        case _: $0
        }
    }

    @Test("A fetch in Low Power Mode is found, and few steps show it")
    func planted() throws {
        let finding = try Self.unheard.requireFew(steps: 8, in: 1...200) { Self.random($0) }
        #expect(finding.description.contains("Low Power Mode is on"))
    }
}
