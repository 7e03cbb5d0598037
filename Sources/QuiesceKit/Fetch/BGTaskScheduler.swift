import Foundation
import QuiesceWire
import Synchronization

/// Has the app woken for work of its own, at moments that the system finds good. From any thread.
///
/// Handlers are registered before `didFinishLaunching` returns, in each launch; requests outlive
/// launches, until their task is begun.
public final class BGTaskScheduler: Sendable {
    /// Requests of an app that may be pending, as iOS has it.
    static let pendingRefreshes = 1
    static let pendingProcessings = 10

    private struct Registration {
        let queue: DispatchQueue
        let handler: @Sendable (BGTask) -> Void
    }

    private struct State {
        var registered: [String: Registration] = [:]
        var isLaunched = false
        /// Requests whose tasks aren't begun: as the daemon told at the last welcome, and as the
        /// app has asked since.
        var pending: [String: BackgroundTaskRequest] = [:]
        var running: [UInt64: BGTask] = [:]
        /// Continued tasks that haven't begun.
        var continued: [ContinuedTask] = []

        mutating func apply(_ request: FetchRequest) {
            switch request {
            case .submit(let task): pending[task.identifier] = task
            case .cancel(let identifier?): pending[identifier] = nil
            case .cancel(nil): pending = [:]
            case .setMinimumInterval: break
            }
        }
    }

    private static let newest = Mutex<BGTaskScheduler?>(nil)

    /// The scheduler of the app that was created last; one process has one app for life, except in
    /// a test.
    static var current: BGTaskScheduler? {
        get { newest.withLock { $0 } }
        set { newest.withLock { $0 = newValue } }
    }

    /// The app's.
    public static var shared: BGTaskScheduler {
        guard let current else {
            fatalError("BGTaskScheduler.shared is there once UIApplicationMain was called")
        }
        return current
    }

    let link: DaemonLink
    private let permits = TaskPermits.current
    private let state = Mutex(State())

    init(_ link: DaemonLink) { self.link = link }

    /// Says what is to be called for a task.
    ///
    /// - Parameters:
    ///   - queue: where; nil: one of the system's. Under `QuiesceTesting`: the main queue.
    ///   - launchHandler: gets a `BGAppRefreshTask`, a `BGProcessingTask` or a
    ///     `BGContinuedProcessingTask`, as was asked for.
    /// After the launch, and for an identifier that has a handler, it ends the app with the reason
    /// on stderr, as iOS does by an exception; handlers of continued tasks may come at any time.
    ///
    /// - Returns: false, with the reason on stderr, if Info.plist doesn't permit the identifier.
    @preconcurrency @discardableResult public func register(
        forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
        launchHandler: @escaping @Sendable (BGTask) -> Void
    ) -> Bool {
        if let problem = permits.problem(with: identifier) {
            note("no handler for the task \(identifier): \(problem)")
            return false
        }
        let mistake = state.withLock { state -> String? in
            if state.isLaunched, !permits.isContinued(identifier) {
                return "register it before didFinishLaunching returns"
            }
            if state.registered[identifier] != nil { return "it has one already" }
            state.registered[identifier] = Registration(
                queue: queue ?? Self.systemQueue, handler: launchHandler)
            return nil
        }
        if let mistake { AppFault.happened("no handler for the task \(identifier): \(mistake)") }
        return mistake == nil
    }

    /// Asks for a task, in the place of one of the same identifier.
    ///
    /// `requestRefusedNotification` tells of a request that the device can't keep after all.
    ///
    /// - Throws: `BGTaskScheduler.Error`.
    public func submit(_ taskRequest: BGTaskRequest) throws {
        if let problem = permits.problem(with: taskRequest.identifier) {
            throw Error(.notPermitted, problem)
        }
        if let continued = taskRequest as? BGContinuedProcessingTaskRequest {
            return try submit(continued)
        }
        let task = taskRequest.onTheWire
        if let problem = permits.problem(withKind: task.kind) {
            throw Error(.notPermitted, problem)
        }
        guard link.read({ $0.refreshesInBackground }) else {
            throw Error(.unavailable, "the user has switched background refresh off")
        }
        let most =
            switch task.kind {
            case .appRefresh: Self.pendingRefreshes
            case .processing: Self.pendingProcessings
            }
        let isTaken = state.withLock { state in
            let others = state.pending.values.count {
                $0.kind == task.kind && $0.identifier != task.identifier
            }
            guard others < most else { return false }
            state.pending[task.identifier] = task
            return true
        }
        guard isTaken else {
            throw Error(.tooManyPendingTaskRequests, "\(most) of its kind are pending already")
        }
        link.change { $0.ask(.submit(task)) }
    }

    /// Takes a request back; a task that has begun goes on. No such request is no error.
    public func cancel(taskRequestWithIdentifier identifier: String) {
        guard TaskPermits.identifierBytes.contains(identifier.utf8.count) else { return }
        ask(.cancel(identifier: identifier))
    }

    /// Takes back every request that waits (F2). From any thread.
    public func cancelAllTaskRequests() {
        ask(.cancel(identifier: nil))
    }

    private func ask(_ request: FetchRequest) {
        state.withLock { $0.apply(request) }
        link.change { $0.ask(request) }
        if case .cancel(let identifier) = request { cancelContinued(identifier) }
    }

    /// Passes the requests that the app has made, in this launch or in an earlier one, and whose
    /// tasks aren't begun yet.
    ///
    /// - Parameter completionHandler: called on the main queue.
    @preconcurrency public func getPendingTaskRequests(
        completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void
    ) {
        let make = pendingTasks
        DispatchQueue.main.async { completionHandler(make()) }
    }

    /// Returns the requests that the app has made, in this launch or in an earlier one, and whose
    /// tasks aren't begun yet.
    public func pendingTaskRequests() async -> sending [BGTaskRequest] {
        pendingTasks()
    }

    /// Makes them where they are wanted, as they are no values.
    private var pendingTasks: @Sendable () -> [BGTaskRequest] {
        let (tasks, continued) = state.withLock {
            ($0.pending.values.sorted { $0.identifier < $1.identifier }, $0.continued)
        }
        return {
            tasks.map(BGTaskRequest.make)
                + continued.map {
                    BGContinuedProcessingTaskRequest(
                        identifier: $0.identifier, title: $0.title, subtitle: $0.subtitle)
                }
        }
    }

    // A test's virtual device sees what runs on the main queue only.
    private static var systemQueue: DispatchQueue {
        AppTime.source is MachineTime ? .global(qos: .utility) : .main
    }
}

// Messages from the daemon.
extension BGTaskScheduler {
    /// Takes the daemon's list of pending requests. The daemon may not have recorded the last
    /// requests when it sent this list.
    func welcomed(_ tasks: [BackgroundTaskRequest]?) {
        let unacknowledged = link.read { $0.unacknowledgedFetches }
        state.withLock { state in
            state.pending = [:]
            for request in (tasks ?? []).map(FetchRequest.submit) + unacknowledged {
                state.apply(request)
            }
        }
    }

    /// It isn't pending after all.
    ///
    /// - Returns: the request; one that the app has forgotten only has its identifier.
    func refused(_ identifier: String) -> BGTaskRequest {
        let task = state.withLock { $0.pending.removeValue(forKey: identifier) }
        return BGTaskRequest.make(
            task ?? BackgroundTaskRequest(kind: .appRefresh, identifier: identifier))
    }

    /// No handlers can be registered any more.
    func launched() { state.withLock { $0.isLaunched = true } }

    /// Begins a task. `complete` may be called more than once, and from any thread.
    func run(
        _ identifier: String, _ kind: BackgroundTaskKind, _ wake: UInt64,
        _ complete: @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        state.withLock { $0.pending[identifier] = nil }
        let type: BGTask.Type =
            switch kind {
            case .appRefresh: BGAppRefreshTask.self
            case .processing: BGProcessingTask.self
            }
        begin(type, of: identifier) { [weak self] result in
            self?.state.withLock { _ = $0.running.removeValue(forKey: wake) }
            complete(result)
        } before: { task in
            state.withLock { $0.running[wake] = task }
        }
    }

    /// Has the handler called that was registered for the identifier, or for one that stands for
    /// it. Where there is none, the task has failed.
    func begin<Task: BGTask>(
        _ type: Task.Type, of identifier: String,
        completion: @escaping @Sendable (UIBackgroundFetchResult) -> Void,
        before: (Task) -> Void
    ) {
        let registration = state.withLock { state in
            state.registered[identifier]
                ?? state.registered.first {
                    ContinuedTask.permits(identifier, by: [$0.key])
                }?.value
        }
        guard let registration else {
            note("no handler is registered for the task \(identifier): it has failed")
            return completion(.failed)
        }
        let task = type.init(identifier, on: registration.queue, complete: completion)
        before(task)
        registration.queue.async { registration.handler(task) }
    }

    /// Whether continued tasks wait, as `pendingTaskRequests` has them.
    func setContinued(_ tasks: [ContinuedTask]) { state.withLock { $0.continued = tasks } }

    /// The time of a task is nearly over.
    func expire(_ wake: UInt64) { state.withLock { $0.running[wake] }?.expire() }
}

extension AppSession {
    /// F8, as the app was last told.
    fileprivate var refreshesInBackground: Bool {
        device.backgroundRefresh ?? true
            && permissions["backgroundRefresh"] ?? "authorized"
                == "authorized"
    }
}

extension BGTaskScheduler: AppRoom {
    convenience init(of link: DaemonLink) { self.init(link) }
    func welcomed(_ welcome: MessageToApp.Welcome) { welcomed(welcome.pendingTasks) }
}

extension UIApplication {
    var backgroundTasks: BGTaskScheduler { room() }
}
