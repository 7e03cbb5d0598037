import Foundation
import FoundationNetworking
import QuiesceKitNetworking
import Synchronization

/// A background session in the shape of Foundation's, whose own part is idle. From any thread.
// Nothing in it changes, but for what is locked.
final class BackgroundSession: URLSession, @unchecked Sendable {
    private let shape: FoundationNetworking.URLSessionConfiguration
    /// nil only while it is being made, for as long as that takes the lock.
    private let made = Mutex<BackgroundURLSession?>(nil)
    /// Those whose delegate hasn't been told their end: each is the same object until then.
    private let shapes = Mutex<[BackgroundURLSessionTask: any BackgroundTask]>([:])
    private let told: SessionDelegate

    init(
        _ configuration: URLSessionConfiguration, _ identifier: String,
        _ delegate: (any URLSessionDelegate)?, _ queue: OperationQueue?
    ) {
        shape = configuration.foundation
        told = SessionDelegate(delegate)
        let background = configuration.background(identifier)
        super.init(configuration: configuration.foundation, delegate: nil, delegateQueue: queue)
        made.withLock {
            told.session.withLock { $0 = self }
            $0 = BackgroundURLSession(
                configuration: background, delegate: told, delegateQueue: queue)
        }
    }

    private var background: BackgroundURLSession {
        guard let made = made.withLock({ $0 }) else { fatalError("the initializer sets it") }
        return made
    }

    /// The task in Foundation's shape.
    func shape<Task: URLSessionTask>(of task: BackgroundURLSessionTask) -> Task {
        let shape = shapes.withLock { shapes in
            if let known = shapes[task] { return known }
            let new: any BackgroundTask =
                switch task {
                case let task as BackgroundURLSessionDownloadTask: DownloadTask(task)
                case let task as BackgroundURLSessionUploadTask: UploadTask(task)
                case _: DataTask(task)
                }
            shapes[task] = new
            return new
        }
        guard let shape = shape as? Task else { fatalError("each kind has its shape") }
        return shape
    }

    func forget(_ task: BackgroundURLSessionTask) { shapes.withLock { $0[task] = nil } }

    override var delegateQueue: OperationQueue { background.delegateQueue }
    override var delegate: (any FoundationNetworking.URLSessionDelegate)? {
        background.delegate == nil ? nil : told.delegate
    }
    override var configuration: FoundationNetworking.URLSessionConfiguration { shape }

    override func finishTasksAndInvalidate() { background.finishTasksAndInvalidate() }
    override func invalidateAndCancel() { background.invalidateAndCancel() }

    override func getAllTasks(
        completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void
    ) {
        background.getAllTasks { tasks in completionHandler(tasks.map { self.shape(of: $0) }) }
    }

    override func getTasksWithCompletionHandler(
        _ completionHandler:
            @escaping @Sendable (
                [URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]
            ) -> Void
    ) {
        background.getTasksWithCompletionHandler { data, uploads, downloads in
            completionHandler(
                data.map { self.shape(of: $0) }, uploads.map { self.shape(of: $0) },
                downloads.map { self.shape(of: $0) })
        }
    }

    // MARK: Tasks

    override func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
        shape(of: background.downloadTask(with: request))
    }
    override func downloadTask(with url: URL) -> URLSessionDownloadTask {
        shape(of: background.downloadTask(with: url))
    }
    override func downloadTask(withResumeData resumeData: Data) -> URLSessionDownloadTask {
        shape(of: background.downloadTask(withResumeData: resumeData))
    }
    override func uploadTask(
        with request: URLRequest, fromFile fileURL: URL
    ) -> URLSessionUploadTask {
        shape(of: background.uploadTask(with: request, fromFile: fileURL))
    }
    override func uploadTask(
        with request: URLRequest, from bodyData: Data
    ) -> URLSessionUploadTask {
        shape(of: background.uploadTask(with: request, from: bodyData))
    }
    override func dataTask(with request: URLRequest) -> URLSessionDataTask {
        shape(of: background.dataTask(with: request))
    }
    override func dataTask(with url: URL) -> URLSessionDataTask {
        shape(of: background.dataTask(with: url))
    }

    // MARK: Beyond a background session: nobody would be there to be called

    typealias Handler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    typealias FileHandler = @Sendable (URL?, URLResponse?, (any Error)?) -> Void

    /// As on iOS.
    private func refuseHandler() -> Never {
        fatalError("a background session has no completion handlers: give it a delegate")
    }

    override func dataTask(
        with request: URLRequest, completionHandler: @escaping Handler
    ) -> URLSessionDataTask { refuseHandler() }
    override func dataTask(
        with url: URL, completionHandler: @escaping Handler
    ) -> URLSessionDataTask { refuseHandler() }
    override func uploadTask(
        with request: URLRequest, fromFile fileURL: URL, completionHandler: @escaping Handler
    ) -> URLSessionUploadTask { refuseHandler() }
    override func uploadTask(
        with request: URLRequest, from bodyData: Data?, completionHandler: @escaping Handler
    ) -> URLSessionUploadTask { refuseHandler() }
    override func downloadTask(
        with request: URLRequest, completionHandler: @escaping FileHandler
    ) -> URLSessionDownloadTask { refuseHandler() }
    override func downloadTask(
        with url: URL, completionHandler: @escaping FileHandler
    ) -> URLSessionDownloadTask { refuseHandler() }
    override func downloadTask(
        withResumeData resumeData: Data, completionHandler: @escaping FileHandler
    ) -> URLSessionDownloadTask { refuseHandler() }
    override func uploadTask(withStreamedRequest request: URLRequest) -> URLSessionUploadTask {
        fatalError("a background session has no streams: give it a file")
    }
    override func webSocketTask(with url: URL) -> URLSessionWebSocketTask { refuseSocket() }
    override func webSocketTask(
        with url: URL, protocols: [String]
    ) -> URLSessionWebSocketTask { refuseSocket() }
    override func webSocketTask(with request: URLRequest) -> URLSessionWebSocketTask {
        refuseSocket()
    }
    private func refuseSocket() -> Never { fatalError("a background session has no web sockets") }
}
