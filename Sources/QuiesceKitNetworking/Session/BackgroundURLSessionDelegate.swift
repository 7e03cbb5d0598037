import Foundation
import FoundationNetworking

// The methods are URLSession's, and optional. All are called on the session's `delegateQueue`, one
// after another (X5).

/// Callbacks about a background session.
public protocol BackgroundURLSessionDelegate: AnyObject, Sendable {
    /// The last call: nothing is known of the session any more. `error`: nil, if the app wished it.
    func urlSession(
        _ session: BackgroundURLSession, didBecomeInvalidWithError error: (any Error)?)

    /// A server asks for a client's certificate, or for a ticket (`Negotiate`).
    func urlSession(
        _ session: BackgroundURLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)

    /// As the method with a completion handler, for a delegate that hasn't it; not on the session's
    /// queue.
    func urlSession(
        _ session: BackgroundURLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)

    /// All is told of what happened while nobody saw the app (X6).
    func urlSessionDidFinishEvents(forBackgroundURLSession session: BackgroundURLSession)
}

/// Callbacks about any task.
public protocol BackgroundURLSessionTaskDelegate: BackgroundURLSessionDelegate {
    /// Only if the session's configuration `asksForRedirects`.
    ///
    /// - Parameter completionHandler: nil makes the redirect itself the response; any request has
    ///   it followed to where it leads, whatever else the request says.
    func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void)

    /// A server or proxy asks for a name and password.
    func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)

    /// As the method with a completion handler, for a delegate that hasn't it; not on the session's
    /// queue.
    func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest
    ) async -> URLRequest?

    /// As the method with a completion handler, for a delegate that hasn't it; not on the session's
    /// queue.
    func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)

    func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64, totalBytesExpectedToSend: Int64)

    /// The task's last call. A status like 404 is no error; `error` is an `URLError`.
    func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        didCompleteWithError error: (any Error)?)
}

/// Callbacks about a data or upload task.
public protocol BackgroundURLSessionDataDelegate: BackgroundURLSessionTaskDelegate {
    /// The response's body, a part with each call, once all of it is there.
    func urlSession(
        _ session: BackgroundURLSession, dataTask: BackgroundURLSessionDataTask,
        didReceive data: Data)
}

/// Callbacks about a download task.
public protocol BackgroundURLSessionDownloadDelegate: BackgroundURLSessionTaskDelegate {
    /// The file is there until this returns: move it, or open it.
    func urlSession(
        _ session: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didFinishDownloadingTo location: URL)

    /// - Parameter totalBytesExpectedToWrite: -1 if nobody knows.
    func urlSession(
        _ session: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didWriteData bytesWritten: Int64, totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    )

    /// The download goes on behind the bytes of an earlier attempt.
    func urlSession(
        _ session: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didResumeAtOffset fileOffset: Int64, expectedTotalBytes: Int64)
}

extension BackgroundURLSessionDelegate {
    /// Does nothing.
    public func urlSession(
        _ session: BackgroundURLSession, didBecomeInvalidWithError error: (any Error)?
    ) {}

    /// Does nothing.
    public func urlSessionDidFinishEvents(forBackgroundURLSession session: BackgroundURLSession) {}
}

extension BackgroundURLSessionTaskDelegate {
    /// Does nothing.
    public func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64, totalBytesExpectedToSend: Int64
    ) {}

    /// Does nothing.
    public func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {}
}

extension BackgroundURLSessionDataDelegate {
    /// Does nothing.
    public func urlSession(
        _ session: BackgroundURLSession, dataTask: BackgroundURLSessionDataTask,
        didReceive data: Data
    ) {}
}

extension BackgroundURLSessionDownloadDelegate {
    /// Does nothing.
    public func urlSession(
        _ session: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didWriteData bytesWritten: Int64, totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {}

    /// Does nothing.
    public func urlSession(
        _ session: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didResumeAtOffset fileOffset: Int64, expectedTotalBytes: Int64
    ) {}
}
