import QuiesceCore

/// The bounds of what the device takes from apps, each with its reason.
extension Limits {
    /// Messages that an app may send in a burst: every task it may have, begun and ended, twice.
    static let messageBurst = 4_000
    /// With those of transfers, of which it may make and resume 10,000 at once.
    static let anyMessageBurst = 24_000
    /// Bytes of scenes that are held, of all apps together: those of the apps that are gone back
    /// and forth between.
    static let shownBytes = 32 * 1024 * 1024
    /// Messages a second that an app may keep up.
    static let messagesPerSecond = 1_000
    /// With those of transfers, two for each: as many as the disk takes, which holds them up.
    static let anyMessagesPerSecond = 10_000
    /// Fetches under way that are measured; of more the oldest aren't. No device has as many apps
    /// that fetch at once.
    static let fetchesMeasured = 256
    /// Bytes of a session's identifier.
    static let sessionNameBytes = 256
    /// Bytes of a task's description: a page of tasks must fit a datagram.
    static let transferTextBytes = 1_024
    /// Bytes of a URL: what servers take, and a datagram with headers besides.
    static let urlBytes = 8_192
    /// Schemes that an app is told of in one message: each of the longest, they fit a datagram.
    static let schemesPerMessage = 512
    /// Domains, likewise.
    static let domainsPerMessage = 128
    /// Bytes of a request with all that belongs to it: the message to the agent is a datagram, too.
    static let transferRequestBytes = 60_000
    /// Bytes of the name of a notification, and of a background task's identifier.
    static let notificationNameBytes = 128
    /// Bytes of a notification as it is stored, with what its app wants to know of it again: as of
    /// a push.
    static let notificationBytes = 4_096
    /// Bytes of an app's categories of notifications: some hundred actions, and few enough to be in
    /// one fact.
    static let notificationCategoriesBytes = 16_384
    /// Notifications whose contents are kept in memory: those of some apps that have as many as
    /// they may.
    static let notificationsRemembered = 1_024
    /// After which pushes that couldn't be stored are asked for again, twice as long each time.
    static let pushBackoff = Interval.seconds(5)
    /// Each time all that waits there comes over the network; ten minutes are short beside what a
    /// full disk lasts.
    static let pushBackoffMost = Interval.seconds(600)
    /// Bytes of one page of a session's tasks, in a datagram with its frame.
    static let sessionPageBytes = 56_000
}
