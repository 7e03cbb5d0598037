import Foundation
import FoundationNetworking
import QuiesceKit
import QuiesceWire
import Synchronization

/// Transfers that the system carries out while the app runs, is suspended, or has no process (X1,
/// X2), with the names of `URLSession`. From any thread.
///
/// ```swift
/// let session = BackgroundURLSession(
///     configuration: .background(withIdentifier: "episodes"), delegate: self, delegateQueue: nil)
/// session.downloadTask(with: url).resume()
/// ```
///
/// A session is kept, with its delegate, until it is invalidated. The next launch makes it again,
/// with the same identifier, and finds its tasks there.
public final class BackgroundURLSession: Sendable {
    /// The configuration that a session is made with.
    public typealias Configuration = BackgroundURLSessionConfiguration

    typealias TasksHandler = @Sendable ([BackgroundURLSessionTask]) -> Void

    struct State {
        var delegate: (any BackgroundURLSessionDelegate)?
        /// Those whose verdict the delegate doesn't know yet, by number.
        var tasks: [UInt64: BackgroundURLSessionTask] = [:]
        /// Those whose verdict has come in this launch.
        var judged: Set<UInt64> = []
        /// The daemon has said which tasks there were.
        var isListed = false
        /// Callbacks that came before the list.
        var early: [TransferCallback] = []
        /// To be called then.
        var waiting: [TasksHandler] = []
        /// No further tasks.
        var isClosing = false
        /// The delegate has been, or is just being, told its last.
        var isInvalid = false
    }

    /// Where the delegate is called: serially, whatever the queue is like.
    public let delegateQueue: OperationQueue
    let name: String
    let transfers: BackgroundTransfers
    let calls: DelegateCalls
    let bodies: UploadBodies
    let state: Mutex<State>
    let kept: Mutex<BackgroundURLSessionConfiguration>
    package let daemonConfiguration: SessionConfiguration

    /// Makes a session, or one of an earlier launch again.
    ///
    /// - Parameters:
    ///   - delegate: Kept until the session is invalidated.
    ///   - delegateQueue: nil: a serial one of the session's own.
    ///
    /// Where there is a valid session of this identifier in the process, this one is invalid: its
    /// delegate is told so, and its tasks fail (X8). The process must have an application.
    public init(
        configuration: BackgroundURLSessionConfiguration,
        delegate: (any BackgroundURLSessionDelegate)? = nil, delegateQueue: OperationQueue? = nil
    ) {
        guard let transfers = BackgroundTransfers.current else {
            fatalError(
                "BackgroundURLSession: there is no application; call UIApplicationMain first")
        }
        let copy = configuration.copy()
        var known = SessionSettings()
        known.sendsLaunchEvents = copy.sessionSendsLaunchEvents
        known.isDiscretionary = copy.isDiscretionary
        known.allowsCellularAccess = copy.allowsCellularAccess
        known.connectionsPerHost = max(1, min(copy.httpMaximumConnectionsPerHost, 1_000))
        known.resourceTimeout = copy.timeoutIntervalForResource.seconds(or: known.resourceTimeout)
        name = copy.identifier ?? ""
        daemonConfiguration = SessionConfiguration(identifier: name, settings: known)
        self.transfers = transfers
        let queue = delegateQueue ?? Self.ownQueue(transfers)
        self.delegateQueue = queue
        calls = DelegateCalls(on: queue)
        bodies = UploadBodies(session: name, container: transfers.container)
        state = Mutex(State(delegate: delegate))
        kept = Mutex(copy)
        if !Self.isName(name) {
            refuse(.badIdentifier)
        } else if !transfers.open(self) {
            refuse(.identifierInUse(name))
        }
    }

    /// Whether the daemon takes `name` for a session's.
    private static func isName(_ name: String) -> Bool {
        (1...256).contains(name.utf8.count) && !name.utf8.contains { $0 < 0x20 || $0 == 0x7f }
    }

    private func refuse(_ error: BackgroundURLSessionError) {
        note(error.localizedDescription)
        invalidate(error)
    }

    private static func ownQueue(_ transfers: BackgroundTransfers) -> OperationQueue {
        if transfers.isVirtual { return .main }
        let queue = OperationQueue()
        queue.name = "BackgroundURLSession"
        queue.maxConcurrentOperationCount = 1
        return queue
    }

    /// nil once the session is invalid.
    public var delegate: (any BackgroundURLSessionDelegate)? { state.withLock { $0.delegate } }

    /// A copy.
    public var configuration: BackgroundURLSessionConfiguration { kept.withLock { $0.copy() } }
}

// Which tasks there are.
extension BackgroundURLSession {
    /// Gives all tasks whose delegate hasn't been told their end, those of earlier launches
    /// included.
    ///
    /// - Parameter completionHandler: Called on the delegate's queue, once the daemon has answered.
    @preconcurrency public func getAllTasks(
        completionHandler: @escaping @Sendable ([BackgroundURLSessionTask]) -> Void
    ) {
        let waits = state.withLock { state in
            guard !state.isListed, !state.isInvalid else { return false }
            state.waiting.append(completionHandler)
            return true
        }
        if !waits { calls.append { completionHandler(self.tasks) } }
    }

    /// As `getAllTasks`.
    public var allTasks: [BackgroundURLSessionTask] {
        get async {
            await withCheckedContinuation { done in
                getAllTasks { done.resume(returning: $0) }
            }
        }
    }

    /// As `getAllTasks`, by kind.
    @preconcurrency public func getTasksWithCompletionHandler(
        _ completionHandler:
            @escaping @Sendable (
                [BackgroundURLSessionDataTask], [BackgroundURLSessionUploadTask],
                [BackgroundURLSessionDownloadTask]
            ) -> Void
    ) {
        getAllTasks { tasks in
            let uploads = tasks.compactMap { $0 as? BackgroundURLSessionUploadTask }
            let data = tasks.filter { $0.kind == .data }.compactMap {
                $0 as? BackgroundURLSessionDataTask
            }
            completionHandler(
                data, uploads, tasks.compactMap { $0 as? BackgroundURLSessionDownloadTask })
        }
    }

    /// In the order in which they were made.
    var tasks: [BackgroundURLSessionTask] {
        state.withLock { $0.tasks.values.sorted { $0.number < $1.number } }
    }
}

// Its end.
extension BackgroundURLSession {
    /// Lets the tasks that there are come to their end, takes no further ones, and then lets go of
    /// the delegate.
    public func finishTasksAndInvalidate() { close(cancelling: false) }

    /// Cancels all tasks, and lets go of the delegate once it has been told so.
    public func invalidateAndCancel() { close(cancelling: true) }

    private func close(cancelling: Bool) {
        let unknown = state.withLock { state -> [BackgroundURLSessionTask]? in
            guard !state.isInvalid, !state.isClosing || cancelling else { return nil }
            state.isClosing = true
            return state.tasks.values.filter { $0.values.withLock { $0.failure != nil } }
        }
        guard let unknown else { return }
        transfers.ask(.closeSession(session: name, cancelling: cancelling))
        if cancelling { for task in unknown { task.cancel() } }
        invalidateIfDone()
    }

    func invalidateIfDone() {
        let isDone = state.withLock { state in
            state.isClosing && state.isListed && state.tasks.isEmpty && !state.isInvalid
        }
        guard isDone else { return }
        if invalidate(nil) { transfers.close(name) }
    }

    @discardableResult private func invalidate(_ error: BackgroundURLSessionError?) -> Bool {
        let isFirst = state.withLock { state in
            defer { state.isInvalid = true }
            return !state.isInvalid
        }
        guard isFirst else { return false }
        calls.append {
            let delegate = self.state.withLock { state in
                defer { state.delegate = nil }
                return state.delegate
            }
            // The daemon tells nothing of a name that is another session's.
            if error == nil { self.tellEndOfEvents(to: delegate) }
            delegate?.urlSession(self, didBecomeInvalidWithError: error)
        }
        return true
    }
}
