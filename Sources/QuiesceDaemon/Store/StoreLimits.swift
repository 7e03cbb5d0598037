import QuiesceCore

extension Limits {
    /// Submissions that wait for the store's writer. At 0.5 ms per commit and group commit this is
    /// far more than a device makes; more means that the disk stands still.
    public static let pendingSubmissions = 4_096
    /// Bytes of fact values and payloads that wait for the store's writer.
    public static let pendingStoreBytes = 16 << 20
    /// Submissions, and bytes of them, that are on their way to the disk when apps are no longer
    /// read from: half of what the store takes, so that what comes without being asked for has
    /// room.
    static let storeBacklog = pendingSubmissions / 2
    static let storeBacklogBytes = pendingStoreBytes / 2
    /// How long the store's writer waits for more before it commits, about as long as a commit
    /// takes: a short wake-up of an app, from acceptance to its end, then makes one commit instead
    /// of two.
    public static let commitDelayMicroseconds: UInt32 = 500
    /// Bytes of the events in a journal segment after which the next one starts, or as many as the
    /// state before them has, where that is more: what a replay reads.
    public static let journalSegmentBytes = 4 << 20
    /// Bytes of a state that is journalled above which the memory that this took is given back at
    /// once.
    static let smallStateBytes = 256 << 10
    /// Bytes of all journal segments; the oldest are deleted. Some days of a busy device.
    public static let journalTotalBytes = 64 << 20
    /// Events that are journalled after a failed rotation before another is asked for: encoding
    /// the core's state for every event would be worse than a long segment.
    public static let eventsBetweenRotationAttempts = 1_000
    /// The same where the journal has a gap: until it is closed, the successor of a killed daemon
    /// knows only facts, and what comes meanwhile is no use to it.
    public static let eventsBetweenRepairs = 4
}
