import Foundation
import FoundationNetworking
import QuiesceWire
import Synchronization

// Questions before a transfer goes on (X5). The answer may come at any time, on any thread; the
// first counts.
extension BackgroundURLSession {
    /// - Parameter isNew: whether a question that the task doesn't know yet, noting that it does
    ///   now.
    func ask(
        _ inquiry: TransferInquiry, about task: BackgroundURLSessionTask,
        answer: @escaping @Sendable (TransferAnswer) -> Void,
        unless isNew: (inout Set<UInt64>) -> Bool
    ) {
        guard task.values.withLock({ isNew(&$0.questions) }) else { return }
        let first = FirstAnswer(answer)
        calls.append {
            switch inquiry {
            case .redirect(let response, let url): self.ask(response, to: url, task, first)
            case .challenge(let challenge): self.ask(challenge, task, first)
            }
        }
    }

    private func ask(
        _ response: TransferResponse, to url: String, _ task: BackgroundURLSessionTask,
        _ answer: FirstAnswer
    ) {
        guard let response = response.urlResponse, let url = URL(string: url),
            let delegate = delegate as? any BackgroundURLSessionTaskDelegate
        else { return answer.give(.proceed) }
        var request = task.currentRequest ?? URLRequest(url: url)
        request.url = url
        delegate.urlSession(
            self, task: task, willPerformHTTPRedirection: response, newRequest: request
        ) { answer.give($0 == nil ? .takeResponse : .proceed) }
    }

    private func ask(
        _ challenge: TransferInquiry.Challenge, _ task: BackgroundURLSessionTask,
        _ answer: FirstAnswer
    ) {
        let isTrust = challenge.method == "serverTrust"
        let reply: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void = {
            answer.give(TransferAnswer($0, $1, isTrust: isTrust))
        }
        let asked = URLAuthenticationChallenge(challenge, reply)
        switch challenge.method {
        case "negotiate", "clientCertificate", "serverTrust":
            guard let delegate else { return reply(.performDefaultHandling, nil) }
            delegate.urlSession(self, didReceive: asked, completionHandler: reply)
        case _:
            guard let delegate = delegate as? any BackgroundURLSessionTaskDelegate else {
                return reply(.performDefaultHandling, nil)
            }
            delegate.urlSession(self, task: task, didReceive: asked, completionHandler: reply)
        }
    }
}

/// Passes on the first answer of several.
private final class FirstAnswer: Sendable {
    private let answer: Mutex<(@Sendable (TransferAnswer) -> Void)?>

    init(_ answer: @escaping @Sendable (TransferAnswer) -> Void) { self.answer = Mutex(answer) }

    func give(_ given: TransferAnswer) {
        let answer = answer.withLock { answer in
            defer { answer = nil }
            return answer
        }
        answer?(given)
    }
}

extension TransferAnswer {
    fileprivate init(
        _ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?,
        isTrust: Bool
    ) {
        switch disposition {
        case .useCredential:
            if let credential = credential as? ClientCertificateCredential {
                self = .clientCertificate(
                    .init(certificate: credential.certificate, key: credential.key))
            } else if let user = credential?.user, let password = credential?.password, !isTrust {
                self = .credential(user: user, password: password)
            } else {
                self = .proceed
            }
        case .cancelAuthenticationChallenge: self = .cancel
        case .performDefaultHandling, .rejectProtectionSpace:
            // A server that nobody vouches for isn't spoken to; else the response that asks is the
            // result.
            self = isTrust ? .cancel : .takeResponse
        @unknown case _: self = .takeResponse
        }
    }
}

extension URLAuthenticationChallenge {
    fileprivate convenience init(
        _ challenge: TransferInquiry.Challenge,
        _ reply: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let method =
            switch challenge.method {
            case "basic": NSURLAuthenticationMethodHTTPBasic
            case "digest": NSURLAuthenticationMethodHTTPDigest
            case "negotiate": NSURLAuthenticationMethodNegotiate
            // Foundation on Linux has no names for these two; they are as on iOS.
            case "clientCertificate": "NSURLAuthenticationMethodClientCertificate"
            case "serverTrust": "NSURLAuthenticationMethodServerTrust"
            case _: NSURLAuthenticationMethodDefault
            }
        let space =
            challenge.isProxy
            ? URLProtectionSpace(
                proxyHost: challenge.host, port: challenge.port, type: "http",
                realm: challenge.realm,
                authenticationMethod: method)
            : URLProtectionSpace(
                host: challenge.host, port: challenge.port, protocol: nil, realm: challenge.realm,
                authenticationMethod: method)
        self.init(
            protectionSpace: space, proposedCredential: nil,
            previousFailureCount: challenge.failures,
            failureResponse: nil, error: nil, sender: ChallengeSender(reply))
    }
}

/// For an app that answers through the challenge itself.
private final class ChallengeSender: NSObject, URLAuthenticationChallengeSender {
    private let reply: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

    init(_ reply: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
    {
        self.reply = reply
    }

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
        reply(.useCredential, credential)
    }
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {
        reply(.useCredential, nil)
    }
    func cancel(_ challenge: URLAuthenticationChallenge) {
        reply(.cancelAuthenticationChallenge, nil)
    }
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {
        reply(.performDefaultHandling, nil)
    }
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {
        reply(.rejectProtectionSpace, nil)
    }
}
