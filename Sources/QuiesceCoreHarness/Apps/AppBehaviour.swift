import QuiesceCore

/// How an app behaves, and the kernel with its process. As made, both obey at once.
public struct AppBehaviour {
    /// The errno with which execve fails; nil: it succeeds.
    package var spawnError: Int32?
    /// It connects to the daemon.
    package var connects = true
    /// Calls from which it never returns, by their names in the log.
    package var ignores: Set<String> = []
    /// How long it takes for a call, by the call's name.
    package var slow: [String: Interval] = [:]
    /// The calls in which it dies, by their names, and how.
    package var dies: [String: ExitStatus] = [:]
    /// How long after its handler was called it completes a wake-up; nil: never.
    package var completesAfter: Interval? = .zero
    /// The result that it then tells.
    package var result = WakeResult.newData
    /// Bytes that the machine receives during a wake-up; nil: nobody knows.
    package var received: UInt64?
    /// Sessions that it makes when it is launched.
    package var sessions: [String] = []
    /// It says that it has handled verdicts on its transfers.
    package var handlesVerdicts = true
    /// It ends tasks and wake-ups whose time is over.
    package var endsTasksWhenExpired = true
    /// It exits once it was told that it will be terminated.
    package var exitsWhenTerminated = true
    /// How long the kernel takes to freeze it; nil: for ever.
    public var freezesAfter: Interval? = .zero
    /// The kernel can kill it.
    package var diesWhenKilled = true
    /// How long it takes from SIGKILL to its end.
    public var dyingTakes = Interval.zero

    /// The behaviour of an app that obeys.
    public init() {}
}

extension CoreHarness {
    /// The behaviour of `app`.
    package final func behaviour(of app: AppID) -> AppBehaviour {
        behaviours[app] ?? defaultBehaviour
    }
}
