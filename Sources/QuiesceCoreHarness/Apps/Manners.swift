import QuiesceCore

/// How an app behaves, and the kernel with its process. As made, both obey at once.
public struct Manners {
    /// Why no process can be made of it.
    package var spawnError: Int32?
    package var connects = true
    /// Calls from which it never returns, by their names in the log.
    package var ignores: Set<String> = []
    /// How long it takes for a call.
    package var slow: [String: Interval] = [:]
    /// The call in which it dies, and how.
    package var dies: [String: ExitStatus] = [:]
    /// How long after its handler was called it completes a wake-up; nil: never.
    package var completesAfter: Interval? = .zero
    package var result = WakeResult.newData
    /// What the machine received meanwhile; nil: nobody knows.
    package var received: UInt64?
    /// Sessions that it makes when it is launched.
    package var sessions: [String] = []
    /// Whether it says that it has handled verdicts.
    package var handlesVerdicts = true
    package var endsTasksWhenExpired = true
    package var exitsWhenTerminated = true
    /// How long the kernel takes to freeze it; nil: for ever.
    public var freezesAfter: Interval? = .zero
    package var diesWhenKilled = true
    /// From SIGKILL to its end.
    public var dyingTakes = Interval.zero

    public init() {}
}

extension CoreHarness {
    package final func manners(of app: AppID) -> Manners { manners[app] ?? usualManners }
}
