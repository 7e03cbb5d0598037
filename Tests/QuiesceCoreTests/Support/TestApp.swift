@testable import QuiesceCore

/// Testing has one, too.
typealias ExitStatus = QuiesceCore.ExitStatus

/// How an app behaves.
struct Manners {
    var spawnError: Int32?
    var connects = true
    /// Calls from which it never returns, by their names in the log.
    var ignores: Set<String> = []
    /// How long it takes for a call.
    var slow: [String: Interval] = [:]
    /// The call in which it dies, and how.
    var dies: [String: ExitStatus] = [:]
    /// How long after its handler was called it completes a wake-up; nil: never.
    var completesAfter: Interval? = .zero
    var result = WakeResult.newData
    /// What the machine received meanwhile; nil: nobody knows.
    var received: UInt64?
    /// Sessions that it makes when it is launched.
    var sessions: [String] = []
    /// Which verdicts it says it has handled.
    var handlesVerdicts = true
    var endsTasksWhenExpired = true
    var exitsWhenTerminated = true
    /// How long the kernel takes to freeze it; nil: for ever.
    var freezesAfter: Interval? = .zero
    var diesWhenKilled = true

    /// Calls from which it never returns.
    static func ignoring(_ calls: String...) -> Manners {
        var manners = Manners()
        manners.ignores = Set(calls)
        return manners
    }
}

/// One app's process as the test plays it.
struct TestProcess {
    let app: AppID
    let launch: Launch
    let pid: Int32
    var arguments: [String]
    /// The kernel froze it.
    var frozen = false
    /// Freezing was asked for.
    var freezing: UInt64?
    var connected = false
    var lastReceived: UInt64 = 0
    var lastHandled: UInt64 = 0
    var lastRequest: UInt64 = 0
    /// A call that never returns holds its main thread.
    var stuck = false
    var busyUntil = Instant.zero
    /// The call in which it spends its time.
    var inCall: UInt64 = 0
    var openTasks: [TaskID] = []
    /// Requests that nobody has acknowledged.
    var outbox: [(request: UInt64, event: Event)] = []
    /// What it would have done while frozen.
    var held: [TestDevice.Action] = []
    var backgroundTime: AwakeInstant?
    /// It was told that no task can be begun.
    var isBackgroundTimeOver = false
    /// What it knows of the device.
    var device = DeviceConditions()
    /// What it knows of what it may do.
    var permissions = AppPermissions()
}

extension AppID {
    init(literal: String) {
        guard let id = AppID(literal) else { preconditionFailure(literal) }
        self = id
    }
}

extension AppManifest {
    static func test(
        _ id: AppID, modes: [BackgroundMode] = [.fetch, .remoteNotification],
        exitsOnSuspend: Bool = false, builtFor: Int? = nil, version: String = "1.0",
        groups: [String] = []
    ) -> AppManifest {
        AppManifest(
            id: id, name: id.name, version: version, executable: id.name, backgroundModes: modes,
            exitsOnSuspend: exitsOnSuspend, builtForMajorVersion: builtFor, groups: groups)
    }
}

let appA = AppID(literal: "A")
let appB = AppID(literal: "B")
