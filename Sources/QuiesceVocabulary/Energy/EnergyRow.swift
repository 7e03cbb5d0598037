/// A row of `quiesce energy`: what an app's fetches have cost (F7). Energy is an estimate, by the
/// profile's model.
// derive: json sorted
public struct EnergyRow: Sendable, Hashable {
    public var app: String
    /// Joules, of all that follows together.
    public var joules: Double
    /// Background fetches and background tasks.
    public var fetches: Int
    /// Seconds of a core.
    public var cpu: Double
    /// Bytes that came in.
    public var received: UInt64
    /// Seconds for which a cellular radio was on.
    public var radio: Double
    /// When the first was charged: ISO 8601 with milliseconds.
    public var since: String

    public init(
        app: String, joules: Double, fetches: Int, cpu: Double, received: UInt64, radio: Double,
        since: String
    ) {
        self.app = app
        self.joules = joules
        self.fetches = fetches
        self.cpu = cpu
        self.received = received
        self.radio = radio
        self.since = since
    }
}
