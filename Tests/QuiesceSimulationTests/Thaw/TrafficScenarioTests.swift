import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Hosted programs that are thawed on traffic, in scenarios with faults, judged by `TrafficPart`.
@Suite struct TrafficScenarioTests {
    static func random(_ seed: UInt64) -> Scenario {
        HostedDay.random(
            seed, pauses: [1, 400, 2_000, 6_000, 13_000, 70_000]
        ) {
            for at in $0.indices {
                $0[at].isHosted = true
                $0[at].thaw = .onTraffic
            }
        } _: { app, random in
            switch random.below(13) {
            case 0, 1: .open(app: app)
            case 2: .home
            case 3, 4, 5, 6, 7:
                .traffic(
                    TrafficStep(
                        place: app, patience: random.pick([2_000, 20_000, 60_000]),
                        answer: random.pick([50, 50, 300, 5_000, 40_000]),
                        takesFrozen: random.pick([0, 200, 600]),
                        takesAwake: random.pick([100, 500, 6_000])))
            case 8:
                .thaw(
                    ThawStep(
                        place: app,
                        schedule: random.pick([.onTraffic, ThawSchedule("every 60s for 2s")])))
            case 9:
                .permit(
                    app: app, .scheduledThaw, random.pick([.denied, .authorized, .authorized]))
            case 10: .killDaemon(at: random.pick(Step.DaemonDeath.allCases), downtime: 20)
            case 11: random.pick([.powerCut(journalKept: true), .die(app: 0, signal: 11)])
            case _: random.pick([.sleep, .wake, .suspend(milliseconds: 30_000)])
            }
        }
    }

    @Test(
        "Programs execute when data wait for them, and rest with their connections, whatever happens",
        .behaviour("Y6"))
    func seeds() {
        for seed in UInt64(1)...60 {
            let finding = Simulator.run(Self.random(seed)).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    private static func news(
        _ event: Event, _ change: (TrafficNews) -> TrafficNews?
    ) -> Event {
        guard case .thaw(.traffic(let app, let launch, let news)) = event else { return event }
        return change(news).map { .thaw(.traffic(app, launch, $0)) } ?? .timer
    }

    static let bugs: [PlantedBug] = [
        .hears("nobody hears of data", .thawedOnTraffic) {
            news($0) { $0 == .arrived ? nil : $0 }
        },
        .hears("a thaw goes on though its connections rest", .thawedOnTraffic) {
            news($0) { $0 == .rests ? nil : $0 }
        },
        .hears("a program with another schedule is thawed on traffic", .thawedOnTraffic) {
            guard case .thaw(.schedule(let app, _?, let ticket)) = $0 else { return $0 }
            return .thaw(.schedule(app, .onTraffic, ticket))
        },
        .hears("the user's switch stops nothing", .thawedOnTraffic) {
            if case .setPermission(_, .scheduledThaw, _, _) = $0 { .timer } else { $0 }
        },
    ]

    /// A server asks again and again, and then a minute or two pass.
    private static func asked(takesFrozen: Int64, takesAwake: Int64) -> Scenario {
        var scenario = random(1)
        let ask = TrafficStep(
            place: 0, patience: 60_000, answer: 50, takesFrozen: takesFrozen,
            takesAwake: takesAwake)
        scenario.steps =
            [Step(after: 1_000, .open(app: 0)), Step(after: 2_000, .home)]
            + (1...6).map { _ in Step(after: 20_000, .traffic(ask)) }
            + [Step(after: 140_000, .sleep)]
        return scenario
    }

    @Test(
        "A trial without an end, one without a cause, and none at all are found", .behaviour("Y7"))
    func trials() throws {
        let endless = PlantedBug.hears("a trial has no end", .cheaperAwake) {
            Self.news($0) {
                if case .tookAwake(_, let time) = $0 {
                    .tookAwake(cpu: .zero, in: time)
                } else {
                    $0
                }
            }
        }
        try endless.requireFew(steps: 9, in: 1...1) { _ in
            Self.asked(takesFrozen: 200, takesAwake: 6_000)
        }
        let none = PlantedBug.hears("nobody is tried", .cheaperAwake) {
            Self.news($0) {
                if case .tookFrozen(_, let time) = $0 {
                    .tookFrozen(cpu: .zero, in: time)
                } else {
                    $0
                }
            }
        }
        try none.requireFew(steps: 9, in: 1...1) { _ in
            Self.asked(takesFrozen: 600, takesAwake: 100)
        }
    }

    @Test(
        "Random scenarios find each mistake, and few steps show it", .behaviour("Y6"),
        arguments: bugs)
    func planted(bug: PlantedBug) throws {
        try bug.requireFew(steps: 6, in: 1...60) { Self.random($0) }
    }

    @Test("A server that gave up, and taught the core nothing, is found", .behaviour("Y6"))
    func deaf() throws {
        let bug = PlantedBug.hears("a server that gave up teaches nothing", .thawedOnTraffic) {
            Self.news($0) { if case .gaveUp = $0 { nil } else { $0 } }
        }
        try bug.requireFew(steps: 4, in: 1...1) { seed in
            var scenario = Self.random(seed)
            func traffic(_ patience: Int64) -> Step.Action {
                .traffic(TrafficStep(place: 0, patience: patience, answer: 50))
            }
            scenario.steps = [
                Step(after: 1_000, .open(app: 0)), Step(after: 2_000, .home),
                Step(after: 400, traffic(2_000)), Step(after: 10_500, traffic(60_000)),
            ]
            return scenario
        }
    }
}
