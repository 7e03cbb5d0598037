extension ControlRequest {
    /// The passcode, which goes no further than the daemon's shell.
    // derive: tag=type
    public enum Passcode: Sendable, Hashable {
        /// With the passcode, which goes no further than the daemon's shell.
        case unlockWith(passcode: String)
        /// A key of the lock screen's keypad: a digit, `delete`, or `ok`, which tries the digits
        /// that were typed. They are kept until then, or until the device locks or sleeps.
        case pressKey(key: String)
        /// `old`: the present one, where one is set.
        // json: _0=passcode
        case setPasscode(String, old: String?)
        case clearPasscode(old: String)
    }
}
