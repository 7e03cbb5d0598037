import Foundation
import QuiesceURLSession

class DownloadManager: NSObject {
    static let shared = DownloadManager()

    var backgroundCompletionHandler: (() -> Void)?
    private var names: [URLSessionTask: String] = [:]

    private lazy var session: URLSession = {
        let configuration = URLSessionConfiguration.background(
            withIdentifier: "org.quiesce.tests.downloads")
        configuration.isDiscretionary = false
        configuration.sessionSendsLaunchEvents = true
        configuration.waitsForConnectivity = true
        configuration.sharedContainerIdentifier = "group.org.quiesce.tests"
        configuration.urlCache = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.timeoutIntervalForResource = 24 * 60 * 60
        configuration.httpAdditionalHeaders = ["Accept": "audio/*"]
        return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }()

    override init() {
        super.init()
        // As apps find what is under way.
        session.getAllTasks { tasks in
            say("tasks \(tasks.filter { $0 is URLSessionDownloadTask }.count)")
        }
    }

    func download(_ url: URL) {
        var request = URLRequest(url: url)
        request.httpMethod = "GET"
        let task = session.downloadTask(with: request)
        task.taskDescription = url.lastPathComponent
        task.countOfBytesClientExpectsToReceive = 14
        names[task] = url.lastPathComponent
        task.resume()
        say("resumed \(task.state == .running) \(session.configuration.identifier ?? "none")")
    }
}

extension DownloadManager: URLSessionDownloadDelegate {
    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        guard totalBytesWritten == totalBytesExpectedToWrite else { return }
        say("progress \(totalBytesWritten) \(downloadTask.progress.fractionCompleted)")
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        let text = (try? String(contentsOf: location, encoding: .utf8)) ?? "nothing"
        say("downloaded \(downloadTask.taskDescription ?? "none"): \(text)")
        say("status \((downloadTask.response as? HTTPURLResponse)?.statusCode ?? 0)")
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?
    ) {
        say("completed \(names[task] ?? "of an earlier launch") \(error == nil)")
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        DispatchQueue.main.async {
            say("finished events")
            self.backgroundCompletionHandler?()
            self.backgroundCompletionHandler = nil
        }
    }
}
