/// Collects what comes of one event, each thing for its phase. It is no part of the state: two are
/// never told apart.
struct Recorder: Sendable, Hashable {
    var effects: [Effect] = []
    private(set) var changes: [Change] = []
    var promises: [Promise] = []
    var decisions: [Decision] = []
    /// Wake-ups that have their verdicts.
    var finishedWakes: [FinishedWake] = []
    var lastDecision: UInt64 = 0
    private(set) var now = Moment.zero

    /// For no event.
    init() {}

    mutating func begin(lastDecision: UInt64, at now: Moment) {
        self.lastDecision = lastDecision
        self.now = now
        // As many as most events have.
        effects.reserveCapacity(4)
    }

    mutating func record(_ change: FactChange) { changes.append(.record(change)) }
    mutating func dropPayload(_ handle: PayloadHandle) { changes.append(.dropPayload(handle)) }

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
        decisions.append(decision)
        return decision
    }

    static func == (a: Self, b: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}
