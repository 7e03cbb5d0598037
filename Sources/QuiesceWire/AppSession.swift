/// The app's end of its conversation with the daemon: what the app has said to the daemon and heard
/// from it, apart from any connection: it outlives the connections, so that a lost one is re-made
/// without the app noticing. It performs no I/O.
package struct AppSession {
    /// Why `beginTask` was refused.
    package struct Refusal: Error {
        package let reason: String
    }

    private struct OpenTask {
        var onExpiration: (@MainActor @Sendable () -> Void)?
    }

    /// The daemon may suspend the app as soon as it hears of one: no code runs after that.
    private enum Ending {
        case task(UInt64)
        case wake(UInt64, WakeResult)
        case continued(UInt64, success: Bool)
    }

    private var lastReceived: UInt64 = 0
    private var lastHandled: UInt64 = 0
    package private(set) var lastRequest: UInt64 = 0
    private var lastTask: UInt64 = 0
    private var openTasks: [UInt64: OpenTask] = [:]
    private var openWakes: Set<UInt64> = []
    private var openContinued: Set<UInt64> = []
    private var endings: [(number: UInt64, ending: Ending)] = []
    private var lastEnding: UInt64 = 0
    /// Requests that no `ack` has covered yet.
    private(set) var outbox = Queue<(id: UInt64, message: MessageFromApp)>()
    /// Messages that are still to be sent over the present connection.
    private var unsent = Queue<MessageFromApp>()
    /// The scene that the app shows; nil: none so far, or one that the daemon refused.
    private var scene: Scene?
    /// The daemon has said welcome on the present connection. Before it nothing but `hello` is
    /// sent.
    package private(set) var isWelcomed = false

    /// Which launch of the app this is; nil before the first welcome.
    package private(set) var launch: UInt64?
    /// O2. True until the daemon says otherwise.
    package private(set) var multitaskingSupported = true
    /// The app ends unless it adopts scenes (O5).
    package private(set) var scenesRequired = false
    /// Continued tasks that may run at once on the device; 0: there are none (F10).
    package private(set) var continuedTasks = 0
    /// As the app was last told.
    package var device = MessageToApp.DeviceState()
    /// The app has asked for the thermal state in this launch.
    package var hasAskedThermalState = false
    /// Until the daemon says otherwise, as many as it takes in a hello: an app that had more before
    /// its first hello would never be let in.
    private var openTasksLimit = 1_000
    /// The permissions that the user gives the app, as it was last told.
    package var permissions: [String: String] = [:]
    /// Pushes reach it (R1), as it was last told.
    package var isRegisteredForPushes = false
    /// When background time ends (CLOCK_MONOTONIC, nanoseconds); nil: without limit.
    package var backgroundDeadline: Int64?
    package var inBackground = false
    /// No task can be begun before the app comes to the foreground (T1).
    package var isBackgroundTimeOver = false
    /// applicationWillTerminate was called: no task can be begun any more (W3).
    package var isTerminating = false

    package init() {}
}

// The app's requests.
extension AppSession {
    package mutating func beginTask(
        name: String?, onExpiration: (@MainActor @Sendable () -> Void)?
    ) -> Result<UInt64, Refusal> {
        if isTerminating { return .failure(Refusal(reason: "the app is terminating (W3)")) }
        if !multitaskingSupported {
            return .failure(Refusal(reason: "this device has no multitasking (O2)"))
        }
        if isBackgroundTimeOver, openTasks.isEmpty {
            return .failure(Refusal(reason: "its background time is used up (T3)"))
        }
        // To the daemon those that have ended are open until it hears so.
        if openTasks.count + endedTasks.count >= openTasksLimit { releaseEndings() }
        if openTasks.count >= openTasksLimit {
            return .failure(Refusal(reason: "\(openTasksLimit) are open already (T1)"))
        }
        lastTask += 1
        let task = lastTask
        openTasks[task] = OpenTask(onExpiration: onExpiration)
        request { .beginTask(request: $0, task: task, name: name) }
        return .success(task)
    }

    /// The expiration handler of a task that is still open; it is given out once.
    package mutating func takeExpirationHandler(of task: UInt64) -> (
        @MainActor @Sendable () -> Void
    )? {
        let handler = openTasks[task]?.onExpiration
        openTasks[task]?.onExpiration = nil
        return handler
    }

    package mutating func wakeBegan(_ wake: UInt64) {
        openWakes.insert(wake)
    }

    /// A continued task began (F10).
    package mutating func continuedBegan(_ id: UInt64) { openContinued.insert(id) }

    /// The answer is a `permission` call.
    package mutating func requestPermission(_ permission: String) {
        request { .requestPermission(request: $0, permission: permission) }
    }

    /// Shows a scene. It is sent after the messages before it, and once more over each new
    /// connection; the daemon acknowledges no scene.
    package mutating func show(_ scene: Scene) {
        self.scene = scene
        guard isWelcomed else { return }
        // The one before is of no use any more, unless something depends on it.
        if case .scene = unsent.last { unsent.removeLast() }
        unsent.append(.scene(scene))
    }

    /// The daemon wouldn't have what the app shows, and nor will the next.
    package mutating func sceneWasRefused() { scene = nil }

    /// Adds a request, which is sent again over each new connection until the daemon has
    /// acknowledged it.
    mutating func request(_ message: (UInt64) -> MessageFromApp) {
        lastRequest += 1
        let message = message(lastRequest)
        outbox.append((lastRequest, message))
        if isWelcomed { unsent.append(message) }
    }
}

// Endings of the app's time. The session holds them back, so that the app's other requests of the
// same turn go first.
extension AppSession {
    /// - Returns: the ending's number, for `release`; nil when no such task is open (T7).
    package mutating func endTask(_ task: UInt64) -> UInt64? {
        guard openTasks.removeValue(forKey: task) != nil else { return nil }
        return hold(.task(task))
    }

    /// - Returns: the ending's number, for `release`; nil when the wake-up was completed before.
    package mutating func completeWake(_ wake: UInt64, result: WakeResult) -> UInt64? {
        guard openWakes.remove(wake) != nil else { return nil }
        return hold(.wake(wake, result))
    }

    /// - Returns: the ending's number, for `release`; nil when that continued task was completed
    ///   before.
    package mutating func completeContinued(_ id: UInt64, success: Bool) -> UInt64? {
        guard openContinued.remove(id) != nil else { return nil }
        return hold(.continued(id, success: success))
    }

    private mutating func hold(_ ending: Ending) -> UInt64 {
        lastEnding += 1
        endings.append((lastEnding, ending))
        return lastEnding
    }

    /// The turn in which the app asked for that ending is over: the daemon may hear of it. One that
    /// was released before is harmless.
    package mutating func release(_ number: UInt64) {
        guard let at = endings.firstIndex(where: { $0.number == number }) else { return }
        say(endings.remove(at: at).ending)
    }

    package mutating func releaseEndings() {
        for (_, ending) in endings { say(ending) }
        endings = []
    }

    private mutating func say(_ ending: Ending) {
        switch ending {
        case .task(let task): request { .endTask(request: $0, task: task) }
        case .wake(let wake, let result):
            request { .completeWake(request: $0, wake: wake, result: result) }
        case .continued(let id, let success): ask(.complete(id: id, success: success))
        }
    }

    package var heldEndings: Int { endings.count }

    private var endedTasks: [UInt64] {
        endings.compactMap { if case .task(let task) = $0.ending { task } else { nil } }
    }
}

// The daemon's messages.
extension AppSession {
    /// - Returns: whether the delivery's callback is to be run; one that was handled before is
    ///   only answered again.
    package mutating func receive(_ delivery: MessageToApp.Delivery) -> Bool {
        if delivery.seq <= lastReceived {
            if isWelcomed { unsent.append(.handled(seq: delivery.seq)) }
            return false
        }
        lastReceived = delivery.seq
        if case .willEnterForeground = delivery.call { isBackgroundTimeOver = false }
        return true
    }

    /// The callback of delivery `seq` has returned. What it requested is sent before this.
    package mutating func handled(_ seq: UInt64) {
        lastHandled = seq
        if isWelcomed { unsent.append(.handled(seq: seq)) }
    }

    package mutating func acknowledged(_ request: UInt64) {
        while let oldest = outbox.first, oldest.id <= request { outbox.removeFirst() }
    }

    /// The daemon has everything that the app has ever asked.
    package var isAcknowledged: Bool { outbox.first == nil && endings.isEmpty }

    package mutating func welcomed(_ welcome: MessageToApp.Welcome) {
        launch = welcome.launch
        multitaskingSupported = welcome.multitaskingSupported
        scenesRequired = welcome.scenesRequired ?? false
        continuedTasks = welcome.continuedTasks ?? 0
        openTasksLimit = welcome.openTasksLimit
        device = welcome.device
        permissions = welcome.permissions ?? [:]
        acknowledged(welcome.lastRequest)
        isRegisteredForPushes =
            welcome.registeredForPushes == true && unacknowledgedPushRequest != .unregister
        isWelcomed = true
        // First what is seen: a request may end the app's time to say more.
        unsent = Queue((scene.map { [.scene($0)] } ?? []) + outbox.all.map(\.message))
    }
}

// The connection.
extension AppSession {
    /// Makes `hello` the first message on a new connection.
    package mutating func connected() {
        unsent = Queue([
            .hello(
                .init(
                    lastReceived: lastReceived, lastHandled: lastHandled,
                    openTasks: (openTasks.keys + endedTasks).sorted(), outbox: outbox.count))
        ])
    }

    package mutating func disconnected() {
        isWelcomed = false
        unsent = Queue()
    }

    package var nextToSend: MessageFromApp? { unsent.first }

    package mutating func sentNext() {
        unsent.removeFirst()
    }

    /// The next message to be sent now, over a connection that takes everything.
    package mutating func takeNextToSend() -> MessageFromApp? {
        defer { if unsent.first != nil { unsent.removeFirst() } }
        return unsent.first
    }
}
