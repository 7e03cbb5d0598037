import Foundation
import QuiesceURLSession

/// Sends the days that its server hasn't yet, whatever becomes of the app meanwhile.
class SummaryUploads: NSObject {
    private let store: ReadingStore
    private var underWay: Set<String> = []
    var backgroundCompletionHandler: (() -> Void)?

    private lazy var session: URLSession = {
        let configuration = URLSessionConfiguration.background(
            withIdentifier: "org.quiesce.tests.health.summaries")
        configuration.isDiscretionary = true
        configuration.sessionSendsLaunchEvents = true
        return URLSession(configuration: configuration, delegate: self, delegateQueue: .main)
    }()

    init(store: ReadingStore) {
        self.store = store
        super.init()
    }

    /// The session is made anew, and tells what has ended meanwhile.
    func resume() { _ = session }

    /// - Returns: how many days are on their way.
    func send() -> Int {
        guard let server = UserDefaults.standard.string(forKey: "server"),
            let url = URL(string: server)
        else { return 0 }
        let days = store.days.filter { !$0.isSent && !underWay.contains($0.name) }
        for day in days {
            do {
                var request = URLRequest(url: url.appendingPathComponent(day.name))
                request.httpMethod = "PUT"
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                let task = session.uploadTask(with: request, fromFile: try summary(of: day))
                task.taskDescription = day.name
                task.resume()
                underWay.insert(day.name)
            } catch {
                say("no summary: \(error.localizedDescription)")
            }
        }
        return days.count
    }

    /// The system reads it while the device is locked, so it isn't protected.
    private func summary(of day: Day) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "summary-\(day.name).json")
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try encoder.encode(["steps": day.steps]).write(to: file)
        return file
    }
}

extension SummaryUploads: URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?
    ) {
        let day = task.taskDescription ?? "none"
        underWay.remove(day)
        let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
        guard error == nil, (200..<300).contains(status) else {
            return say("not sent \(error?.localizedDescription ?? "\(status)")")
        }
        store.markSent(day)
        say("sent \(day)")
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        say("finished events")
        backgroundCompletionHandler?()
        backgroundCompletionHandler = nil
    }
}
