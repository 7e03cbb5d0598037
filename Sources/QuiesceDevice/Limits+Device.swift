import QuiesceCore

/// The bounds of what the device takes from apps, each with its reason.
extension Limits {
    /// Messages that an app may send in a burst: every task it may have, begun and ended, twice.
    static let messageBurst = 4_000
    /// Bytes of scenes that are held, of all apps together: those of the apps that are gone back and
    /// forth between.
    static let shownBytes = 32 * 1024 * 1024
    /// Messages a second that an app may keep up.
    static let messagesPerSecond = 1_000
}
