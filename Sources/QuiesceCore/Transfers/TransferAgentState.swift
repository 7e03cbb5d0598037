/// The transfer agent's process, as the core knows it.
// derive: json
struct TransferAgent: Sendable, Hashable {
    // derive: json
    enum Life: String, Sendable, Hashable {
        case none, starting, ready
    }

    var life = Life.none
    /// Ends in a row, without anything received between them.
    var deaths = 0
    /// Not started again before.
    var retryAt: Instant?

    /// On time: all transfers wait for it.
    var window: InstantWindow? { retryAt.map { InstantWindow(at: $0) } }
}

/// A server that fails, or asked to be left in peace: no transfer of anybody's tries it before.
// derive: json
struct TransferHost: Sendable, Hashable {
    /// In a row, of all transfers to it.
    var failures = 0
    var until: Instant?
    /// When it may be tried at the latest; nil: at `until`.
    var latest: Instant?
    /// By Retry-After: another network changes nothing about it.
    var isAsked = false
    /// The failure of the server, the last time.
    var failure: TransferFailure?

    var window: InstantWindow? {
        get { until.map { InstantWindow(earliest: $0, latest: latest ?? $0) } }
        set { (until, latest) = (newValue?.earliest, newValue?.latest) }
    }
}
