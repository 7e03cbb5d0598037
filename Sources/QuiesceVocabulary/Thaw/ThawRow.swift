/// A row of `quiesce thaw`: a hosted program that has a schedule (Y1).
// derive: json sorted
public struct ThawRow: Sendable, Hashable {
    public var app: String
    /// `every 10m for 20s`
    public var schedule: String
    /// `user` or `Info.plist`: the one that says so.
    public var by: String
    /// The user's switch `scheduledThaw`.
    public var allowed: Bool
    /// When it is next thawed, if it stays suspended: ISO 8601 with milliseconds; nil: it isn't
    /// suspended, or the switch is off.
    public var next: String?

    public init(app: String, schedule: String, by: String, allowed: Bool, next: String?) {
        self.app = app
        self.schedule = schedule
        self.by = by
        self.allowed = allowed
        self.next = next
    }
}
