import Foundation
import FoundationNetworking
import QuiesceKitNetworking

/// A delegate that answers what it is asked by methods that await.
final class AwaitingDiary: BackgroundURLSessionTaskDelegate {
    func urlSession(
        _ session: BackgroundURLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        await Task.yield()
        return (.useCredential, ClientCertificateCredential(certificate: "CERT", key: "KEY"))
    }

    func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest
    ) async -> URLRequest? {
        await Task.yield()
        return nil
    }

    func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        await Task.yield()
        return (
            .useCredential, URLCredential(user: "me", password: "secret", persistence: .none)
        )
    }
}
