import Foundation
import FoundationNetworking
import QuiesceWire
import Synchronization

/// One transfer of a background session, with the names of `URLSessionTask`. It is made suspended,
/// and goes on whatever becomes of the app. From any thread.
// Its properties never change, but for `values`, which is locked; the classes derived from it add
// none.
public class BackgroundURLSessionTask: @unchecked Sendable {
    /// As of Foundation's tasks.
    public typealias State = URLSessionTask.State

    /// The changing values of a task.
    struct Values: Sendable {
        var state = State.suspended
        var priority: Float = 0.5
        var description: String?
        var earliestBegin: Date?
        var currentRequest: URLRequest?
        var response: URLResponse?
        var error: URLError?
        var progress = Progress()
        /// The daemon never hears of it: it fails with this once it is resumed.
        var failure: URLError?
        /// To be called with the resume data.
        var resumeDataHandlers: [@Sendable (Data?) -> Void] = []
        /// Questions that the delegate is answering, or has answered.
        var questions: Set<UInt64> = []
    }

    let session: BackgroundURLSession
    let number: UInt64
    let kind: TransferKind
    let values: Mutex<Values>

    /// As it was made. In a later launch than that, its URL is all that is known of it.
    public let originalRequest: URLRequest?

    static func make(
        _ kind: TransferKind, number: UInt64, request: URLRequest?,
        in session: BackgroundURLSession,
        _ values: Values = Values()
    ) -> BackgroundURLSessionTask {
        let type: BackgroundURLSessionTask.Type =
            switch kind {
            case .download: BackgroundURLSessionDownloadTask.self
            case .upload: BackgroundURLSessionUploadTask.self
            case .data: BackgroundURLSessionDataTask.self
            }
        return type.init(kind, number, request, session, values)
    }

    required init(
        _ kind: TransferKind, _ number: UInt64, _ request: URLRequest?,
        _ session: BackgroundURLSession, _ values: Values
    ) {
        self.session = session
        self.number = number
        self.kind = kind
        originalRequest = request
        var values = values
        values.currentRequest = request
        self.values = Mutex(values)
    }

    /// Unique within the session for all time.
    public var taskIdentifier: Int { Int(truncatingIfNeeded: number) }
    /// The request that was made last, after redirects.
    public var currentRequest: URLRequest? { values.withLock { $0.currentRequest } }
    /// There once the task is done.
    public var response: URLResponse? { values.withLock { $0.response } }
    /// Running, suspended, being cancelled, or over. From any thread.
    public var state: State { values.withLock { $0.state } }
    /// Why it failed; nil while it hasn't.
    public var error: (any Error)? { values.withLock { $0.error } }

    /// Bytes of the response's body so far, those of earlier attempts included.
    public var countOfBytesReceived: Int64 { values.withLock { $0.progress.received } }
    /// -1: nobody knows.
    public var countOfBytesExpectedToReceive: Int64 { values.withLock { $0.progress.expected } }
    /// Bytes of the upload that were sent. From any thread.
    public var countOfBytesSent: Int64 { values.withLock { $0.progress.sent } }
    /// -1: nobody knows.
    public var countOfBytesExpectedToSend: Int64 { values.withLock { $0.progress.expectedToSend } }

    /// The app's own; kept over launches. A long one is cut off.
    public var taskDescription: String? {
        get { values.withLock { $0.description } }
        set {
            let description = newValue.map {
                $0.prefix(utf8: BackgroundSessionRequest.descriptionBytes)
            }
            change {
                $0.description = description
            } by: {
                .setDescription(session: $0, task: $1, description)
            }
        }
    }

    /// 0…1: of tasks that could run, those with a higher one run first.
    public var priority: Float {
        get { values.withLock { $0.priority } }
        set {
            let priority = newValue.isNaN ? 0.5 : min(max(newValue, 0), 1)
            change {
                $0.priority = priority
            } by: {
                .setPriority(session: $0, task: $1, Int((priority * 100).rounded()))
            }
        }
    }

    /// It isn't begun before this moment, by the clock on the wall. Known in the launch that sets
    /// it.
    public var earliestBeginDate: Date? {
        get { values.withLock { $0.earliestBegin } }
        set {
            change {
                $0.earliestBegin = newValue
            } by: {
                .setEarliestBegin(session: $0, task: $1, newValue?.milliseconds)
            }
        }
    }

    /// Has it go on, or begin.
    public func resume() {
        let failure = change(from: [.suspended], to: .running) { .resume(session: $0, task: $1) }
        if let failure { session.fail(self, failure) }
    }

    /// Has it wait for `resume()`. What is there of it is kept.
    public func suspend() {
        change(from: [.running], to: .suspended) { .suspend(session: $0, task: $1) }
    }

    /// Ends it; its delegate is told of `URLError.cancelled`.
    public func cancel() { cancel(keepingBytes: false) }

    func cancel(keepingBytes: Bool) {
        let failure = change(from: [.suspended, .running], to: .canceling) {
            .cancel(session: $0, task: $1, keepingBytes: keepingBytes)
        }
        if failure != nil { session.fail(self, URLError(.cancelled)) }
    }

    /// - Returns: why the daemon doesn't hear of it, if it doesn't.
    @discardableResult private func change(
        from states: Set<State>, to state: State,
        by request: (_ session: String, _ task: UInt64) -> BackgroundSessionRequest
    ) -> URLError? {
        values.withLock { values in
            guard states.contains(values.state) else { return nil }
            values.state = state
            guard values.failure == nil else { return values.failure }
            // Under the lock, so that the daemon hears it in the order in which it was done.
            session.transfers.ask(request(session.name, number))
            return nil
        }
    }

    private func change(
        _ body: (inout Values) -> Void,
        by request: (_ session: String, _ task: UInt64) -> BackgroundSessionRequest
    ) {
        values.withLock { values in
            body(&values)
            guard values.failure == nil, values.state != .completed else { return }
            session.transfers.ask(request(session.name, number))
        }
    }
}

/// A task whose response's body is told to the delegate.
public class BackgroundURLSessionDataTask: BackgroundURLSessionTask, @unchecked Sendable {}

/// A data task that sends a file.
public final class BackgroundURLSessionUploadTask: BackgroundURLSessionDataTask, @unchecked Sendable
{}

/// A task whose response's body becomes a file.
public final class BackgroundURLSessionDownloadTask: BackgroundURLSessionTask, @unchecked Sendable {
    /// Ends it, and keeps what is there of it for `downloadTask(withResumeData:)`.
    ///
    /// - Parameter completionHandler: Called on the delegate's queue, before
    ///   `didCompleteWithError`, with nil where there is nothing to go on from.
    @preconcurrency public func cancel(
        byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void
    ) {
        let waits = values.withLock { values in
            guard values.state != .completed else { return false }
            values.resumeDataHandlers.append(completionHandler)
            return true
        }
        if waits {
            cancel(keepingBytes: true)
        } else {
            session.calls.append { completionHandler(nil) }
        }
    }
}

extension BackgroundURLSessionTask: Hashable {
    /// Whether both are the same task.
    public static func == (a: BackgroundURLSessionTask, b: BackgroundURLSessionTask) -> Bool {
        a === b
    }
    /// By the task's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Date {
    /// Since 1970, within what the protocol takes.
    var milliseconds: Int64 {
        let milliseconds = timeIntervalSince1970 * 1_000
        return Int64(max(-1e15, min(milliseconds.isNaN ? 0 : milliseconds, 1e15)))
    }
}

extension BackgroundSessionRequest {
    /// As many as the daemon takes.
    static var descriptionBytes: Int { 1_024 }
}

extension String {
    /// The characters that fit into so many bytes.
    func prefix(utf8 bytes: Int) -> String {
        var text = self
        while text.utf8.count > bytes { text.removeLast() }
        return text
    }
}
