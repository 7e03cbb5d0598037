import QuiesceCore

/// The results of a run, app by app, gathered while the run goes on: numbers, not the decisions.
public struct RunSummary: Sendable, Hashable {
    public struct App: Sendable, Hashable {
        public let id: AppID
        public let name: String
        /// By what the process was started for.
        public var launches: [Reason: Int] = [:]
        /// Accepted wake-ups, by cause: `fetch`, `push`.
        public var wakes: [String: Int] = [:]
        /// The verdicts on accepted wake-ups.
        public var verdicts: [Reason: Int] = [:]
        /// Processes that the system ended.
        public var kills: [Reason: Int] = [:]
        /// Ends of processes, by reason; those that the system ended are among them.
        public var exits: [Reason: Int] = [:]
        public var refusals: [Reason: Int] = [:]
        /// Calendar time in each state.
        public var time: [AppState: Interval] = [:]
        /// Awake time in which it was allowed to execute while it was in front.
        public var grantedInFront = Interval.zero
        /// … and while it was out of sight.
        public var grantedOutOfSight = Interval.zero
        /// Where it is now.
        public fileprivate(set) var state = AppState.notRunning
        fileprivate var since = Interval.zero
        fileprivate var awakeSince = Interval.zero
    }

    /// In the order given.
    public private(set) var apps: [App]
    public private(set) var events = 0
    public private(set) var decisions = 0
    private var places: [AppID: Int] = [:]
    private var last: Moment
    /// Since the start; unlike the device's clocks, these only grow.
    private var elapsed = Interval.zero
    private var elapsedAwake = Interval.zero

    /// - Parameter start: what happened before it doesn't count.
    public init(apps: [AppManifest], from start: Moment) {
        last = start
        self.apps = apps.map { App(id: $0.id, name: $0.name) }
        for (place, app) in apps.enumerated() { places[app.id] = place }
    }

    public mutating func note(_ now: Moment, _ event: Event, _ reaction: Reaction) {
        advance(to: now)
        events += 1
        decisions += reaction.decisions.count
        // Not every end is decided: after a power cut the core may know of no process at all.
        if case .restarted(_, deviceRestarted: true, _) = event {
            for place in apps.indices { enter(.notRunning, place) }
        }
        for decision in reaction.decisions { note(decision) }
    }

    /// Counts the time up to the end.
    public mutating func finish(at now: Moment) {
        advance(to: now)
        for place in apps.indices { enter(apps[place].state, place) }
    }

    private mutating func advance(to now: Moment) {
        var time = ElapsedTime(from: last)
        time.advance(to: now)
        elapsed = elapsed + time.elapsed
        let awake = now.awake - last.awake
        // A restart of the device set the clock back.
        elapsedAwake = elapsedAwake + (awake < .zero ? time.elapsed : awake)
        last = now
    }

    private mutating func note(_ decision: Decision) {
        guard let place = decision.app.flatMap({ places[$0] }) else { return }
        switch decision.kind {
        case .transition:
            guard let from = decision.from, let to = decision.to, from != to else { return }
            if from == .notRunning { apps[place].launches[decision.reason, default: 0] += 1 }
            if to == .notRunning { apps[place].exits[decision.reason, default: 0] += 1 }
            enter(to, place)
        case .wake:
            switch decision.detail {
            case .wake(_, let cause, _): apps[place].wakes[cause, default: 0] += 1
            case _: apps[place].verdicts[decision.reason, default: 0] += 1
            }
        case .kill:
            if decision.reason != .killRetried {
                apps[place].kills[decision.reason, default: 0] += 1
            }
        case .refuse: apps[place].refusals[decision.reason, default: 0] += 1
        case _: break
        }
    }

    private mutating func enter(_ state: AppState, _ place: Int) {
        var app = apps[place]
        app.time[app.state, default: .zero] =
            (app.time[app.state] ?? .zero) + (elapsed - app.since)
        let awake = elapsedAwake - app.awakeSince
        switch app.state {
        case .inactive, .active: app.grantedInFront = app.grantedInFront + awake
        case .background: app.grantedOutOfSight = app.grantedOutOfSight + awake
        case .notRunning, .suspended: break
        }
        app.state = state
        app.since = elapsed
        app.awakeSince = elapsedAwake
        apps[place] = app
    }
}
