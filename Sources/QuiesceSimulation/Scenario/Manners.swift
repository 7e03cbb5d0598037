import QuiesceCore

/// How an app answers what it is told. As made, it obeys.
public struct Manners: Sendable, Hashable, Codable {
    /// Milliseconds that each callback takes.
    public var callTakes: Int64 = 1
    /// Callbacks that never return.
    public var ignores: [String] = []
    /// Callbacks that it crashes in.
    public var diesIn: [String] = []
    /// Milliseconds until it calls a completion handler; nil: never.
    public var completesAfter: Int64? = 100
    public var completesTwice = false
    public var endsTasksWhenExpired = true
    public var exitsWhenTerminated = true
    public var connects = true
    public var canBeStarted = true
    /// A process in an uninterruptible wait isn't killed before it leaves it.
    public var canBeKilled = true
    /// What it says to a completion handler; nil: new data.
    public var result: WakeResult?
    /// Background tasks that it begins in callbacks; nil: none.
    public var habits: [Habit]?

    public init() {}

    /// Whether nothing may ever be held against it.
    var obeys: Bool {
        callTakes <= 10 && ignores.isEmpty && diesIn.isEmpty && (completesAfter ?? .max) <= 1000
            && endsTasksWhenExpired && exitsWhenTerminated && connects
    }
}

/// A background task that an app begins, and ends by itself.
public struct Work: Sendable, Hashable, Codable {
    public var name: String?
    /// Milliseconds from its beginning until the app ends it; nil: never.
    public var lasts: Int64?

    public init(name: String? = nil, lasts: Int64?) {
        self.name = name
        self.lasts = lasts
    }
}

/// What an app does whenever a callback has run.
public struct Habit: Sendable, Hashable, Codable {
    /// The callback: `didEnterBackground` …
    public var call: String
    public var work: Work

    public init(call: String, work: Work) {
        self.call = call
        self.work = work
    }
}
