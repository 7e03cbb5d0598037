import QuiesceCore
import QuiesceShell

/// Pushes: the gateway, the line to it, and what became of each.
final class PushPart: SimulatedPart {
    var gateway = SimulatedGateway()
    /// The greatest sequence that came over a line, which the push agent remembers as long as the
    /// daemon lives.
    var agentHad: UInt64 = 0
    /// Turns the greatest sequence that the device has into the one that the gateway is told.
    var says: (UInt64) -> UInt64 = { $0 }
    var backoff = PushBackoff()
    /// nil while there were none but tools' silent ones.
    var watch: PushWatch?

    func connect(_ ports: inout Ports, of device: SimulatedDevice) {
        ports.pushes = device.pushPort
    }

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        if watch == nil, event.isOfPushes { watch = PushWatch() }
        watch?.note(event, reaction, device)
    }

    func shutsDown(_ device: SimulatedDevice) { device.stopPushes() }
    func daemonEnded(_ device: SimulatedDevice) { gateway.endLine() }

    func goOn(
        from machine: SystemMachine, _ facts: [Fact], journalUpTo last: UInt64?,
        _ device: SimulatedDevice
    ) {
        watch?.goOn(from: machine, facts, device)
    }

    func tookOver(_ device: SimulatedDevice) { device.takeOverPushes() }

    func calm(_ device: SimulatedDevice) { device.calmGateway() }
    func checkSettled(_ device: SimulatedDevice) { watch?.checkSettled(device) }

    func noteEndings(
        of reaction: Reaction, in outcome: inout DurableOutcome, _ device: SimulatedDevice
    ) {
        let isOfPushes = reaction.changes.contains { change in
            switch change {
            case .record(.put(.pushes)): true
            case .record(.delete(let key)): key.hasPrefix("push/")
            case _: false
            }
        }
        guard isOfPushes else { return }
        for receipt in device.machine.pushReceipts where receipt.outcome.isVerdict {
            outcome.end(
                "push/\(receipt.id)", outcome.names.name(of: receipt), receipt.outcome.words, device
            )
        }
    }

    func describe(
        _ rest: inout DurableOutcome.Rest, _ names: DurableNames, _ device: SimulatedDevice
    ) {
        for address in gateway.tokens.keys {
            rest.world.insert("with a token: \(address.topic)")
        }
        for stored in gateway.queue { rest.world.insert("at the gateway: push-\(stored.sequence)") }
    }
}

extension SimulatedDevice {
    var pushes: PushPart { parts.pushes }
}

extension Event {
    /// More comes of it than a wake-up.
    fileprivate var isOfPushes: Bool {
        switch self {
        case .pushService: true
        case .push(let push, _): !push.isPlain
        case _: false
        }
    }
}

extension PushReceipt.Outcome {
    /// Without numbers.
    fileprivate var words: String {
        switch self {
        case .shown: "shown"
        case .told: "told"
        case .woke(_, let result): "woke it, \(result?.rawValue ?? "so far")"
        case .held, .heldByCrash: "held"
        case .merged: "merged"
        case .dropped(let reason): "dropped, \(reason.rawValue)"
        }
    }
}

extension Invariant {
    public static let pushesArriveOnce = Self("no push is lost, and each comes to one end")
    public static let pushOrder = Self("what a push shows is shown when the profile says")
    public static let pushesAsAllowed = Self("a push wakes nobody who may not be woken")
    public static let callsComeAtOnce = Self(
        "a voip push reaches its app at once, and as what it is")
    public static let pushQuotaKept = Self(
        "silent pushes keep their quota, and one of an app waits at most")
}
