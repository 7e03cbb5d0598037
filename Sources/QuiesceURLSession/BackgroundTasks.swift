import Foundation
import FoundationNetworking
import QuiesceKitNetworking

/// A background session's task in the shape of Foundation's, which itself is idle. Of three classes
/// of Foundation's there must be one each, and none can be given another's methods: so they are
/// written three times.
protocol BackgroundTask: Sendable {}

/// A download task in Foundation's shape.
// Nothing in it changes.
final class DownloadTask: URLSessionDownloadTask, BackgroundTask, @unchecked Sendable {
    private let task: BackgroundURLSessionDownloadTask
    private let bytes = Progress(totalUnitCount: -1)

    init(_ task: BackgroundURLSessionDownloadTask) {
        self.task = task
        super.init()
    }

    override var taskIdentifier: Int { task.taskIdentifier }
    override var originalRequest: URLRequest? { task.originalRequest }
    override var currentRequest: URLRequest? { task.currentRequest }
    override var response: URLResponse? { task.response }
    override var error: (any Error)? { task.error }
    override var state: URLSessionTask.State { task.state }
    override var progress: Progress { bytes }
    override var countOfBytesReceived: Int64 { task.countOfBytesReceived }
    override var countOfBytesExpectedToReceive: Int64 { task.countOfBytesExpectedToReceive }
    override var countOfBytesSent: Int64 { task.countOfBytesSent }
    override var countOfBytesExpectedToSend: Int64 { task.countOfBytesExpectedToSend }
    override var taskDescription: String? {
        get { task.taskDescription }
        set { task.taskDescription = newValue }
    }
    override var priority: Float {
        get { task.priority }
        set { task.priority = newValue }
    }
    override var earliestBeginDate: Date? {
        get { task.earliestBeginDate }
        set { task.earliestBeginDate = newValue }
    }
    override func resume() { task.resume() }
    override func suspend() { task.suspend() }
    override func cancel() { task.cancel() }

    override func cancel(byProducingResumeData completionHandler: @escaping (Data?) -> Void) {
        // Called once, on the session's queue, as Foundation's is: the app handed it over for that.
        nonisolated(unsafe) let handler = completionHandler
        task.cancel(byProducingResumeData: { handler($0) })
    }
}

/// An upload task in Foundation's shape.
// Nothing in it changes.
final class UploadTask: URLSessionUploadTask, BackgroundTask, @unchecked Sendable {
    private let task: BackgroundURLSessionUploadTask
    private let bytes = Progress(totalUnitCount: -1)

    init(_ task: BackgroundURLSessionUploadTask) {
        self.task = task
        super.init()
    }

    override var taskIdentifier: Int { task.taskIdentifier }
    override var originalRequest: URLRequest? { task.originalRequest }
    override var currentRequest: URLRequest? { task.currentRequest }
    override var response: URLResponse? { task.response }
    override var error: (any Error)? { task.error }
    override var state: URLSessionTask.State { task.state }
    override var progress: Progress { bytes }
    override var countOfBytesReceived: Int64 { task.countOfBytesReceived }
    override var countOfBytesExpectedToReceive: Int64 { task.countOfBytesExpectedToReceive }
    override var countOfBytesSent: Int64 { task.countOfBytesSent }
    override var countOfBytesExpectedToSend: Int64 { task.countOfBytesExpectedToSend }
    override var taskDescription: String? {
        get { task.taskDescription }
        set { task.taskDescription = newValue }
    }
    override var priority: Float {
        get { task.priority }
        set { task.priority = newValue }
    }
    override var earliestBeginDate: Date? {
        get { task.earliestBeginDate }
        set { task.earliestBeginDate = newValue }
    }
    override func resume() { task.resume() }
    override func suspend() { task.suspend() }
    override func cancel() { task.cancel() }
}

/// A data task in Foundation's shape.
// Nothing in it changes.
final class DataTask: URLSessionDataTask, BackgroundTask, @unchecked Sendable {
    private let task: BackgroundURLSessionTask
    private let bytes = Progress(totalUnitCount: -1)

    init(_ task: BackgroundURLSessionTask) {
        self.task = task
        super.init()
    }

    override var taskIdentifier: Int { task.taskIdentifier }
    override var originalRequest: URLRequest? { task.originalRequest }
    override var currentRequest: URLRequest? { task.currentRequest }
    override var response: URLResponse? { task.response }
    override var error: (any Error)? { task.error }
    override var state: URLSessionTask.State { task.state }
    override var progress: Progress { bytes }
    override var countOfBytesReceived: Int64 { task.countOfBytesReceived }
    override var countOfBytesExpectedToReceive: Int64 { task.countOfBytesExpectedToReceive }
    override var countOfBytesSent: Int64 { task.countOfBytesSent }
    override var countOfBytesExpectedToSend: Int64 { task.countOfBytesExpectedToSend }
    override var taskDescription: String? {
        get { task.taskDescription }
        set { task.taskDescription = newValue }
    }
    override var priority: Float {
        get { task.priority }
        set { task.priority = newValue }
    }
    override var earliestBeginDate: Date? {
        get { task.earliestBeginDate }
        set { task.earliestBeginDate = newValue }
    }
    override func resume() { task.resume() }
    override func suspend() { task.suspend() }
    override func cancel() { task.cancel() }
}
