/// The decisions that are remembered for `why`: the newest, and the newest of those that ended or
/// refused something, which the others must not push out.
///
/// It is part of the state, so a journal has it, and a new daemon knows what the last one did.
struct History: Sendable, Hashable {
    /// The newest but for refusals, oldest first.
    private(set) var recent: [Decision] = []
    private(set) var refusals: [Decision] = []
    /// How launches ended, as far as `recent` has it no more.
    private var older: [Decision] = []

    mutating func append(_ decision: Decision) {
        if decision.kind == .refuse {
            if refusals.count >= Limits.refusalsPerApp { refusals.removeFirst() }
            return refusals.append(decision)
        }
        // A process that SIGKILL doesn't end is killed again and again.
        if decision.reason == .killRetried, let last = recent.last, last.reason == .killRetried,
            last.launch == decision.launch
        {
            recent.removeLast()
        }
        if recent.count >= Limits.decisionsPerApp { keep(recent.removeFirst()) }
        recent.append(decision)
    }

    /// Takes over how the launches of a removed app ended, each at its place.
    mutating func add(endingsOf removed: History) {
        let all = (recent + removed.endings).sorted { $0.seq < $1.seq }
        recent = Array(all.suffix(Limits.decisionsPerApp))
        for decision in all.dropLast(recent.count) where decision.endsLaunch(after: older) {
            older.append(decision)
        }
        older = Array(older.sorted { $0.seq < $1.seq }.suffix(Limits.endingsPerApp))
    }

    private mutating func keep(_ decision: Decision) {
        guard decision.endsLaunch(after: older) else { return }
        if older.count >= Limits.endingsPerApp { older.removeFirst() }
        older.append(decision)
    }

    /// How launches ended, oldest first.
    var endings: [Decision] {
        recent.reduce(into: older) { found, decision in
            if decision.endsLaunch(after: found) { found.append(decision) }
        }
    }

    /// The decisions that led to the present state, oldest first.
    var chain: [Decision] {
        guard let first = recent.first, !refusals.isEmpty else { return recent + refusals }
        return (recent + refusals.filter { $0.seq > first.seq }).sorted { $0.seq < $1.seq }
    }

    /// Those about `app`.
    func about(_ app: AppID) -> History {
        var history = self
        history.recent.removeAll { $0.app != app }
        history.refusals.removeAll { $0.app != app }
        history.older.removeAll { $0.app != app }
        return history
    }
}

extension Decision {
    /// Whether it tells how a launch ended, and no kill of that launch among `known` does already.
    func endsLaunch(after known: [Decision]) -> Bool {
        switch kind {
        case .kill: return true
        case .transition:
            return to == .notRunning
                && !known.contains { $0.kind == .kill && $0.app == app && $0.launch == launch }
        case .input, .task, .deliver, .merge, .wake, .refuse, .transfer, .notification, .push:
            return false
        }
    }
}

extension History: WrittenAs {
    var written: [Decision] { (older + recent + refusals).sorted { $0.seq < $1.seq } }

    init(written all: [Decision]) {
        refusals = all.filter { $0.kind == .refuse }
        let rest = all.filter { $0.kind != .refuse }
        // Nothing older is kept while there is room for more.
        recent = Array(rest.suffix(Limits.decisionsPerApp))
        older = Array(rest.dropLast(recent.count))
    }
}
