import TestSupport
import Testing

@testable import QuiesceCore
@testable import QuiesceSimulation

/// Apps that go on with tasks, in scenarios with faults, judged by `ContinuedPart`.
@Suite struct ContinuedScenarioTests {
    static func random(_ seed: UInt64, kills: Bool = true) -> Scenario {
        var random = QuiesceSimulation.SeededGenerator(seed: seed)
        let apps = ["org.example.a", "org.example.b"].compactMap { AppID($0) }.map {
            AppManifest(
                id: $0, name: $0.name, version: "1", executable: "a",
                taskIdentifiers: ["\($0.name).work.*"])
        }
        let steps = (0..<60).map { _ -> Step in
            let app = random.below(2)
            let action: Step.Action =
                switch random.below(22) {
                case 0, 1, 2: .open(app: app)
                case 3, 4: .home
                case 5, 6, 7, 8, 9, 10:
                    .continued(
                        .submit(
                            app: app, task: random.below(4), waits: random.chance(percent: 70)))
                case 11: .continued(.report(app: app))
                case 12: .continued(.cancel(app: app))
                case 13: .continued(.complete(app: app))
                case 14: .continued(.stop(app: app, task: nil))
                case 15:
                    random.pick([.lock, .unlock, .unlock, .quit(app: app), .sleep, .wake])
                case 16:
                    kills
                        ? .killDaemon(at: random.pick(Step.DaemonDeath.allCases), downtime: 20)
                        : .home
                case 17:
                    .change(
                        words: [
                            "thermal",
                            random.pick(["nominal", "nominal", "serious", "critical"]),
                        ])
                case 18, 19: .continued(.report(app: app))
                case 20: .memoryPressure(random.pick([.warning, .critical]), bytes: 0)
                case _: random.chance(percent: 30) ? .die(app: app, signal: 11) : .home
                }
            return Step(after: random.pick([1, 1, 30, 400, 7_000, 31_000]), action)
        }
        return Scenario(
            header: .init(note: "seed \(seed)", profile: "ios26", apps: apps), steps: steps)
    }

    @Test(
        "An app isn't frozen while its task runs, and is once it doesn't, whatever happens",
        .behaviour("F10"))
    func seeds() {
        var reasons = Set<Reason>()
        for seed in UInt64(1)...150 {
            let outcome = Simulator.run(
                Self.random(seed),
                observing: { _, _, reaction in
                    reasons.formUnion(reaction.decisions.map(\.reason))
                })
            let finding = outcome.finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
        let missing = Set(ContinuedTasks.reasons).subtracting(reasons)
        #expect(
            missing == [
                .continuedUnknown, .tooManyContinued, .unknownContinued, .continuedNotCompleted,
            ])
    }

    private static func asked(
        _ event: Event, _ change: (ContinuedRequest) -> ContinuedRequest?
    ) -> Event {
        guard case .continued(.asked(let app, let launch, let request, let asked)) = event else {
            return event
        }
        let other = change(asked) ?? .cancel(identifier: "none")
        return .continued(.asked(app, launch, request: request, other))
    }

    /// Nobody hears that a task is to end for that reason.
    private static func silent(_ name: String, after reason: Reason) -> PlantedBug {
        PlantedBug(name: name, breaks: .continuedYields) {
            guard $0.decisions.contains(where: { $0.reason == reason }) else { return $0 }
            var reaction = $0
            reaction.effects.removeAll {
                guard case .send(_, _, let delivery, _) = $0,
                    case .continued(.expire) = delivery.call
                else { return false }
                return true
            }
            return reaction
        }
    }

    static let bugs: [PlantedBug] = [
        silent("tasks go on, however warm the device is", after: .continuedTooWarm),
        silent("tasks go on, however short memory is", after: .continuedShortOfMemory),
        .hears("the progress of tasks is turned round", .continuedYields) {
            asked($0) {
                if case .report(let id, let done, let title, let subtitle) = $0 {
                    .report(
                        id: id, done: ContinuedTask.whole - done, title: title, subtitle: subtitle)
                } else {
                    $0
                }
            }
        },
        .effects("apps are frozen all the same", .continuedRuns) {
            if case .send(let app, let launch, let delivery, _) = $0,
                case .continued(.begin) = delivery.call
            {
                [$0, .freeze(app, launch, freeze: 1)]
            } else {
                [$0]
            }
        },
        .hears("an end isn't heard", .obedientLive) {
            asked($0) { if case .complete = $0 { nil } else { $0 } }
        },
        .effects("nobody hears that a task is to end", .obedientLive) {
            if case .send(_, _, let delivery, _) = $0, case .continued(.expire) = delivery.call {
                []
            } else {
                [$0]
            }
        },
    ]

    @Test(
        "Random scenarios find each mistake, and few steps show it", .behaviour("F10"),
        arguments: bugs)
    func planted(bug: PlantedBug) throws {
        try bug.requireFew(steps: 8, in: 1...300) { Self.random($0, kills: false) }
    }
}
