import QuiesceCore

/// What must come out the same when the daemon dies on the way: the facts whenever everything has come
/// to rest, and the end of each thing of which no fact is left then.
struct DurableOutcome {
    /// Everything rested, before a step.
    struct Rest {
        /// nil: at the end.
        var step: Int?
        var story: Int
        var facts: [DurableName: [Fact]] = [:]
        /// What is outside of the daemon: at the gateway, in containers, on the screen.
        var world: Set<String> = []
        var screen: Set<String> = []
    }

    struct Ending {
        /// Unique in the run; nil: each counts.
        var key: String?
        /// The event that it came of.
        var seq: UInt64
        var story: Int
        var name: DurableName
        var words: String
    }

    var rests: [Rest] = []
    var endings: [Ending] = []
    private var ended: Set<String> = []
    private var names = DurableNames()
    /// What a device that restarted didn't know of what was stored.
    var unrestored: DurableDifference?
    /// The story under way.
    var story = 0

    // MARK: How things end

    mutating func note(_ reaction: Reaction, _ device: SimulatedDevice) {
        var isOfPushes = false
        for effect in reaction.effects {
            switch effect {
            case .record(.put(let fact)):
                names.note(fact, device)
                if case .transfer(let transfer) = fact { note(transfer, device) }
                if case .pushes = fact { isOfPushes = true }
            case .record(.delete(let key)): isOfPushes = isOfPushes || key.hasPrefix("push/")
            case _: break
            }
        }
        for decision in reaction.decisions { note(decision, device) }
        guard isOfPushes else { return }
        for receipt in device.machine.pushReceipts where receipt.outcome.isVerdict {
            end("push/\(receipt.id)", names.name(of: receipt), receipt.outcome.words, device)
        }
    }

    private mutating func note(_ transfer: Transfer, _ device: SimulatedDevice) {
        guard case .ended(let outcome) = transfer.stage else { return }
        let file = device.placed[transfer.id].map { ", \($0.body)" } ?? ""
        end(
            "transfer/\(transfer.id)/\(transfer.task)", names[transfer.id],
            "\(outcome.comparable)\(file)", device)
    }

    private mutating func note(_ decision: Decision, _ device: SimulatedDevice) {
        let reason = decision.reason
        switch (decision.kind, decision.detail) {
        case (.wake, .wakeResult(let wake, _, _)):
            end("wake/\(wake)", names[wake], reason.rawValue, device)
        case (.notification, .notificationFired(let id, _, _, _)),
            (.notification, .notification(let id, _)):
            end(nil, names[id], reason.rawValue, device)
        case _: break
        }
    }

    private mutating func end(
        _ key: String?, _ name: DurableName, _ words: String, _ device: SimulatedDevice
    ) {
        if let key, !ended.insert(key).inserted { return }
        endings.append(
            Ending(key: key, seq: device.lastSeq, story: story, name: name, words: words))
    }

    /// What came of later events is forgotten, and comes about again.
    mutating func goOn(from seq: UInt64) {
        for ending in endings where ending.seq > seq {
            if let key = ending.key { ended.remove(key) }
        }
        endings.removeAll { $0.seq > seq }
    }

    // MARK: What there is

    mutating func rests(before step: Int?, _ device: SimulatedDevice) {
        var rest = Rest(step: step, story: story)
        for fact in device.machine.facts {
            rest.facts[names.name(of: fact), default: []].append(fact)
        }
        for id in device.desktop.shown.keys { rest.screen.insert(Rest.onScreen(names[id])) }
        for id in device.placed.keys { rest.world.insert("in a container: \(names[id])") }
        for app in device.gateway.tokens.keys { rest.world.insert("with a token: \(app)") }
        for stored in device.gateway.queue {
            rest.world.insert("at the gateway: push-\(stored.sequence)")
        }
        rests.append(rest)
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
