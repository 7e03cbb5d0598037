import QuiesceCore

/// One app's process.
public struct AppProcess {
    public let app: AppID
    public let launch: Launch
    public let pid: Int32
    package var arguments: [String]
    /// The kernel froze it.
    package var frozen = false
    /// Freezing was asked for, with this number.
    package var freezing: UInt64?
    package var connected = false
    package var lastReceived: UInt64 = 0
    package var lastHandled: UInt64 = 0
    package var lastRequest: UInt64 = 0
    /// A call that never returns holds its main thread.
    package var stuck = false
    package var busyUntil = Instant.zero
    /// The call in which it spends its time.
    var inCall: UInt64 = 0
    package var openTasks: [TaskID] = []
    /// Requests that nobody has acknowledged.
    package var outbox: [(request: UInt64, event: Event)] = []
    /// What it would have done while frozen.
    var held: [Agenda.Action] = []
    /// Until when it was told that it may run in the background.
    package var backgroundTime: AwakeInstant?
    /// It was told that no task can be begun.
    package var isBackgroundTimeOver = false
    /// What it knows of the device.
    package var device = DeviceConditions()
    /// What it knows of what it may do.
    package var permissions = AppPermissions()

    init(app: AppID, launch: Launch, pid: Int32, arguments: [String]) {
        self.app = app
        self.launch = launch
        self.pid = pid
        self.arguments = arguments
    }
}
