import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Accessories that are plugged in, send and are pulled out: in scenarios with faults, judged by
/// `AccessoryWatch`.
@Suite struct AccessoryScenarioTests {
    /// Apps open sessions, are left, ended and restarted; daemons die.
    static func random(_ seed: UInt64) -> Scenario {
        var random = QuiesceSimulation.SeededGenerator(seed: seed)
        let apps = ["org.example.a", "org.example.b", "org.example.c"].compactMap { AppID($0) }
        let manifests = apps.enumerated().map { number, app in
            AppManifest(
                id: app, name: app.name, version: "1", executable: "a",
                backgroundModes: number == 2 ? [] : [.externalAccessory],
                accessoryProtocols: number == 1
                    ? AccessoryStepKind.protocols : [AccessoryStepKind.protocols[0]])
        }
        let often: [AccessoryStepKind] = [.plug, .opens, .opens, .sends, .sends, .open, .home]
        let kinds = AccessoryStepKind.allCases + often
        let steps = (0..<80).map { _ -> Step in
            let app = random.below(3)
            let action: Step.Action =
                switch random.below(16) {
                case 0: .open(app: app)
                case 1: .home
                case 2: .die(app: app, signal: 11)
                case 3: .beginTask(app: app)
                case 4:
                    random.chance(percent: 50)
                        ? .quit(app: app)
                        : .killDaemon(at: random.pick(Step.DaemonDeath.allCases), downtime: 20)
                case 5 where random.below(4) == 0: .reboot
                case _: random.pick(kinds).step(apps: 3, &random)
                }
            return Step(after: random.pick([1, 100, 2_000, 6_000, 40_000]), action)
        }
        return Scenario(
            header: .init(note: "seed \(seed)", profile: "ios8", apps: manifests), steps: steps)
    }

    @Test(
        "Who is in front knows what is connected, who sleeps with a session is woken for what comes, and no terminal is two apps'",
        .behaviour("E1", "E2", "E3", "Q1", "W6"))
    func seeds() {
        for seed in UInt64(1)...200 {
            let finding = Simulator.run(Self.random(seed)).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    @Test("The same steps give the same", .behaviour("E1"))
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
            name: "nobody watches terminals", breaks: .accessoriesWake,
            preparing: { $0.parts.accessories.isDeaf = true }),
        .hears("bytes are taken for those of another", .accessoriesWake) {
            if case .accessory(.readable) = $0 {
                .accessory(.readable(connection: 99))
            } else {
                $0
            }
        },
        .hears("what is pulled out is there still", .accessoriesAsTold) {
            if case .accessory(.unplugged) = $0 { .accessory(.unplugged(identity: "")) } else { $0 }
        },
        .effects("an app isn't told what is connected", .accessoriesAsTold) {
            if case .send(_, _, let delivery, _) = $0, case .accessories(let call) = delivery.call,
                case .present = call.news
            {
                []
            } else {
                [$0]
            }
        },
        .effects(
            "an app that is left without the mode isn't told that all is gone", .accessoriesAsTold
        ) {
            guard case .send(let app, let launch, var delivery, let again) = $0,
                case .accessories(let call) = delivery.call, call.isLeaving
            else { return [$0] }
            delivery.call = .accessories(AccessoryCall(nil, .data(session: 0)))
            return [.send(app, launch, delivery, redelivered: again)]
        },
        .effects("a terminal that is taken is given all the same", .accessoriesAsTold) {
            if case .accessory(.tell(let app, let launch, .closed(let session, "accessoryTaken"))) =
                $0
            {
                [.accessory(.tell(app, launch, .opened(session: session)))]
            } else {
                [$0]
            }
        },
    ]

    @Test(
        "Random scenarios find each mistake, and few steps show it",
        .behaviour("E1", "E2", "E3"), arguments: bugs)
    func planted(bug: PlantedBug) throws {
        try bug.requireFew(steps: 12, in: 1...100) { seed in
            // A daemon that starts anew has no mistake planted.
            var scenario = Self.random(seed)
            scenario.steps.removeAll { if case .killDaemon = $0.action { true } else { false } }
            return scenario
        }
    }
}
