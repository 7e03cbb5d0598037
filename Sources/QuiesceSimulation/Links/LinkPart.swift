import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Links that apps are opened with, and their judge.
final class LinkPart: SimulatedPart {
    private var watch = LinkWatch()

    func comes(_ event: Event, _ device: SimulatedDevice) { watch.comes(event, device) }

    func sends(_ message: MessageToApp, to key: ProcessKey, _ device: SimulatedDevice) {
        if case .deliver(let delivery) = message { watch.sends(delivery, to: key, device) }
    }

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        watch.note(event, reaction, device)
    }

    func goOn(
        from machine: SystemMachine, _: [Fact], journalUpTo last: UInt64?,
        _ device: SimulatedDevice
    ) {
        watch.goOn(from: machine, upTo: max(last ?? 0, device.store.durable.seq), device)
    }

    func boots(_: SimulatedDevice) { watch.boots() }
    func deviceRestarts(_: SimulatedDevice) { watch.restarts() }
    func checkSettled(_ device: SimulatedDevice) { watch.checkAnswers(device) }
}

extension Invariant {
    public static let linksArrive = Self(
        "what an app is opened with comes to it once, before it becomes active, and to no other")
    public static let linksAreAnswered = Self(
        "a link is opened if an app has declared it and the user may open one, and who asked hears that once"
    )
}
