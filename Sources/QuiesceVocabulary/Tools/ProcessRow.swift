/// A row of `quiesce ps`.
// derive: json sorted
public struct ProcessRow: Sendable, Hashable {
    public var id: String
    /// `notRunning`, `inactive`, `active`, `background` or `suspended` (S1)
    public var state: String
    public var pid: Int?
    public var launch: UInt64
    /// ISO 8601 with milliseconds.
    public var since: String
    public var reason: String
    /// Background tasks open now.
    public var tasks: Int
    public var memoryBytes: Int?
    /// True: in front, and leaves the user's input unanswered (H3).
    public var unresponsive: Bool?
    /// True: its process is being ended, and an app that is opened now is started once it has.
    public var ending: Bool?
    /// In the switcher alone: where the app's last screen is kept, and since when (P2).
    public var snapshot: String?
    public var snapshotTaken: String?

    public init(
        id: String, state: String, pid: Int?, launch: UInt64, since: String, reason: String,
        tasks: Int, memoryBytes: Int?
    ) {
        self.id = id
        self.state = state
        self.pid = pid
        self.launch = launch
        self.since = since
        self.reason = reason
        self.tasks = tasks
        self.memoryBytes = memoryBytes
    }
}
