import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Hosted programs that are thawed by schedule, in scenarios with faults, judged by `ThawPart`.
@Suite struct ThawScenarioTests {
    static func random(_ seed: UInt64) -> Scenario {
        HostedDay.random(
            seed, pauses: [1, 400, 7_000, 30_000]
        ) {
            $0[0].isHosted = true
            $0[0].thaw = ThawSchedule("every 18s for 0.2s")
        } _: { app, random in
            switch random.below(12) {
            case 0, 1, 2: .open(app: app)
            case 3, 4: .home
            case 5, 6:
                .thaw(
                    ThawStep(
                        place: random.chance(percent: 80) ? 0 : 1,
                        schedule: ThawSchedule(
                            random.pick(["every 5s for 2s", "every 60s for 20s"]))))
            case 7: .thaw(ThawStep(place: 0, schedule: nil))
            case 8:
                .permit(
                    app: 0, .scheduledThaw, random.pick([.denied, .authorized, .authorized]))
            case 9: .killDaemon(at: random.pick(Step.DaemonDeath.allCases), downtime: 20)
            case 10: random.pick([.powerCut(journalKept: true), .die(app: 0, signal: 11)])
            case _: random.pick([.sleep, .wake, .suspend(milliseconds: 30_000)])
            }
        }
    }

    @Test(
        "Programs are thawed when their schedules say, for as long as they say, whatever happens",
        .behaviour("Y1"))
    func seeds() {
        for seed in UInt64(1)...120 {
            let finding = Simulator.run(Self.random(seed)).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    private static func chosen(
        _ event: Event, _ change: (ThawSchedule) -> ThawSchedule?
    ) -> Event {
        guard case .thaw(.schedule(let app, let schedule?, let ticket)) = event else {
            return event
        }
        return .thaw(.schedule(app, change(schedule), ticket))
    }

    static let bugs: [PlantedBug] = [
        .hears("a program is thawed twice as often", .thawedAsScheduled) {
            chosen($0) {
                var schedule = $0
                schedule.every = Interval(nanoseconds: schedule.every.nanoseconds / 2)
                return schedule.isPossible ? schedule : nil
            }
        },
        .hears("a program is thawed half as often", .thawedAsScheduled) {
            chosen($0) {
                ThawSchedule(every: $0.every + $0.every, lasting: $0.lasting)
            }
        },
        .hears("a thaw takes longer", .thawedAsScheduled) {
            chosen($0) {
                ThawSchedule(every: $0.every, lasting: $0.lasting + .seconds(30))
            }
        },
        .hears("the user's schedule is never heard of", .thawedAsScheduled) {
            if case .thaw = $0 { .timer } else { $0 }
        },
        .hears("the user's switch stops nothing", .thawedAsScheduled) {
            if case .setPermission(_, .scheduledThaw, _, _) = $0 { .timer } else { $0 }
        },
    ]

    @Test(
        "Random scenarios find each mistake, and few steps show it", .behaviour("Y1"),
        arguments: bugs)
    func planted(bug: PlantedBug) throws {
        try bug.requireFew(steps: 6, in: 1...60) { Self.random($0) }
    }
}
