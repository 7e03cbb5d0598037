/// A background task that an app begins, and ends by itself.
// derive: json
public struct Work: Sendable, Hashable {
    public var name: String?
    /// Milliseconds from its beginning until the app ends it; nil: never.
    public var lasts: Int64?

    public init(name: String? = nil, lasts: Int64?) {
        self.name = name
        self.lasts = lasts
    }
}

/// The work that an app does whenever it runs a callback.
// derive: json
public struct Habit: Sendable, Hashable {
    /// The callback: `didEnterBackground` …
    public var call: String
    public var work: Work

    public init(call: String, work: Work) {
        self.call = call
        self.work = work
    }
}
