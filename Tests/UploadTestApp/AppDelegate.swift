import QuiesceURLSession
import Synchronization
import UIKit

// Uploads as apps do it in Swift 6 mode: a delegate whose methods await, and an ordinary session
// beside the background one.

func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    private let uploader = Uploader()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        guard let url = CommandLine.arguments.last.flatMap(URL.init), url.host != nil else {
            return true
        }
        uploader.upload(Data("a letter".utf8), to: url)
        Task {
            say("tasks \(await uploader.session.allTasks.count)")
            await uploader.fetch(url)
        }
        return true
    }
}

final class Uploader: NSObject, URLSessionDataDelegate {
    private let received = Mutex(Data())

    var session: URLSession { sessions.background }
    private let sessions = Sessions()

    /// Made once, with its delegate.
    private final class Sessions: Sendable {
        private let made = Mutex<URLSession?>(nil)
        let owner = Mutex<Uploader?>(nil)

        var background: URLSession {
            made.withLock { made in
                if let made { return made }
                let configuration: URLSessionConfiguration = .background(withIdentifier: "letters")
                configuration.allowsExpensiveNetworkAccess = true
                let session = URLSession(
                    configuration: configuration, delegate: owner.withLock { $0 },
                    delegateQueue: nil)
                made = session
                return session
            }
        }
    }

    override init() {
        super.init()
        sessions.owner.withLock { $0 = self }
    }

    func upload(_ body: Data, to url: URL) {
        var request = URLRequest(url: url)
        request.httpMethod = "PUT"
        session.uploadTask(with: request, from: body).resume()
    }

    func fetch(_ url: URL) async {
        let plain = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
        defer { plain.finishTasksAndInvalidate() }
        do {
            let (data, response) = try await plain.data(from: url)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            say("fetched \(String(decoding: data, as: UTF8.self)) \(status)")
        } catch {
            say("not fetched: \(error)")
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        say("asked by \(challenge.protectionSpace.realm ?? "none")")
        guard challenge.previousFailureCount == 0 else {
            return (.cancelAuthenticationChallenge, nil)
        }
        return (
            .useCredential, URLCredential(user: "ada", password: "1815", persistence: .forSession)
        )
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse
    ) async -> URLSession.ResponseDisposition {
        say("response \((response as? HTTPURLResponse)?.statusCode ?? 0)")
        return .allow
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        received.withLock { $0.append(data) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        guard session.configuration.identifier != nil else { return }
        say("answered \(String(decoding: received.withLock { $0 }, as: UTF8.self)) \(error == nil)")
    }
}
