import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Bugs in fetches and background tasks, put between the core and the world: seeds find each.
@Suite struct PlantedFetchBugTests {
    struct Bug: Sendable, CustomTestStringConvertible {
        var name: String
        /// What the core hears of what an app asked.
        var mishearing: @Sendable (FetchEvent) -> FetchEvent
        var testDescription: String { name }
    }

    static let bugs: [Bug] = [
        Bug(name: "never is taken for the minimum") {
            guard case .setMinimumInterval(let app, let launch, let request, nil) = $0 else {
                return $0
            }
            return .setMinimumInterval(app, launch, request: request, .zero)
        },
        Bug(name: "an interval is taken for the minimum") {
            guard case .setMinimumInterval(let app, let launch, let request, .some) = $0 else {
                return $0
            }
            return .setMinimumInterval(app, launch, request: request, .zero)
        },
        Bug(name: "a task begins before its time") {
            guard case .submit(let app, let launch, let request, var task) = $0 else { return $0 }
            task.earliestBegin = nil
            return .submit(app, launch, request: request, task)
        },
        Bug(name: "a task that was cancelled begins") {
            guard case .cancel(let app, let launch, let request, _) = $0 else { return $0 }
            return .cancel(app, launch, request: request, identifier: "another")
        },
    ]

    private static func run(_ scenario: Scenario, with bug: Bug) -> Outcome {
        Simulator.run(
            scenario,
            mishearing: {
                if case .fetching(let asked) = $0 { .fetching(bug.mishearing(asked)) } else { $0 }
            })
    }

    @Test(
        "Random scenarios find it, and it takes few steps to show", .behaviour("F1"),
        arguments: bugs)
    func found(bug: Bug) throws {
        let found = (1...400).lazy.map { Scenario.withNotifications(seed: $0) }.first {
            Self.run($0, with: bug).finding?.invariant == .fetchesAsAsked
        }
        let scenario = try #require(found)
        let smallest = try #require(Simulator.shrink(scenario) { Self.run($0, with: bug) })
        #expect(smallest.steps.count <= 15)
        #expect(Simulator.run(smallest).finding == nil, "without the bug nothing is wrong")
    }
}
