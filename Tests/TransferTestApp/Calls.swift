import Foundation
import QuiesceURLSession
import Synchronization

/// Ordinary requests that a server leaves open, for the tests of those that are marked for VoIP.
/// From any thread.
enum Calls {
    private static let session = URLSession(
        configuration: .default, delegate: Listener(), delegateQueue: .main)
    private static let task = Mutex<URLSessionTask?>(nil)

    /// `call URL`: a marked request, each piece of whose answer is said; `call URL unmarked`.
    /// `poll URL`: the whole answer of a marked one is said, by the shared session. `hangUp`:
    /// cancels the last.
    ///
    /// - Returns: false, if it is another's command.
    static func obey(_ words: [String]) -> Bool {
        switch (words[0], words.count) {
        case ("call", 2...3):
            begin(session.dataTask(with: request(words[1], isMarked: words.count == 2)))
        case ("poll", 2):
            begin(
                URLSession.shared.dataTask(with: request(words[1], isMarked: true)) {
                    data, response, error in
                    say("polled \(status(response)) \(text(data ?? Data())) \(code(error))")
                })
        case ("hangUp", 1): task.withLock { $0?.cancel() }
        case _: return false
        }
        return true
    }

    private static func begin(_ new: URLSessionTask) {
        task.withLock { $0 = new }
        new.resume()
    }

    private static func request(_ url: String, isMarked: Bool) -> URLRequest {
        var request = URLRequest(url: URL(string: url) ?? URL(fileURLWithPath: "/"))
        if isMarked { request.networkServiceType = .voip }
        return request
    }

    private static func status(_ response: URLResponse?) -> Int {
        (response as? HTTPURLResponse)?.statusCode ?? 0
    }

    private static func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    private static func code(_ error: (any Error)?) -> Int { (error as? URLError)?.errorCode ?? 0 }

    private final class Listener: NSObject, URLSessionDataDelegate {
        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            say("call answered \(status(response))")
            completionHandler(.allow)
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
        ) { say("call says \(text(data))") }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) { say("call over \(code(error))") }
    }
}
