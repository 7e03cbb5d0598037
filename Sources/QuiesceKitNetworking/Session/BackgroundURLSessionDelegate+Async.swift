import Foundation
import FoundationNetworking

// A question is answered by the method that awaits, where the delegate hasn't that with a
// completion handler: nobody can ask a Swift object which it has. It runs in a task,
// so not on the session's queue.

extension BackgroundURLSessionDelegate {
    /// Awaits the method without a completion handler.
    public func urlSession(
        _ session: BackgroundURLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        Task {
            let answer = await self.urlSession(session, didReceive: challenge)
            completionHandler(answer.0, answer.1)
        }
    }

    /// Lets the device answer as it would by itself.
    public func urlSession(
        _ session: BackgroundURLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        (.performDefaultHandling, nil)
    }
}

extension BackgroundURLSessionTaskDelegate {
    /// Awaits the method without a completion handler.
    public func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        Task {
            completionHandler(
                await self.urlSession(
                    session, task: task, willPerformHTTPRedirection: response, newRequest: request))
        }
    }

    /// Follows the redirection.
    public func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest
    ) async -> URLRequest? { request }

    /// Awaits the method without a completion handler.
    public func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        Task {
            let answer = await self.urlSession(session, task: task, didReceive: challenge)
            completionHandler(answer.0, answer.1)
        }
    }

    /// Lets the device answer as it would by itself.
    public func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        (.performDefaultHandling, nil)
    }
}
