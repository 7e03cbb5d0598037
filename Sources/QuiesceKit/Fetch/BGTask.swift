import Foundation
import Synchronization

/// Work that the app was woken for, until it says that it is done. From any thread.
// Unchecked, as it has subclasses: all that it holds is constant, and what changes is in the mutex.
public class BGTask: @unchecked Sendable {
    /// The identifier with which the request was submitted.
    public let identifier: String
    private let queue: DispatchQueue
    private let complete: @Sendable (UIBackgroundFetchResult) -> Void
    private let onExpiration = Mutex<(@Sendable () -> Void)?>(nil)

    required init(
        _ identifier: String, on queue: DispatchQueue,
        complete: @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        self.identifier = identifier
        self.queue = queue
        self.complete = complete
    }

    /// Called once, on the queue of the launch handler, when the time is nearly over: it should see
    /// to it that `setTaskCompleted(success:)` is called soon, or the app is ended (F5). Without it
    /// the task is completed, without success, at that moment.
    @preconcurrency public var expirationHandler: (@Sendable () -> Void)? {
        get { onExpiration.withLock { $0 } }
        set { onExpiration.withLock { $0 = newValue } }
    }

    /// The work is done; the app may be suspended. Calls after the first have no effect. An app
    /// that never calls it is ended (F5).
    public func setTaskCompleted(success: Bool) {
        onExpiration.withLock { $0 = nil }
        complete(success ? .newData : .failed)
    }

    func expire() {
        let handler = onExpiration.withLock { handler in
            defer { handler = nil }
            return handler
        }
        if let handler { queue.async(execute: handler) } else { setTaskCompleted(success: false) }
    }
}

/// The task of a `BGAppRefreshTaskRequest`.
public final class BGAppRefreshTask: BGTask, @unchecked Sendable {}

/// The task of a `BGProcessingTaskRequest`.
public final class BGProcessingTask: BGTask, @unchecked Sendable {}
