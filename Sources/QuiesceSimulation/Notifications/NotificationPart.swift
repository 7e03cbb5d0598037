import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Local notifications: what the user sees of them, and what became of each.
final class NotificationPart: SimulatedPart {
    var desktop = SimulatedDesktop()
    /// nil while there was none.
    var watch: NotificationWatch?
    let answers = AnswerWatch()
    /// The app hasn't asked that before; nil as a name: all of its.
    private var cancels: (app: AppID, name: String?)?

    func comes(_ event: Event, _ device: SimulatedDevice) {
        cancels = nil
        guard
            case .notification(.asked(let app, let launch, let request, .cancel(let name))) = event,
            let view = device.device.inspect({ $0.view(app) }), view.isAlive, view.launch == launch,
            device.device.inspect({ $0.lastRequest(of: app).map { request > $0 } ?? false })
        else { return }
        cancels = (app, name)
    }

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        switch event {
        case .notification, .clockChanged, .location(.located):
            if watch == nil { watch = NotificationWatch() }
        case _: break
        }
        if let cancels { watch?.cancels(cancels.name, of: cancels.app) }
        watch?.note(event, reaction, device)
        answers.note(event, reaction, device)
    }

    func sends(_ message: MessageToApp, to key: ProcessKey, _ device: SimulatedDevice) {
        if case .ack(let request) = message { watch?.acknowledged(request, to: key, device) }
    }

    func powerFails(_ device: SimulatedDevice) {
        desktop.powerFails()
        let stored = device.store.durable.seq
        let unwritten = device.store.fault != .none
        watch?.powerFails(stored: stored, unwritten: unwritten)
        answers.powerFails(stored: stored, unwritten: unwritten)
    }

    func isUnpromised(_ payload: PayloadHandle, _ stored: SimulatedStore.Contents) -> Bool {
        watch?.isUnpromised(payload) ?? false
    }

    func goOn(
        from machine: SystemMachine, _ facts: [Fact], journalUpTo last: UInt64?,
        _ device: SimulatedDevice
    ) {
        watch?.goOn(from: facts, device)
        answers.goOn(
            from: facts, upTo: max(last ?? 0, device.store.durable.seq), device)
    }

    func checkSettled(_ device: SimulatedDevice) {
        device.checkNotificationsSettled()
        answers.checkSettled(device)
    }

    func noteEndings(
        of reaction: Reaction, in outcome: inout DurableOutcome, _ device: SimulatedDevice
    ) {
        for decision in reaction.decisions where decision.kind == .notification {
            switch decision.detail {
            case .notification(.fired(let id, _, _, _)), .notification(.about(let id, _)):
                outcome.end(nil, outcome.names[id], decision.reason.rawValue, device)
            case _: break
            }
        }
    }

    func describe(
        _ rest: inout DurableOutcome.Rest, _ names: DurableNames, _ device: SimulatedDevice
    ) {
        for id in desktop.shown.keys {
            rest.screen.insert(DurableOutcome.Rest.onScreen(names[id]))
        }
    }
}

extension SimulatedDevice {
    var notifications: NotificationPart { parts.notifications }
}

extension Invariant {
    public static let firesOnce = Self(
        "each occurrence of a notification fires once, and none early")
}
