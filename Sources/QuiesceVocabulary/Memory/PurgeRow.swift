/// A row of `quiesce purge`: who goes, in order.
// derive: json sorted
public struct PurgeRow: Sendable, Hashable {
    public var id: String
    public var state: String
    public var bytes: UInt64
    /// The behaviour that puts it at its place: `M1` or `M2`.
    public var rule: String

    public init(id: String, state: String, bytes: UInt64, rule: String) {
        self.id = id
        self.state = state
        self.bytes = bytes
        self.rule = rule
    }
}
