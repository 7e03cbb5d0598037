import Foundation
import QuiesceURLSession
import UserNotifications

struct Episode: Codable {
    var title: String
    var url: URL
}

/// Fetches episodes while the app is wherever it is.
class Downloads: NSObject {
    static let shared = Downloads()
    static let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]

    var backgroundCompletionHandler: (() -> Void)?

    private lazy var session: URLSession = {
        let configuration = URLSessionConfiguration.background(
            withIdentifier: "org.quiesce.tests.episodes")
        configuration.sessionSendsLaunchEvents = true
        configuration.allowsCellularAccess = false
        return URLSession(configuration: configuration, delegate: self, delegateQueue: .main)
    }()

    /// Finds what an earlier launch has begun.
    func resume() {
        session.getAllTasks { tasks in say("under way \(tasks.count)") }
    }

    func download(_ episode: Episode) {
        let task = session.downloadTask(with: episode.url)
        task.taskDescription = (try? JSONEncoder().encode(episode))
            .map { String(decoding: $0, as: UTF8.self) }
        task.resume()
        say("downloading")
    }

    private func keep(_ location: URL, of task: URLSessionTask) throws -> (Episode, URL) {
        let description = task.taskDescription ?? ""
        let episode = try JSONDecoder().decode(Episode.self, from: Data(description.utf8))
        let file = Self.folder.appendingPathComponent(episode.url.lastPathComponent)
        try FileManager.default.createDirectory(
            at: Self.folder, withIntermediateDirectories: true)
        if FileManager.default.fileExists(atPath: file.path) {
            try FileManager.default.removeItem(at: file)
        }
        try FileManager.default.moveItem(at: location, to: file)
        return (episode, file)
    }

    private func tell(_ episode: Episode, _ file: URL) {
        let content = UNMutableNotificationContent()
        content.title = episode.title
        content.body = "A new episode is ready"
        content.sound = .default
        content.userInfo = ["file": file.lastPathComponent]
        let request = UNNotificationRequest(
            identifier: episode.url.lastPathComponent, content: content, trigger: nil)
        UNUserNotificationCenter.current().add(request) { error in
            say("told \(error == nil)")
            // The system may suspend the app once it has called this.
            DispatchQueue.main.async {
                self.backgroundCompletionHandler?()
                self.backgroundCompletionHandler = nil
            }
        }
    }
}

extension Downloads: URLSessionDownloadDelegate {
    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        // The file is gone when this returns.
        do {
            let (episode, file) = try keep(location, of: downloadTask)
            say("kept \(file.lastPathComponent)")
            tell(episode, file)
        } catch {
            say("not kept: \(error.localizedDescription)")
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?
    ) {
        if let error = error { say("failed: \(error.localizedDescription)") }
    }
}
