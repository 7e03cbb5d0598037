extension ControlRequest {
    /// Hosted programs that are thawed by schedule (Y1).
    // derive: tag=type
    public enum Thaw: Sendable, Hashable {
        /// `ThawRow`s.
        case thaws
        /// `schedule`: `every 10m for 20s`; nil: its Info.plist's counts again. The user's switch
        /// `scheduledThaw` is set to authorized with it.
        case setThaw(app: String, schedule: String?)
    }
}
