import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Bugs in notifications, put between the core and the world: seeds find each, and what is left of the
/// scenario is short.
@Suite struct PlantedNotificationBugTests {
    struct Bug: Sendable, CustomTestStringConvertible {
        var name: String
        var breaks: Invariant
        var tampering: (@Sendable (Reaction) -> Reaction)?
        var mishearing: (@Sendable (Event) -> Event)?
        var testDescription: String { name }
    }

    private static func effects(
        _ name: String, _ breaks: Invariant, _ change: @escaping @Sendable (Effect) -> [Effect]
    ) -> Bug {
        Bug(name: name, breaks: breaks) {
            Reaction(effects: $0.effects.flatMap(change), decisions: $0.decisions)
        }
    }

    private static func hears(
        _ name: String, _ breaks: Invariant, _ change: @escaping @Sendable (Event) -> Event
    ) -> Bug {
        Bug(name: name, breaks: breaks, mishearing: change)
    }

    static let bugs: [Bug] = [
        hears("an alarm is taken for an earlier one", .firesOnce) {
            guard case .notification(.schedule(let app, let launch, let request, var new)) = $0,
                let fireDate = new.fireDate
            else { return $0 }
            new.fireDate = fireDate.before(by: .seconds(1_800))
            return .notification(.schedule(app, launch, request: request, new))
        },
        effects("what has fired isn't shown", .firesOnce) {
            if case .notification(.show) = $0 { [] } else { [$0] }
        },
        effects("what has fired isn't written down", .restartsAreEquivalent) {
            if case .record(.put(.notification(let notification))) = $0,
                notification.shown != nil
            {
                []
            } else {
                [$0]
            }
        },
        effects("a notification is acknowledged before it is stored", .acknowledgedIsDurable) {
            if case .ack(let app, let launch, let request, durable: true) = $0 {
                [.ack(app, launch, request: request, durable: false)]
            } else {
                [$0]
            }
        },
    ]

    private static func run(_ scenario: Scenario, with bug: Bug) -> Outcome {
        Simulator.run(scenario, tampering: bug.tampering, mishearing: bug.mishearing)
    }

    @Test(
        "Random scenarios find it, and it takes few steps to show", .behaviour("N7"),
        arguments: bugs)
    func found(bug: Bug) throws {
        let found = (1...150).lazy.map { Scenario.withNotifications(seed: $0) }.first {
            Self.run($0, with: bug).finding?.invariant == bug.breaks
        }
        let scenario = try #require(found)
        let smallest = try #require(Simulator.shrink(scenario) { Self.run($0, with: bug) })
        #expect(smallest.steps.count <= 10)
        #expect(Simulator.run(smallest).finding == nil, "without the bug nothing is wrong")
    }
}
