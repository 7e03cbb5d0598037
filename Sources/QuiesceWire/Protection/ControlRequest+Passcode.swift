extension ControlRequest {
    /// The passcode, which goes no further than the daemon's shell.
    // derive: tag=type
    public enum Passcode: Sendable, Hashable {
        /// With the passcode, which goes no further than the daemon's shell.
        case unlockWith(passcode: String)
        /// `old`: the present one, where one is set.
        // json: _0=passcode
        case setPasscode(String, old: String?)
        case clearPasscode(old: String)
    }
}
