import QuiesceCore

/// The results that must come out the same when the daemon dies on the way: the facts whenever
/// everything has come to rest, and the end of each thing of which no fact is left then.
struct DurableOutcome {
    /// Everything rested, before a step.
    struct Rest {
        /// nil: at the end.
        var step: Int?
        var story: Int
        var facts: [DurableName: [Fact]] = [:]
        /// The state outside of the daemon: at the gateway, in containers, on the screen.
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
    private(set) var names = DurableNames()
    /// Stored facts that a device didn't know after it restarted.
    var unrestored: DurableDifference?
    /// The story under way.
    var story = 0

    // MARK: How things end

    mutating func note(_ reaction: Reaction, _ device: SimulatedDevice) {
        for case .record(.put(let fact)) in reaction.changes { names.note(fact, device) }
        for decision in reaction.decisions where decision.kind == .wake {
            guard case .wakeResult(let wake, _, _) = decision.detail else { continue }
            end("wake/\(wake)", names[wake], decision.reason.rawValue, device)
        }
        for part in device.parts.all { part.noteEndings(of: reaction, in: &self, device) }
    }

    mutating func end(
        _ key: String?, _ name: DurableName, _ words: String, _ device: SimulatedDevice
    ) {
        if let key, !ended.insert(key).inserted { return }
        endings.append(
            Ending(key: key, seq: device.lastSeq, story: story, name: name, words: words))
    }

    /// Endings that came of later events are forgotten, and come about again.
    mutating func goOn(from seq: UInt64) {
        for ending in endings where ending.seq > seq {
            if let key = ending.key { ended.remove(key) }
        }
        endings.removeAll { $0.seq > seq }
    }

    // MARK: What there is

    mutating func rests(before step: Int?, _ device: SimulatedDevice) {
        var rest = Rest(step: step, story: story)
        for fact in device.machine.facts
        where DurableKind.compared.contains(fact.durableKind) {
            rest.facts[fact.name(names), default: []].append(fact)
        }
        for part in device.parts.all { part.describe(&rest, names, device) }
        rests.append(rest)
    }
}
