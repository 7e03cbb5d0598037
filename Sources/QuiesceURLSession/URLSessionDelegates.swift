import Foundation
import FoundationNetworking

// URLSession's delegates as on iOS: Foundation's on Linux, and what these haven't. The methods are
// optional. Whoever has one of them is Foundation's delegate, too.
//
// Methods that await are called by the default of those with a completion handler, in a task, as on
// iOS: they leave the session's queue (decision 69).

/// A session's delegate, as it hears of the session.
@preconcurrency
public protocol URLSessionDelegate: FoundationNetworking.URLSessionDelegate {
    /// All is told of what happened while nobody saw the app (X6): the place to call the completion
    /// handler of `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession)

    /// As the method with a completion handler, for a delegate that hasn't it.
    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
}

/// The same of any task.
@preconcurrency
public protocol URLSessionTaskDelegate:
    FoundationNetworking.URLSessionTaskDelegate, URLSessionDelegate
{
    /// As the method with a completion handler, for a delegate that hasn't it.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)

    /// As the method with a completion handler, for a delegate that hasn't it. Not of a background
    /// session, which follows redirects.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest
    ) async -> URLRequest?
}

/// The same of a data or upload task.
@preconcurrency
public protocol URLSessionDataDelegate:
    FoundationNetworking.URLSessionDataDelegate, URLSessionTaskDelegate
{
    /// As the method with a completion handler, for a delegate that hasn't it. In a background
    /// session nothing comes of the result: all of the response is there.
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse
    ) async -> URLSession.ResponseDisposition
}

/// The same of a download task.
@preconcurrency
public protocol URLSessionDownloadDelegate:
    FoundationNetworking.URLSessionDownloadDelegate, URLSessionTaskDelegate
{}

extension URLSessionDelegate {
    /// Does nothing.
    public func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {}

    /// Awaits the method without a completion handler.
    public func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        Task {
            let answer = await self.urlSession(session, didReceive: challenge)
            completionHandler(answer.0, answer.1)
        }
    }

    /// Leaves it to the system.
    public func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        (.performDefaultHandling, nil)
    }
}

extension URLSessionTaskDelegate {
    /// Awaits the method without a completion handler.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        Task {
            let answer = await self.urlSession(session, task: task, didReceive: challenge)
            completionHandler(answer.0, answer.1)
        }
    }

    /// Leaves it to the system.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        (.performDefaultHandling, nil)
    }

    /// Awaits the method without a completion handler.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        Task {
            completionHandler(
                await self.urlSession(
                    session, task: task, willPerformHTTPRedirection: response, newRequest: request))
        }
    }

    /// Follows it.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest
    ) async -> URLRequest? { request }
}

extension URLSessionDataDelegate {
    /// Awaits the method without a completion handler.
    public func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        Task {
            completionHandler(
                await self.urlSession(session, dataTask: dataTask, didReceive: response))
        }
    }

    /// Goes on.
    public func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse
    ) async -> URLSession.ResponseDisposition { .allow }
}
