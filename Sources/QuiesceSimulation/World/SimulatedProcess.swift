import QuiesceCore

/// One app's process, with the SDK's session in it.
struct SimulatedProcess {
    let launch: Launch
    let pid: Int32
    var connected = false
    var frozen = false
    /// The freeze that is under way.
    var freezing: UInt64?
    var lastReceived: UInt64 = 0
    var lastHandled: UInt64 = 0
    var lastRequest: UInt64 = 0
    var lastTask: UInt64 = 0
    var openTasks: [UInt64] = []
    /// Requests that no acknowledgement has covered yet.
    var outbox: [(number: UInt64, request: SimulatedRequest)] = []
    /// What lies in its socket.
    var inbox: [Delivery] = []
    /// The call that its main thread is in.
    var inCall: Delivery?
    /// Its main thread never returns from that call.
    var isStuck = false
    /// It has done nothing that may be held against it.
    var obeys: Bool
    /// SIGKILL waits until the kernel lets it.
    var isDoomed = false
    /// What it was about to do when it was frozen.
    var held: [Agenda.Item] = []
    /// Since when it has been able to run out of sight, and until when anything may let it.
    var overstaysAt: AwakeInstant?

    mutating func acknowledge(_ request: UInt64) { outbox.removeAll { $0.number <= request } }
}

/// What an app asks of the daemon.
enum SimulatedRequest {
    case begin(UInt64, name: String?)
    case end(UInt64)
    case completed(WakeID, WakeResult)

    func event(_ app: AppID, _ launch: Launch, _ number: UInt64) -> Event {
        switch self {
        case .begin(let task, let name):
            .beginTask(app, launch, request: number, TaskID(task), name: name)
        case .end(let task): .endTask(app, launch, request: number, TaskID(task))
        case .completed(let wake, let result):
            .completeWake(app, launch, request: number, wake, result)
        }
    }
}
