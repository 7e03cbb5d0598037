import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Bugs in notifications, put between the core and the world: seeds find each, and what is left of
/// the scenario is short.
@Suite struct PlantedNotificationBugTests {
    static let bugs: [PlantedBug] = [
        .hears("an alarm is taken for an earlier one", .firesOnce) {
            guard
                case .notification(.asked(let app, let launch, let request, .schedule(var new))) =
                    $0,
                let fireDate = new.fireDate
            else { return $0 }
            new.fireDate = fireDate.before(by: .seconds(1_800))
            return .notification(.asked(app, launch, request: request, .schedule(new)))
        },
        .effects("what has fired isn't shown", .firesOnce) {
            if case .notification(.show) = $0 { [] } else { [$0] }
        },
        .changes("what has fired isn't written down", .restartsAreEquivalent) {
            if case .record(.put(.notification(let notification))) = $0,
                notification.shown != nil
            {
                []
            } else {
                [$0]
            }
        },
        .promises(
            "a notification is acknowledged before it is stored", .acknowledgedIsDurable,
            tooEarly: PlantedBug.acknowledgesTooEarly),
    ]

    @Test(
        "Random scenarios find it, and it takes few steps to show", .behaviour("N7"),
        arguments: bugs)
    func found(bug: PlantedBug) throws {
        try bug.requireFew(steps: 10, in: 1...150) {
            .random(seed: $0, events: 60, with: ["notifications"])
        }
    }
}
