// What is asked of transfers, by apps and by the user.

// derive: cases
public enum TransferOwner: Sendable, Hashable, Comparable {
    case app(AppID)
    /// `quiesce get`
    case user
}

// derive: json
public enum TransferKind: String, Sendable, Hashable, CaseIterable {
    case download, upload, data
}

/// The part of a session's configuration that decides when its tasks run (X9).
// derive: json
public struct SessionSettings: Sendable, Hashable {
    /// Its app is launched and woken for its events (X6).
    public var sendsLaunchEvents = true
    public var isDiscretionary = false
    public var allowsCellular = true
    public var connectionsPerHost = 4
    /// From a task's first resume until it fails.
    public var resourceTimeout = Interval.seconds(604_800)

    public init() {}
}

/// A task as it is made: suspended (X1).
// derive: json
public struct NewTransfer: Sendable, Hashable {
    public var session: String
    /// The app's number, unique within the session for all time.
    public var task: UInt64
    public var kind: TransferKind
    /// `https://host:port`: limits and retries are per origin. Nothing secret is in it.
    public var origin: String
    /// The request, with all that is secret; the shell has stored it.
    public var request: PayloadHandle
    /// 0…100, of which 50 is usual.
    public var priority = 50
    public var earliestBegin: WallTime?
    public var description: String?
    /// Goes on from the bytes that a cancelled transfer of the same owner left: that transfer becomes
    /// this task, and keeps its number.
    public var resumes: TransferID?

    public init(
        session: String, task: UInt64, kind: TransferKind, origin: String, request: PayloadHandle
    ) {
        self.session = session
        self.task = task
        self.kind = kind
        self.origin = origin
        self.request = request
    }
}

// derive: cases
public enum TransferCommand: Sendable, Hashable {
    case resume, suspend
    case cancel(keepingBytes: Bool)
    case setPriority(Int)
    case setEarliestBegin(WallTime?)
    case setDescription(String?)
    /// Its owner wants it now: if it is paused it goes on, and what waits after a failure is tried. `insists`:
    /// also where its server asked for peace. `timeout`: the time for the whole, from now.
    case hurry(insists: Bool, timeout: Interval?)
}
