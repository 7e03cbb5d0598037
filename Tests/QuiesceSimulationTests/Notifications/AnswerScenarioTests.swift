import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Users answer notifications while daemons die and devices restart: judged by `AnswerWatch`.
@Suite struct AnswerScenarioTests {
    @Test("Each answer that was taken reaches its app, as it was given", .behaviour("N2"))
    func seeds() {
        for seed in UInt64(1)...200 {
            let scenario = Scenario.random(seed: seed, events: 100, with: ["answers"])
            let finding = Simulator.run(scenario).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    @Test("Seeds come to each kind of answer, and to apps that have their own shown")
    func reached() {
        var reasons: Set<Reason> = []
        for seed in UInt64(1)...60 {
            _ = Simulator.run(
                .random(seed: seed, events: 100, with: ["answers"]),
                observing: { _, _, reaction in
                    for decision in reaction.decisions { reasons.insert(decision.reason) }
                })
        }
        for reason in [
            Reason.notificationAnswered, .wokenForNotificationAction, .unknownNotificationAction,
            .notificationCategoriesSet, .notificationPresented,
        ] {
            #expect(reasons.contains(reason), "\(reason.rawValue)")
        }
    }

    static let bugs: [PlantedBug] = [
        .hears("an answer is taken for another", .answersArrive) {
            guard case .notification(.answer(let id, .action(let name, .some), let ticket)) = $0
            else { return $0 }
            return .notification(.answer(id, .action(identifier: name, text: "No"), ticket))
        },
        .effects("an answer goes on the way with another text", .answersArrive) {
            guard case .send(let app, let launch, var delivery, let isAgain) = $0,
                case .notification(.answered(var reply, let wake?)) = delivery.call
            else { return [$0] }
            reply.answer = .settings
            delivery.call = .notification(.answered(reply, wake))
            return [.send(app, launch, delivery, redelivered: isAgain)]
        },
        .changes("an answer isn't written down", .restartsAreEquivalent) {
            if case .record(.put(.wake(let wake))) = $0, wake.cause.kind == .notificationAction {
                []
            } else {
                [$0]
            }
        },
    ]

    @Test("Random scenarios find what is planted, and it takes few steps to show", arguments: bugs)
    func found(bug: PlantedBug) throws {
        try bug.requireFew(steps: 12, in: 1...150) {
            .random(seed: $0, events: 60, with: ["answers"])
        }
    }
}
