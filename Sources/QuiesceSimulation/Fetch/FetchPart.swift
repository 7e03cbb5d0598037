import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Background fetches and background tasks: what apps asked of them.
final class FetchPart: SimulatedPart {
    /// nil while none did.
    private var watch: FetchWatch?
    /// The app hasn't asked it before, nor said something else under its number.
    private var isNew = false

    func comes(_ event: Event, _ device: SimulatedDevice) {
        guard case .fetching(let asked) = event else { return }
        guard let (app, _, request) = asked.speaker else {
            isNew = true
            return
        }
        isNew = device.device.inspect { $0.lastRequest(of: app).map { request > $0 } ?? false }
    }

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        switch event {
        case .fetching, .clockChanged: if watch == nil { watch = FetchWatch(device) }
        case _: break
        }
        watch?.note(event, reaction, device, isNew: isNew)
    }

    func sends(_ message: MessageToApp, to key: ProcessKey, _ device: SimulatedDevice) {
        if case .ack(let request) = message { watch?.acknowledged(request, to: key, device) }
    }

    func powerFails(_ device: SimulatedDevice) { watch?.powerFails() }

    func goOn(
        from machine: SystemMachine, _ facts: [Fact], journalUpTo last: UInt64?,
        _ device: SimulatedDevice
    ) {
        watch?.goOn(from: machine, facts, device)
    }
}

/// The system finds it a good moment for a fetch, at the word of a tool.
struct FetchStep: StepBody {
    var place: Int

    var app: Int? { place }
    var isRequest: Bool { true }
    func perform(on device: SimulatedDevice) {
        device.ask { .fetch(device.apps[place].id, $0) }
    }
}

extension Invariant {
    public static let fetchesAsAsked = Self(
        "what is planned of fetches and tasks was asked for, isn't barred, and keeps its budget")
}
