// The views of motion for tools.

/// A row of `quiesce send motion`: an app that has asked for a sensor, and whether it was given the
/// sample.
// derive: json sorted
public struct MotionRow: Sendable, Hashable {
    public var app: String
    public var sensor: MotionSensor
    /// Milliseconds between the samples that it asked for.
    public var interval: Double
    public var heard: Bool
    /// Why not: `suspended`, `notRunning` … as `quiesce ps` has it, or `tooSoon`; a stable word.
    public var reason: String?
    /// One line for a person.
    public var detail: String

    public init(
        app: String, sensor: MotionSensor, interval: Double, heard: Bool, reason: String? = nil,
        detail: String
    ) {
        self.app = app
        self.sensor = sensor
        self.interval = interval
        self.heard = heard
        self.reason = reason
        self.detail = detail
    }
}
