import Foundation
import FoundationNetworking
import QuiesceKitNetworking

/// A delegate that writes down what it is called with.
final class Diary: BackgroundURLSessionDownloadDelegate, BackgroundURLSessionDataDelegate {
    private let name: String

    init(_ name: String) { self.name = name }

    private func note(_ line: String) {
        say("\(name)\(Thread.isMainThread ? " (main)" : ""): \(line)")
    }

    func urlSession(
        _ session: BackgroundURLSession, didBecomeInvalidWithError error: (any Error)?
    ) { note("invalid \(error?.localizedDescription ?? "as wished")") }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: BackgroundURLSession) {
        note("finished events")
        guard !CommandLine.arguments.contains("--hold") else { return }
        Sessions.completion.withLock { $0 }?()
    }

    func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        note("redirect \(response.statusCode) \(request.url?.absoluteString ?? "none")")
        let stays = Sessions.answers.withLock { $0["redirect"] } == "stay"
        completionHandler(stays ? nil : request)
        completionHandler(nil)
    }

    func urlSession(
        _ session: BackgroundURLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        note("session challenge \(challenge.protectionSpace.authenticationMethod)")
        guard Sessions.answers.withLock({ $0["certificate"] }) != nil else {
            return completionHandler(.performDefaultHandling, nil)
        }
        completionHandler(
            .useCredential, ClientCertificateCredential(certificate: "CERT", key: "KEY"))
    }

    func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        note(
            "challenge \(space.authenticationMethod) \(space.host):\(space.port) "
                + "\(space.realm ?? "none") \(challenge.previousFailureCount) \(space.isProxy())")
        switch Sessions.answers.withLock({ $0["challenge"] }) {
        case "cancel": completionHandler(.cancelAuthenticationChallenge, nil)
        case let word?:
            completionHandler(
                .useCredential, URLCredential(user: word, password: "secret", persistence: .none))
        case nil: completionHandler(.performDefaultHandling, nil)
        }
    }

    func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64, totalBytesExpectedToSend: Int64
    ) { note("sent \(bytesSent) \(totalBytesSent) \(totalBytesExpectedToSend)") }

    func urlSession(
        _ session: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didWriteData bytesWritten: Int64, totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) { note("wrote \(bytesWritten) \(totalBytesWritten) \(totalBytesExpectedToWrite)") }

    func urlSession(
        _ session: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didResumeAtOffset fileOffset: Int64, expectedTotalBytes: Int64
    ) { note("resumed \(fileOffset) \(expectedTotalBytes)") }

    func urlSession(
        _ session: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        let text = (try? String(contentsOf: location, encoding: .utf8)) ?? "nothing"
        note("downloaded \(text.count > 80 ? "\(text.utf8.count) bytes" : text)")
        guard let keep = option("--keep") else { return }
        let kept = URL(fileURLWithPath: keep)
        try? FileManager.default.removeItem(at: kept)
        do {
            try FileManager.default.moveItem(at: location, to: kept)
        } catch {
            note("not kept: \(error)")
        }
    }

    func urlSession(
        _ session: BackgroundURLSession, dataTask: BackgroundURLSessionDataTask,
        didReceive data: Data
    ) {
        note(
            "data \(data.count > 80 ? "\(data.count) bytes" : String(decoding: data, as: UTF8.self))"
        )
    }

    func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        guard let error = error as? URLError else {
            let response = task.response as? HTTPURLResponse
            return note("complete \(response?.statusCode ?? 0)")
        }
        let resumeData = error.userInfo[NSURLSessionDownloadTaskResumeData] as? Data
        Sessions.resumeData.withLock { $0 = resumeData ?? $0 }
        let reason = error.userInfo[NSURLErrorBackgroundTaskCancelledReasonKey]
        note(
            "failed \(error.code.rawValue) \(resumeData != nil) \(reason.map { "\($0)" } ?? "none")"
        )
    }
}
