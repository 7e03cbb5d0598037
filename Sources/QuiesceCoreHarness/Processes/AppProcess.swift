import QuiesceCore

/// One app's process.
public struct AppProcess {
    /// The app that it is of.
    public let app: AppID
    /// The life of the app that it is.
    public let launch: Launch
    /// Its number in the kernel.
    public let pid: Int32
    /// The kernel froze it.
    package var frozen = false
    /// Freezing was asked for, with this number.
    package var freezing: UInt64?
    /// The daemon can hear it, and be heard.
    package var connected = false
    /// The number of the last call that it received.
    package var lastReceived: UInt64 = 0
    /// The number of the last call that it handled.
    package var lastHandled: UInt64 = 0
    /// The number of its last request.
    package var lastRequest: UInt64 = 0
    /// A call that never returns holds its main thread.
    package var stuck = false
    /// When its main thread can handle the next call.
    package var busyUntil = Instant.zero
    /// The call in which it spends its time.
    var inCall: UInt64 = 0
    /// The tasks that it has begun and not ended.
    package var openTasks: [TaskID] = []
    /// Requests that nobody has acknowledged.
    package var outbox: [(request: UInt64, event: Event)] = []
    /// Actions that fell due while it was frozen.
    var held: [Agenda.Action] = []
    /// Until when it was told that it may run in the background.
    package var backgroundTime: AwakeInstant?
    /// It was told that no task can be begun.
    package var isBackgroundTimeOver = false
    /// The device, as it was told.
    package var device = DeviceConditions()
    /// Its permissions, as it was told.
    package var permissions = AppPermissions()

    init(app: AppID, launch: Launch, pid: Int32) {
        self.app = app
        self.launch = launch
        self.pid = pid
    }
}
