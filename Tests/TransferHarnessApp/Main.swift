import Foundation
import FoundationNetworking
import QuiesceKit
import QuiesceKitNetworking
import Synchronization

/// Carries out the transfers that the kill harness has written into
/// `orders`, each once, and appends a line to `verdicts` for each that has ended, as
/// `LAUNCH NUMBER TASK END`. It may be killed at any moment, and launched again by anybody.
@main final class TransferHarnessApp: UIResponder, UIApplicationDelegate {
    static let delegate = Harvest()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        mkdir("files", 0o700)
        let session = BackgroundURLSession(
            configuration: .background(withIdentifier: "work"), delegate: Self.delegate,
            delegateQueue: nil)
        session.getAllTasks { tasks in
            let there = Set(tasks.compactMap(\.taskDescription)).union(Verdicts.numbers())
            // A kill may have come before they were resumed.
            for task in tasks where task.state == .suspended && task.taskDescription != nil {
                task.resume()
            }
            for order in Order.all() where !there.contains(order.number) {
                order.begin(in: session)
            }
        }
        return true
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void
    ) { Self.delegate.completion.withLock { $0 = completionHandler } }
}

/// A line of `orders`: number, kind, URL, and, for an upload, how often its body has the number.
struct Order {
    var number: String
    var kind: String
    var url: URL
    var count: Int

    static func all() -> [Order] {
        lines(of: "orders").compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 4, let url = URL(string: words[2]), let count = Int(words[3])
            else { return nil }
            return Order(number: words[0], kind: words[1], url: url, count: count)
        }
    }

    func begin(in session: BackgroundURLSession) {
        let task: BackgroundURLSessionTask
        switch kind {
        case "download": task = session.downloadTask(with: url)
        case "data": task = session.dataTask(with: url)
        case _:
            let body = URL(fileURLWithPath: "body-\(number)")
            try? Data(String(repeating: "\(number) ", count: count).utf8).write(to: body)
            var request = URLRequest(url: url)
            request.httpMethod = "PUT"
            task = session.uploadTask(with: request, fromFile: body)
        }
        task.taskDescription = number
        task.resume()
    }
}

enum Verdicts {
    /// Another for each launch.
    private static let launch = UUID().uuidString.prefix(8)

    static func numbers() -> Set<String> {
        Set(
            lines(of: "verdicts").compactMap {
                $0.split(separator: " ").dropFirst().first.map(String.init)
            })
    }

    /// In one write, which a kill can't cut.
    static func add(_ line: String) {
        let file = open("verdicts", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        let bytes = Array("\(launch) \(line)\n".utf8)
        _ = write(file, bytes, bytes.count)
        close(file)
    }
}

func lines(of path: String) -> [String] {
    ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n")
        .map(String.init)
}

/// Keeps each result in `files`, under the transfer's number and the task's.
final class Harvest: BackgroundURLSessionDownloadDelegate, BackgroundURLSessionDataDelegate {
    let completion = Mutex<(@Sendable () -> Void)?>(nil)
    private let bodies = Mutex<[Int: Data]>([:])

    private func name(_ task: BackgroundURLSessionTask) -> String {
        "files/\(task.taskDescription ?? "none")-\(task.taskIdentifier)"
    }

    func urlSession(
        _ session: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) { rename(location.path, name(downloadTask)) }

    func urlSession(
        _ session: BackgroundURLSession, dataTask: BackgroundURLSessionDataTask,
        didReceive data: Data
    ) { bodies.withLock { $0[dataTask.taskIdentifier, default: Data()] += data } }

    func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        if let body = bodies.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) {
            try? body.write(to: URL(fileURLWithPath: name(task)), options: .atomic)
        }
        let end =
            (error as? URLError).map { "error \($0.code.rawValue)" }
            ?? "status \((task.response as? HTTPURLResponse)?.statusCode ?? 0)"
        Verdicts.add("\(task.taskDescription ?? "none") \(task.taskIdentifier) \(end)")
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: BackgroundURLSession) {
        completion.withLock { $0.take() }?()
    }
}
