import QuiesceCore
import Testing

@testable import QuiesceSimulation

/// Bugs in transfers, put between the core and the world, or into the agent: seeds find each, and
/// what is left of the scenario is short.
@Suite struct PlantedTransferBugTests {
    static let bugs: [PlantedBug] = [
        PlantedBug(
            name: "after its death the agent begins anew", breaks: .littleComesAgain,
            preparing: { $0.transfers.agent.losesRecords = true }),
        .changes("a transfer gets a second verdict", .oneVerdict) {
            guard case .record(.put(.transfer(var transfer))) = $0,
                case .ended(.finished) = transfer.stage
            else { return [$0] }
            transfer.stage = .ended(
                .failed(TransferFailure(.timedOut), received: 0, response: nil))
            return [$0, .record(.put(.transfer(transfer)))]
        },
        .changes("a verdict isn't written down", .restartsAreEquivalent) {
            if case .record(.put(.transfer(let transfer))) = $0, case .ended = transfer.stage {
                []
            } else {
                [$0]
            }
        },
        .promises(
            "a task is acknowledged before it is stored", .acknowledgedIsDurable,
            tooEarly: PlantedBug.acknowledgesTooEarly),
        .effects("an attempt that must end goes on", .runsWhenAllowed) {
            if case .transfer(.stop) = $0 { [] } else { [$0] }
        },
        .effects("what is to be deleted runs on", .runsWhenAllowed) {
            if case .transfer(.start(let id, let attempt, let request)) = $0 {
                [$0, .transfer(.start(id, attempt: attempt, request))]
            } else {
                [$0]
            }
        },
        .hears("a cellular network is taken for Wi-Fi", .runsWhenAllowed) {
            if case .sensed(.network(.cellular)) = $0 { .sensed(.network(.wifi)) } else { $0 }
        },
        .hears("Low Power Mode isn't heard of", .runsWhenAllowed) {
            switch $0 {
            case .sensed(.lowPowerMode(true)): .sensed(.lowPowerMode(false))
            case .changed(.lowPowerMode(true), let ticket):
                .changed(.lowPowerMode(false), ticket)
            case _: $0
            }
        },
        .hears("a session's limit is forgotten", .runsWhenAllowed) {
            guard
                case .transfer(
                    .requested(let app, let launch, let request, .openSession(var session))) = $0
            else { return $0 }
            session.settings.connectionsPerHost = 16
            return .transfer(.requested(app, launch, request: request, .openSession(session)))
        },
        .effects("a session is told that it was all before it is woken", .delegateOrder) {
            if case .send(let app, let launch, var delivery, let again) = $0,
                case .transfer(.handleEvents(_, let session)) = delivery.call
            {
                delivery.call = .transfer(.finishedEvents(session: session))
                return [.send(app, launch, delivery, redelivered: again)]
            }
            return [$0]
        },
        .effects("one app's verdict goes to another", .nothingCrosses) {
            if case .send(let app, let launch, let delivery, let again) = $0, app.name == "app.a",
                case .transfer(.completed) = delivery.call, let other = AppID("app.b")
            {
                [.send(other, launch, delivery, redelivered: again)]
            } else {
                [$0]
            }
        },
    ]

    @Test(
        "Random scenarios find it, and it takes few steps to show",
        arguments: bugs)
    func found(bug: PlantedBug) throws {
        try bug.requireFew(steps: 10, in: 1...150) {
            .random(seed: $0, events: 60, with: ["transfers"])
        }
    }
}
