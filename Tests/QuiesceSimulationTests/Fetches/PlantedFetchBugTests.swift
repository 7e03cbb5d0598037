import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Bugs in fetches and background tasks, put between the core and the world: seeds find each.
@Suite struct PlantedFetchBugTests {
    /// What the core hears of what an app asked.
    private static func asked(
        _ name: String, _ change: @escaping @Sendable (FetchEvent) -> FetchEvent
    ) -> PlantedBug {
        .hears(name, .fetchesAsAsked) {
            if case .fetching(let asked) = $0 { .fetching(change(asked)) } else { $0 }
        }
    }

    static let bugs: [PlantedBug] = [
        asked("never is taken for the minimum") {
            guard case .setMinimumInterval(let app, let launch, let request, nil) = $0 else {
                return $0
            }
            return .setMinimumInterval(app, launch, request: request, .zero)
        },
        asked("an interval is taken for the minimum") {
            guard case .setMinimumInterval(let app, let launch, let request, .some) = $0 else {
                return $0
            }
            return .setMinimumInterval(app, launch, request: request, .zero)
        },
        asked("a task begins before its time") {
            guard case .submit(let app, let launch, let request, var task) = $0 else { return $0 }
            task.earliestBegin = nil
            return .submit(app, launch, request: request, task)
        },
        asked("a task that was cancelled begins") {
            guard case .cancel(let app, let launch, let request, _) = $0 else { return $0 }
            return .cancel(app, launch, request: request, identifier: "another")
        },
    ]

    @Test(
        "Random scenarios find it, and it takes few steps to show", .behaviour("F1"),
        arguments: bugs)
    func found(bug: PlantedBug) throws {
        try bug.requireFew(steps: 15, in: 1...400) { .withNotifications(seed: $0) }
    }
}
