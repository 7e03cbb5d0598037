import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Bugs in fetches, put between the core and the world: seeds find each.
@Suite struct PlantedFetchBugTests {
    /// A bug that changes an app's request on its way to the core: the acknowledged request isn't
    /// the one that the app made.
    private static func asked(
        _ name: String, _ change: @escaping @Sendable (FetchEvent) -> FetchEvent
    ) -> PlantedBug {
        .hears(name, .acknowledgedIsDurable) {
            if case .fetching(let asked) = $0 { .fetching(change(asked)) } else { $0 }
        }
    }

    static let bugs: [PlantedBug] = [
        asked("never is taken for the minimum") {
            guard case .asked(let app, let launch, let request, .setMinimumInterval(nil)) = $0
            else { return $0 }
            return .asked(app, launch, request: request, .setMinimumInterval(0))
        },
        asked("an interval is taken for the minimum") {
            guard case .asked(let app, let launch, let request, .setMinimumInterval(.some)) = $0
            else { return $0 }
            return .asked(app, launch, request: request, .setMinimumInterval(0))
        },
    ]

    @Test(
        "Random scenarios find it, and it takes few steps to show", .behaviour("F1"),
        arguments: bugs)
    func found(bug: PlantedBug) throws {
        try bug.requireFew(steps: 15, in: 1...400) {
            .random(seed: $0, events: 60, with: ["notifications"])
        }
    }
}
