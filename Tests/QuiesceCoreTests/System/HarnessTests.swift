import TestSupport
import Testing

@testable import QuiesceCore

/// The harness itself: it judges the core's effects by those for whom they are.
@Suite struct HarnessTests {
    private final class Listener: CoreHarness {
        private(set) var problems: [String] = []
        override func complain(_ problem: String) { problems.append(problem) }
    }

    /// An app in front, and one that is suspended.
    private func device() -> Listener {
        let device = Listener(SystemMachine(profile: .ios8))
        for app in [appA, appB] {
            device.send(.install(.test(app), StagedBundle(1), device.newTicket()))
        }
        for app in [appA, appB] {
            device.send(.open(app, arguments: [], device.newTicket()))
            device.run()
        }
        return device
    }

    private static let launch = Launch(number: 1)
    private static let delivery = Delivery(seq: 1, call: .willTerminate, sentAt: .zero)

    private static let senseless: [Effect] = [
        .spawn(appA, launch.next, arguments: []), .freeze(appA, launch, freeze: 9),
        .freeze(appB, launch.next, freeze: 9), .thaw(appB, launch), .thaw(appA, launch.next),
        .send(appA, launch, delivery, redelivered: true),
        .send(appB, launch, delivery, redelivered: false),
        .takeSnapshot(AppID(literal: "C"), launch), .activate(StagedBundle(2), appB),
        .uninstall(appB),
        .keepAwake(false), .transfer(.stop(TransferID(1), attempt: 1)),
        .notification(.tell(appB, launch.next)),
    ]

    @Test("It complains of an effect that makes no sense to whom it is for", arguments: senseless)
    func complaint(effect: Effect) {
        let device = device()
        #expect(device.problems.isEmpty && device.processes[appA]?.frozen == true)
        device.carryOut(effect)
        #expect(device.problems.count == 1, "\(device.problems)")
    }

    @Test(
        "It complains of a change of what isn't stored",
        arguments: [Change.record(.delete(key: "nothing")), .dropPayload(PayloadHandle(9))])
    func complaint(change: Change) {
        let device = device()
        device.commit(change)
        #expect(device.problems.count == 1, "\(device.problems)")
    }
}
