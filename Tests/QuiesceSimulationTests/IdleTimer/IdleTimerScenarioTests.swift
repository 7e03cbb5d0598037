import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Apps that keep the screen on, in scenarios with faults, judged by `IdleTimerPart`.
@Suite struct IdleTimerScenarioTests {
    static func random(_ seed: UInt64) -> Scenario {
        var random = QuiesceSimulation.SeededGenerator(seed: seed)
        let apps = ["org.example.a", "org.example.b"].compactMap { AppID($0) }.map {
            AppManifest(id: $0, name: $0.name, version: "1", executable: "a")
        }
        let steps = (0..<50).map { _ -> Step in
            let app = random.below(2)
            let action: Step.Action =
                switch random.below(12) {
                case 0, 1, 2: .open(app: app)
                case 3: .home
                case 4, 5, 6: .idleTimer(app: app, disabled: true)
                case 7: .idleTimer(app: app, disabled: false)
                case 8: random.chance(percent: 50) ? .lock : .unlock
                case 9: random.chance(percent: 30) ? .sleep : .wake
                case 10: random.chance(percent: 50) ? .unlock : .die(app: app, signal: 11)
                case _:
                    random.chance(percent: 50)
                        ? .killDaemon(at: random.pick(Step.DaemonDeath.allCases), downtime: 20)
                        : .interrupt(random.pick([.alertShow, .alertDismiss]))
                }
            return Step(after: random.pick([1, 30, 400, 7_000]), action)
        }
        return Scenario(
            header: .init(note: "seed \(seed)", profile: "ios8", apps: apps), steps: steps)
    }

    @Test(
        "The screen stays on for the app in front that wants so, whatever happens",
        .behaviour("T5"))
    func seeds() {
        for seed in UInt64(1)...120 {
            let finding = Simulator.run(Self.random(seed)).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    static let bugs: [PlantedBug] = [
        PlantedBug(
            name: "it is held for nobody", breaks: .screenAsAsked,
            preparing: { $0.parts.idleTimer.mishears = { _ in nil } }),
        PlantedBug(
            name: "it is held for ever", breaks: .screenAsAsked,
            preparing: { device in
                var last: AppID?
                device.parts.idleTimer.mishears = { now in
                    last = now ?? last
                    return last
                }
            }),
        .hears("an app's taking it back isn't heard", .screenAsAsked) {
            if case .idleTimer(.asked(let app, let launch, let request, _)) = $0 {
                .idleTimer(.asked(app, launch, request: request, disabled: true))
            } else {
                $0
            }
        },
    ]

    @Test(
        "Random scenarios find each mistake, and few steps show it", .behaviour("T5"),
        arguments: bugs)
    func planted(bug: PlantedBug) throws {
        try bug.requireFew(steps: 6, in: 1...60) { seed in
            // A daemon that starts anew has no mistake planted.
            var scenario = Self.random(seed)
            scenario.steps.removeAll { if case .killDaemon = $0.action { true } else { false } }
            return scenario
        }
    }
}
