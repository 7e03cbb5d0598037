import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Programs with windows, in scenarios with faults, judged by `WindowPart`.
@Suite struct WindowScenarioTests {
    static func random(_ seed: UInt64) -> Scenario {
        HostedDay.random(
            seed, begin: [Step(after: 0, .windows(.desktop(isThere: true)))],
            pauses: [1, 400, 5_100, 30_000, 1_200_000]
        ) {
            $0[0].isHosted = true
        } _: { app, random in
            switch random.below(15) {
            case 0, 1: .open(app: app)
            case 2: .home
            case 3, 4, 5, 6:
                .windows(.window(app: app, random.pick(WindowStep.Change.allCases)))
            case 7: .windows(.focusElsewhere)
            case 8: .windows(.desktop(isThere: random.chance(percent: 60)))
            case 9: .killDaemon(at: random.pick(Step.DaemonDeath.allCases), downtime: 20)
            case 10: random.pick([.powerCut(journalKept: true), .die(app: app, signal: 11)])
            case 11: random.pick([.lock, .unlock, .unlock, .quit(app: app)])
            case 12: .purge(bytes: random.pick([nil, 1]))
            case _: random.pick([.sleep, .wake, .suspend(milliseconds: 30_000)])
            }
        }
    }

    @Test(
        "Who is shown runs, who has the focus is in front, whatever happens",
        .behaviour("Y2", "Y3"))
    func seeds() {
        for seed in UInt64(1)...120 {
            let finding = Simulator.run(Self.random(seed)).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    private static func seen(
        _ event: Event, _ change: (AppWindows) -> AppWindows?
    ) -> Event {
        guard case .windows(.seen(let windows)) = event else { return event }
        return .windows(.seen(windows.compactMap(change)))
    }

    static let bugs: [PlantedBug] = [
        .hears("a window that is shown counts for hidden", .shownRuns) {
            seen($0) {
                var window = $0
                window.isShown = false
                return window
            }
        },
        .hears("only the window with the focus counts", .shownRuns) {
            seen($0) { $0.isFocused ? $0 : nil }
        },
        .hears("nobody hears of the focus", .focusedInFront) {
            seen($0) {
                var window = $0
                window.isFocused = false
                return window
            }
        },
        .hears("a desktop that is lost is no news", .shownRuns) {
            if case .windows(.lost) = $0 { .timer } else { $0 }
        },
        .hears("whoever was shown counts so for ever", .nobodyOverstays) {
            seen($0) {
                var window = $0
                window.isShown = true
                return window
            }
        },
    ]

    @Test(
        "Random scenarios find each mistake, and few steps show it", .behaviour("Y2", "Y3"),
        arguments: bugs)
    func planted(bug: PlantedBug) throws {
        try bug.requireFew(steps: 7, in: 1...60) { Self.random($0) }
    }
}
