import QuiesceCore

/// The decider that is told what happens on a device and asked what to fetch: the scheduler, and
/// tests' own.
protocol FetchDeciding {
    mutating func opened(_ app: AppID, at: LocalTime)
    mutating func closed(_ app: AppID, at: LocalTime)
    mutating func screen(on: Bool, at: LocalTime)
    mutating func fetched(_ app: AppID, at: LocalTime)
    mutating func due(at: LocalTime, among apps: [AppID]) -> FetchPlan
}

extension FetchScheduler: FetchDeciding {
    mutating func due(at time: LocalTime, among apps: [AppID]) -> FetchPlan {
        due(at: time, among: apps, allowed: nil)
    }
}

/// An owner's life, told to a decider as it happens, and the fetches that it asks for.
///
/// It is told of nothing before its time. It is asked after what happens in a second and at the
/// moment that it asked for itself; at lead 0 also between the screen and the opens of one second,
/// as a fetch may serve an open of its own second then, if it was decided without knowing of it. A
/// fetch beyond the budget is not made, nor one of an app that hasn't been opened yet.
struct Replay<Decider: FetchDeciding> {
    private let setting: FetchSetting
    private let events: [Event]
    private let end: WallSeconds
    private(set) var decider: Decider
    private var known: [AppID] = []
    private var places: [AppID: Int] = [:]
    /// For each app, the day of its last fetch and how many there were on it.
    private var used: [(day: Int64, count: Int)]
    /// For each of the owner's apps.
    private(set) var fetches: [AppFetches]
    /// Fetches that were asked for beyond the budget or of unknown apps: a decider's mistakes.
    private(set) var refused = 0

    init(_ owner: Owner, _ setting: FetchSetting, of decider: Decider) {
        self.setting = setting
        self.decider = decider
        end = Day.start(owner.days.upperBound + 1)
        events = Event.all(of: owner)
        used = owner.apps.map { _ in (.min, 0) }
        fetches = owner.apps.map { _ in AppFetches() }
    }

    mutating func run() {
        var rest = events[...]
        var asked: WallSeconds?
        while let now = [rest.first?.time, asked].compactMap({ $0 }).min(), now < end {
            var isAsked = asked == now
            while let event = rest.first, event.time == now, !event.kind.isOpen {
                rest.removeFirst()
                tell(event)
                isAsked = true
            }
            let opens = rest.prefix { $0.time == now }
            if setting.lead == 0, isAsked, !opens.isEmpty { asked = ask(now, knowsOpens: false) }
            for open in opens { tell(open) }
            rest = rest.dropFirst(opens.count)
            asked = ask(now, knowsOpens: !opens.isEmpty)
        }
    }

    private mutating func tell(_ event: Event) {
        let time = LocalTime(seconds: event.time)
        switch event.kind {
        case .screen(let on): decider.screen(on: on, at: time)
        case .closed(let app): decider.closed(Self.id(app), at: time)
        case .opened(let app):
            let id = Self.id(app)
            if places[id] == nil {
                places[id] = app
                known.append(id)
            }
            decider.opened(id, at: time)
        }
    }

    private mutating func ask(_ now: WallSeconds, knowsOpens: Bool) -> WallSeconds? {
        let time = LocalTime(seconds: now)
        let plan = decider.due(at: time, among: known)
        for fetch in plan.fetches {
            guard let place = places[fetch.app], mayFetch(place, now) else {
                refused += 1
                continue
            }
            decider.fetched(fetch.app, at: time)
            fetches[place].add(at: now, setting, knowsOpens: knowsOpens)
        }
        // A decider that asks for a moment that is over gets the next.
        return plan.next.map { max($0.seconds, now + 1) }
    }

    private mutating func mayFetch(_ place: Int, _ now: WallSeconds) -> Bool {
        if used[place].day != Day.of(now) { used[place] = (Day.of(now), 0) }
        guard used[place].count < setting.budget else { return false }
        used[place].count += 1
        return true
    }

    /// A trace's names need not be bundle identifiers.
    private static func id(_ app: Int) -> AppID {
        guard let id = AppID("app.\(app)") else { preconditionFailure("a number makes an id") }
        return id
    }
}

extension Replay {
    private struct Event {
        /// Within a second an app closes before the screen goes off, and it comes on before one
        /// opens.
        enum Kind: Hashable {
            case closed(Int)
            case screen(on: Bool)
            case opened(Int)

            var isOpen: Bool { if case .opened = self { true } else { false } }
        }

        var time: WallSeconds
        var kind: Kind

        static func all(of owner: Owner) -> [Event] {
            var events: [Event] = []
            for (index, app) in owner.apps.enumerated() {
                for use in app.uses {
                    events.append(Event(time: use.start, kind: .opened(index)))
                    events.append(
                        Event(time: max(use.end, use.start + 1), kind: .closed(index)))
                }
            }
            for use in owner.screen {
                events.append(Event(time: use.start, kind: .screen(on: true)))
                events.append(Event(time: use.end, kind: .screen(on: false)))
            }
            return events.sorted { $0.order < $1.order }
        }

        private var order: (WallSeconds, Int, Int) {
            switch kind {
            case .closed(let app): (time, 0, app)
            case .screen(on: false): (time, 1, 0)
            case .screen(on: true): (time, 2, 0)
            case .opened(let app): (time, 3, app)
            }
        }
    }
}
