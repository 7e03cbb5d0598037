import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Apps that are connected to a belt and left: in scenarios with faults, judged by
/// `BluetoothWatch`.
@Suite struct BluetoothScenarioTests {
    /// Apps ask, are opened, left, ended and restarted; the belt says things, goes and comes,
    /// daemons die.
    static func random(_ seed: UInt64) -> Scenario {
        var random = QuiesceSimulation.SeededGenerator(seed: seed)
        let apps = ["org.example.a", "org.example.b"].compactMap { AppID($0) }.map {
            AppManifest(
                id: $0, name: $0.name, version: "1", executable: "a",
                backgroundModes: [.bluetoothCentral])
        }
        let belt = BluetoothPart.belt
        // Connected and notified, to begin with.
        var steps: [Step] = [Step(after: 10, .bluetooth(.belt(isNear: true)))]
        for app in 0..<2 {
            steps += [
                .permit(app: app, .bluetooth, .authorized), .open(app: app),
                .bluetooth(
                    .ask(app: app, .open(manager: "belt", role: .central, restores: true))),
                .bluetooth(.ask(app: app, .connect(manager: "belt", peripheral: belt))),
                .bluetooth(.ask(app: app, .notify(peripheral: belt, handle: 2, isOn: true))),
            ].map { Step(after: 500, $0) }
        }
        let often: [BluetoothStepKind] = [.beat, .beat, .beat, .begin, .near, .home]
        let kinds = BluetoothStepKind.allCases + often
        steps += (0..<70).map { _ -> Step in
            let app = random.below(2)
            let action: Step.Action =
                switch random.below(16) {
                case 0: .open(app: app)
                case 1, 2: .home
                case 3: .die(app: app, signal: 11)
                case 4:
                    random.chance(percent: 50)
                        ? .quit(app: app)
                        : .killDaemon(at: random.pick(Step.DaemonDeath.allCases), downtime: 20)
                case _: random.pick(kinds).step(apps: 2, &random)
                }
            return Step(after: random.pick([1, 100, 2_000, 8_000, 40_000]), action)
        }
        return Scenario(
            header: .init(note: "seed \(seed)", profile: "ios8", apps: apps), steps: steps)
    }

    @Test(
        "Each value is told once and in order, and a suspended app is woken for it",
        .behaviour("B1", "B3"))
    func seeds() {
        for seed in UInt64(1)...200 {
            let finding = Simulator.run(Self.random(seed)).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    @Test("The same steps give the same news", .behaviour("B1"))
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
        .hears("a value comes late, as the one before it", .bluetoothValues) {
            if case .bluetooth(.reported(.value(let belt, let handle, _))) = $0 {
                .bluetooth(.reported(.value(belt, handle: handle, BluetoothWatch.value(1))))
            } else {
                $0
            }
        },
        .hears("nothing that the belt says is heard", .bluetoothWakes) {
            if case .bluetooth(.reported(.value(let belt, _, let value))) = $0 {
                .bluetooth(.reported(.value(belt, handle: 99, value)))
            } else {
                $0
            }
        },
        .effects("news are told in the wrong order", .bluetoothValues) {
            guard case .send(let app, let launch, var delivery, let again) = $0,
                case .bluetooth(var call) = delivery.call
            else { return [$0] }
            call.news.reverse()
            delivery.call = .bluetooth(call)
            return [.send(app, launch, delivery, redelivered: again)]
        },
    ]

    @Test(
        "Random scenarios find each mistake, and few steps show it", .behaviour("B1"),
        arguments: bugs)
    func planted(bug: PlantedBug) throws {
        try bug.requireFew(steps: 14, in: 1...100) { seed in
            // A daemon that starts anew has no mistake planted.
            var scenario = Self.random(seed)
            scenario.steps.removeAll { if case .killDaemon = $0.action { true } else { false } }
            return scenario
        }
    }
}
