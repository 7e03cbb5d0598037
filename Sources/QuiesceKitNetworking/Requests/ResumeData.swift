import Foundation
import FoundationNetworking
import QuiesceWire

/// A download's state to go on from, in a later launch as well: which bytes the daemon keeps, and
/// how the rest is asked for. No secret of the session is in it.
struct ResumeData: Codable {
    private var version = 1
    var transfer: UInt64
    private var url: URL
    private var method: String?
    private var headers: [String: String]?

    init?(_ transfer: UInt64, of request: URLRequest?) {
        guard let request, let url = request.url else { return nil }
        self.transfer = transfer
        self.url = url
        method = request.httpMethod
        headers = request.allHTTPHeaderFields
    }

    /// - Returns: nil: it isn't what `data` wrote.
    init?(_ data: Data) {
        guard let read = try? JSONDecoder().decode(ResumeData.self, from: data), read.version == 1
        else { return nil }
        self = read
    }

    var data: Data? { try? JSONEncoder().encode(self) }

    var request: URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.allHTTPHeaderFields = headers
        return request
    }
}
