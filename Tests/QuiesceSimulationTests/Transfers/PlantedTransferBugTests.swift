import QuiesceCore
import Testing

@testable import QuiesceSimulation

/// Bugs in transfers, put between the core and the world, or into the agent: seeds find each, and what is
/// left of the scenario is short.
@Suite struct PlantedTransferBugTests {
    struct Bug: Sendable, CustomTestStringConvertible {
        var name: String
        var breaks: Invariant
        var tampering: (@Sendable (Reaction) -> Reaction)?
        var mishearing: (@Sendable (Event) -> Event)?
        var preparing: @Sendable (SimulatedDevice) -> Void = { _ in }
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
        Bug(
            name: "after its death the agent begins anew", breaks: .littleComesAgain,
            preparing: { $0.agent.losesRecords = true }),
        effects("a transfer gets a second verdict", .oneVerdict) {
            guard case .record(.put(.transfer(var transfer))) = $0,
                case .ended(.finished) = transfer.stage
            else { return [$0] }
            transfer.stage = .ended(
                .failed(TransferFailure(.timedOut), received: 0, response: nil))
            return [$0, .record(.put(.transfer(transfer)))]
        },
        effects("a verdict isn't written down", .restartsAreEquivalent) {
            if case .record(.put(.transfer(let transfer))) = $0, case .ended = transfer.stage {
                []
            } else {
                [$0]
            }
        },
        effects("a task is acknowledged before it is stored", .acknowledgedIsDurable) {
            if case .ack(let app, let launch, let request, durable: true) = $0 {
                [.ack(app, launch, request: request, durable: false)]
            } else {
                [$0]
            }
        },
        effects("an attempt that must end goes on", .runsWhenAllowed) {
            if case .transfer(.stop) = $0 { [] } else { [$0] }
        },
        effects("what is to be deleted runs on", .runsWhenAllowed) {
            if case .transfer(.start(let id, let attempt, let request)) = $0 {
                [$0, .transfer(.start(id, attempt: attempt, request))]
            } else {
                [$0]
            }
        },
        hears("a cellular network is taken for Wi-Fi", .runsWhenAllowed) {
            if case .sensed(.network(.cellular)) = $0 { .sensed(.network(.wifi)) } else { $0 }
        },
        hears("a session's limit is forgotten", .runsWhenAllowed) {
            guard
                case .transfer(
                    .openSession(let app, let launch, let request, let session, var settings)) = $0
            else { return $0 }
            settings.connectionsPerHost = 16
            return .transfer(
                .openSession(app, launch, request: request, session: session, settings))
        },
        effects("a session is told that it was all before it is woken", .delegateOrder) {
            if case .send(let app, let launch, var delivery, let again) = $0,
                case .transfer(.handleEvents(_, let session)) = delivery.call
            {
                delivery.call = .transfer(.finishedEvents(session: session))
                return [.send(app, launch, delivery, redelivered: again)]
            }
            return [$0]
        },
        effects("one app's verdict goes to another", .nothingCrosses) {
            if case .send(let app, let launch, let delivery, let again) = $0, app.name == "app.a",
                case .transfer(.completed) = delivery.call, let other = AppID("app.b")
            {
                [.send(other, launch, delivery, redelivered: again)]
            } else {
                [$0]
            }
        },
    ]

    private static func run(_ scenario: Scenario, with bug: Bug) -> Outcome {
        Simulator.run(
            scenario, tampering: bug.tampering, mishearing: bug.mishearing,
            preparing: bug.preparing)
    }

    @Test(
        "Random scenarios find it, and it takes few steps to show",
        arguments: bugs)
    func found(bug: Bug) throws {
        let found = (1...150).lazy.map { Scenario.withTransfers(seed: $0) }.first {
            Self.run($0, with: bug).finding?.invariant == bug.breaks
        }
        let scenario = try #require(found)
        let smallest = try #require(Simulator.shrink(scenario) { Self.run($0, with: bug) })
        #expect(smallest.steps.count <= 10)
        #expect(Simulator.run(smallest).finding == nil, "without the bug nothing is wrong")
    }
}
