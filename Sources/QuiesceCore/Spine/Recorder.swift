/// Collects what comes of one event, each thing for its phase. It is no part of the state: two are
/// never told apart.
struct Recorder: Sendable, Hashable {
    var effects: [Effect] = []
    private var changes: [Change] = []
    var promises: [Promise] = []
    private var decisions: [Decision] = []
    /// Wake-ups that have their verdicts.
    var finishedWakes: [FinishedWake] = []
    var lastDecision: UInt64 = 0
    private(set) var now = Moment.zero

    /// For no event.
    init() {}

    mutating func begin(lastDecision: UInt64, at now: Moment) {
        self.lastDecision = lastDecision
        self.now = now
        effects.reserveCapacity(Self.usual)
    }

    /// As many of each kind as most events have.
    private static let usual = 4

    mutating func record(_ change: FactChange) { note(.record(change)) }
    mutating func dropPayload(_ handle: PayloadHandle) { note(.dropPayload(handle)) }

    private mutating func note(_ change: Change) {
        if changes.isEmpty { changes.reserveCapacity(Self.usual) }
        changes.append(change)
    }

    /// Drops the payloads of finished wake-ups of which no push is known.
    mutating func dropUnknownPayloads() {
        for finished in finishedWakes {
            if let payload = finished.payload { dropPayload(payload) }
        }
    }

    mutating func decide(
        _ kind: Decision.Kind, _ reason: Reason, _ rule: Rule?, detail: Detail? = nil,
        app: AppID? = nil, launch: Launch? = nil, from: AppState? = nil, to: AppState? = nil
    ) -> Decision {
        lastDecision &+= 1
        let decision = Decision(
            seq: lastDecision, time: now.wall, app: app, launch: launch, kind: kind, from: from,
            to: to, reason: reason, rule: rule, detail: detail)
        if decisions.isEmpty { decisions.reserveCapacity(Self.usual) }
        decisions.append(decision)
        return decision
    }

    /// Hands over all that there is; nothing is left. Each list moves by itself, as a copy of all
    /// would be counted up and down again.
    mutating func take() -> Reaction {
        var reaction = Reaction()
        swap(&reaction.effects, &effects)
        swap(&reaction.changes, &changes)
        swap(&reaction.promises, &promises)
        swap(&reaction.decisions, &decisions)
        finishedWakes.removeAll(keepingCapacity: true)
        return reaction
    }

    static func == (a: Self, b: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}
