import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Programs with work that nobody declared, in scenarios with faults, judged by `BusyPart`.
@Suite struct BusyScenarioTests {
    static func random(_ seed: UInt64) -> Scenario {
        HostedDay.random(
            seed, begin: [Step(after: 0, .busy(.look))],
            pauses: [1, 400, 1_200, 5_100, 30_000, 1_200_000]
        ) {
            for at in $0.indices { $0[at].isHosted = true }
        } _: { app, random in
            switch random.below(14) {
            case 0, 1, 2: .open(app: app)
            case 3, 4: .home
            case 5, 6, 7: .busy(.work(app: app, [random.pick(BusyWork.allCases)]))
            case 8: random.pick([.busy(.work(app: app, [])), .busy(.call(app: app))])
            case 9: .killDaemon(at: random.pick(Step.DaemonDeath.allCases), downtime: 20)
            case 10: random.pick([.powerCut(journalKept: true), .die(app: app, signal: 11)])
            case 11: random.pick([.lock, .unlock, .unlock, .quit(app: app), .reboot])
            case 12:
                .permit(
                    app: app, .backgroundWork, random.pick([.denied, .authorized, .authorized]))
            case _: random.pick([.sleep, .wake, .suspend(milliseconds: 30_000)])
            }
        }
    }

    @Test(
        "Who was left with work isn't frozen before its end, whatever happens", .behaviour("Y4"))
    func seeds() {
        for seed in UInt64(1)...120 {
            let finding = Simulator.run(Self.random(seed)).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    private static func looked(
        _ event: Event, _ change: ([BusyWork]) -> [BusyWork]
    ) -> Event {
        guard case .busy(.looked(let app, let launch, let works)) = event else { return event }
        return .busy(.looked(app, launch, change(works)))
    }

    static let bugs: [PlantedBug] = [
        .hears("whoever has work has none", .workRuns) { looked($0) { _ in [] } },
        .hears("a job is no work", .workRuns) { looked($0) { $0.filter { $0 != .job } } },
        .hears("a copy is no work", .workRuns) { looked($0) { $0.filter { $0 != .disk } } },
        .hears("work never ends", .nobodyOverstays) { looked($0) { $0.isEmpty ? [.job] : $0 } },
        .hears("nobody hears of calls", .callsAreAnswered) {
            if case .busy(.called) = $0 { .timer } else { $0 }
        },
        .hears("nobody hears of the user's switch", .nobodyOverstays) {
            if case .setPermission(_, .backgroundWork, _, _) = $0 { .timer } else { $0 }
        },
    ]

    @Test(
        "Random scenarios find each mistake, and few steps show it", .behaviour("Y4"),
        arguments: bugs)
    func planted(bug: PlantedBug) throws {
        try bug.requireFew(steps: 8, in: 1...60) { Self.random($0) }
    }
}
