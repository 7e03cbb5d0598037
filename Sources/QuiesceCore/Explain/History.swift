/// The decisions that are remembered for `why`: the newest, and the newest of those that ended or
/// refused something, which the others must not push out.
///
/// It is part of the state, so a journal has it, and a new daemon knows what the last one did.
struct History: Sendable, Hashable {
    /// The newest but for refusals, oldest first.
    private(set) var recent = Newest<Decision>(Limits.decisionsPerApp)
    private(set) var refusals = Newest<Decision>(Limits.refusalsPerApp)
    /// How launches ended, as far as `recent` has it no more.
    private var older = Newest<Decision>(Limits.endingsPerApp)

    mutating func append(_ decision: Decision) {
        if decision.kind == .refuse {
            refusals.append(decision)
            return
        }
        // A process that SIGKILL doesn't end is killed again and again.
        if decision.reason == .killRetried, let last = recent.last, last.reason == .killRetried,
            last.launch == decision.launch
        {
            recent[recent.count - 1] = decision
            return
        }
        if let dropped = recent.append(decision), dropped.endsLaunch(after: older) {
            older.append(dropped)
        }
    }

    /// Takes over how the launches of a removed app ended, each at its place.
    mutating func add(endingsOf removed: History) {
        let all = (recent + removed.endings).sorted { $0.seq < $1.seq }
        recent = Newest(Limits.decisionsPerApp, of: all)
        var ended = Array(older)
        for decision in all.dropLast(recent.count) where decision.endsLaunch(after: ended) {
            ended.append(decision)
        }
        older = Newest(Limits.endingsPerApp, of: ended.sorted { $0.seq < $1.seq })
    }

    /// How launches ended, oldest first.
    var endings: [Decision] {
        recent.reduce(into: Array(older)) { found, decision in
            if decision.endsLaunch(after: found) { found.append(decision) }
        }
    }

    /// The decisions that led to the present state, oldest first.
    var chain: [Decision] {
        guard let first = recent.first, !refusals.isEmpty else { return Array(recent) + refusals }
        return (recent + refusals.filter { $0.seq > first.seq }).sorted { $0.seq < $1.seq }
    }

    /// Those about `app`.
    func about(_ app: AppID) -> History {
        var history = self
        history.recent.keep { $0.app == app }
        history.refusals.keep { $0.app == app }
        history.older.keep { $0.app == app }
        return history
    }
}

extension Decision {
    /// Whether it tells how a launch ended, and no kill of that launch among `known` does already.
    func endsLaunch(after known: some Sequence<Decision>) -> Bool {
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
    var written: [Decision] { (Array(older) + recent + refusals).sorted { $0.seq < $1.seq } }

    init(written all: [Decision]) {
        refusals = Newest(Limits.refusalsPerApp, of: all.filter { $0.kind == .refuse })
        let rest = all.filter { $0.kind != .refuse }
        // Nothing older is kept while there is room for more.
        recent = Newest(Limits.decisionsPerApp, of: rest)
        older = Newest(Limits.endingsPerApp, of: Array(rest.dropLast(recent.count)))
    }
}
