import Foundation
import FoundationNetworking

/// Carries out data tasks whose request is marked for VoIP (V7). Foundation's own protocol carries
/// out all other tasks: `URLProtocolClient` takes the result of a download from that one alone.
///
/// A session's queue calls it.
package final class VoIPURLProtocol: URLProtocol {
    private var exchange: VoIPExchange?
    private var foundations: URLProtocol?

    package override class func canInit(with request: URLRequest) -> Bool {
        request.networkServiceType == .voip
            && ["http", "https"].contains(request.url?.scheme?.lowercased())
    }

    package override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    package override func startLoading() {
        // A task that was suspended had gone on.
        guard exchange == nil, let task else { return }
        guard task.isPlain, let queue = task.sessionQueue else {
            let made = foundations ?? Self.foundations(for: task)
            foundations = made
            made?.startLoading()
            return
        }
        let exchange = VoIPExchange(request, collects: task.hasHandler, on: queue)
        self.exchange = exchange
        exchange.begin { self.tell($0) }
    }

    package override func stopLoading() {
        if task?.state != .suspended { exchange?.end() }
        foundations?.stopLoading()
    }

    private func tell(_ news: VoIPExchange.News) {
        switch news {
        case .response(let response):
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        case .data(let data): client?.urlProtocol(self, didLoad: data)
        case .finished: client?.urlProtocolDidFinishLoading(self)
        case .failed(let error): client?.urlProtocol(self, didFailWithError: error)
        }
    }

    /// The one for HTTP, which is the first of a default configuration's.
    private static func foundations(for task: URLSessionTask) -> URLProtocol? {
        let first = URLSessionConfiguration.default.protocolClasses?.first as? URLProtocol.Type
        return first?.init(task: task, cachedResponse: nil, client: nil)
    }
}

// A session asks the protocols of its configuration, of which Foundation's for HTTP takes any
// request; then those that are registered.
extension URLSessionConfiguration {
    /// The default one, for requests marked for VoIP as well.
    package static var defaultForVoIP: URLSessionConfiguration { .default.forVoIP() }

    /// The same of the ephemeral one.
    package static var ephemeralForVoIP: URLSessionConfiguration { .ephemeral.forVoIP() }

    private func forVoIP() -> URLSessionConfiguration {
        protocolClasses?.insert(VoIPURLProtocol.self, at: 0)
        return self
    }
}

/// `UIApplicationMain` calls it: `URLSession.shared` has the protocols that are registered when it
/// is first used.
@_cdecl("quiesce_networking_begins") package func networkingBegins() {
    _ = URLProtocol.registerClass(VoIPURLProtocol.self)
}
