import Foundation
import FoundationNetworking
import QuiesceKitNetworking
import Synchronization

/// Hands on what a background session's delegate is told, in Foundation's shape. On the session's
/// queue.
final class SessionDelegate: BackgroundURLSessionDownloadDelegate, BackgroundURLSessionDataDelegate
{
    let delegate: (any URLSessionDelegate)?
    /// Set before anything is told; the session that tells it keeps both until it is invalid.
    let session = Mutex<BackgroundSession?>(nil)
    /// Data tasks whose response was told.
    private let answered = Mutex<Set<BackgroundURLSessionTask>>([])

    init(_ delegate: (any URLSessionDelegate)?) { self.delegate = delegate }

    private func with<Delegate>(
        _: Delegate.Type = Delegate.self, _ body: (Delegate, BackgroundSession) -> Void
    ) {
        guard let session = session.withLock({ $0 }), let delegate = delegate as? Delegate else {
            return
        }
        body(delegate, session)
    }

    // MARK: The session

    func urlSession(
        _: BackgroundURLSession, didBecomeInvalidWithError error: (any Error)?
    ) {
        with { (delegate: any URLSessionDelegate, session) in
            delegate.urlSession(session, didBecomeInvalidWithError: error)
        }
        session.withLock { $0 = nil }
    }

    func urlSession(
        _: BackgroundURLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let delegate, let session = session.withLock({ $0 }) else {
            return completionHandler(.performDefaultHandling, nil)
        }
        delegate.urlSession(session, didReceive: challenge, completionHandler: completionHandler)
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession _: BackgroundURLSession) {
        with { (delegate: any URLSessionDelegate, session) in
            delegate.urlSessionDidFinishEvents(forBackgroundURLSession: session)
        }
    }

    // MARK: Tasks

    func urlSession(
        _: BackgroundURLSession, task: BackgroundURLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let delegate = delegate as? any URLSessionTaskDelegate,
            let session = session.withLock({ $0 })
        else { return completionHandler(.performDefaultHandling, nil) }
        delegate.urlSession(
            session, task: session.shape(of: task), didReceive: challenge,
            completionHandler: completionHandler)
    }

    func urlSession(
        _: BackgroundURLSession, task: BackgroundURLSessionTask, didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64, totalBytesExpectedToSend: Int64
    ) {
        with { (delegate: any URLSessionTaskDelegate, session) in
            delegate.urlSession(
                session, task: session.shape(of: task), didSendBodyData: bytesSent,
                totalBytesSent: totalBytesSent, totalBytesExpectedToSend: totalBytesExpectedToSend)
        }
        note(totalBytesSent, of: totalBytesExpectedToSend, task)
    }

    func urlSession(
        _: BackgroundURLSession, task: BackgroundURLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        if let data = task as? BackgroundURLSessionDataTask { answer(data) }
        with { (delegate: any URLSessionTaskDelegate, session) in
            delegate.urlSession(
                session, task: session.shape(of: task), didCompleteWithError: error)
        }
        _ = answered.withLock { $0.remove(task) }
        session.withLock { $0 }?.forget(task)
    }

    func urlSession(
        _: BackgroundURLSession, dataTask: BackgroundURLSessionDataTask, didReceive data: Data
    ) {
        answer(dataTask)
        with { (delegate: any URLSessionDataDelegate, session) in
            delegate.urlSession(
                session, dataTask: session.shape(of: dataTask), didReceive: data)
        }
    }

    /// Its response, once: all of it is there by then, so that nothing comes of the answer.
    private func answer(_ task: BackgroundURLSessionDataTask) {
        guard let response = task.response, answered.withLock({ $0.insert(task).inserted }) else {
            return
        }
        with { (delegate: any URLSessionDataDelegate, session) in
            delegate.urlSession(
                session, dataTask: session.shape(of: task), didReceive: response
            ) { _ in }
        }
    }

    func urlSession(
        _: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        with { (delegate: any URLSessionDownloadDelegate, session) in
            delegate.urlSession(
                session, downloadTask: session.shape(of: downloadTask),
                didFinishDownloadingTo: location)
        }
    }

    func urlSession(
        _: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didWriteData bytesWritten: Int64, totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        note(totalBytesWritten, of: totalBytesExpectedToWrite, downloadTask)
        with { (delegate: any URLSessionDownloadDelegate, session) in
            delegate.urlSession(
                session, downloadTask: session.shape(of: downloadTask), didWriteData: bytesWritten,
                totalBytesWritten: totalBytesWritten,
                totalBytesExpectedToWrite: totalBytesExpectedToWrite)
        }
    }

    func urlSession(
        _: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didResumeAtOffset fileOffset: Int64, expectedTotalBytes: Int64
    ) {
        with { (delegate: any URLSessionDownloadDelegate, session) in
            delegate.urlSession(
                session, downloadTask: session.shape(of: downloadTask),
                didResumeAtOffset: fileOffset, expectedTotalBytes: expectedTotalBytes)
        }
    }

    /// In the task's `progress`.
    private func note(_ bytes: Int64, of all: Int64, _ task: BackgroundURLSessionTask) {
        guard let session = session.withLock({ $0 }) else { return }
        let shape: URLSessionTask = session.shape(of: task)
        shape.progress.totalUnitCount = all
        shape.progress.completedUnitCount = bytes
    }
}
