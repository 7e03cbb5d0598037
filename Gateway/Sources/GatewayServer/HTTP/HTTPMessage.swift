import GatewayStore
import NIOCore
import NIOHPACK

/// A request that was received whole.
struct HTTPRequest: Sendable {
    var method: String
    var path: String
    /// The host, and port, that it was made to, as its sender says.
    var authority: String
    /// Those of the message, without the pseudo-headers; names are lowercase.
    var headers: [(name: String, value: String)]
    /// No more of it than its path allows, and then `isTooLarge`.
    var body: [UInt8]
    var isTooLarge = false
    /// It didn't come to its end in time.
    var isLate = false

    init(
        method: String, path: String, headers: [(name: String, value: String)], authority: String
    ) {
        self.method = method
        self.path = path
        self.headers = headers
        self.authority = authority
        body = []
    }

    init(_ head: HPACKHeaders) {
        self.init(
            method: head.first(name: ":method") ?? "", path: head.first(name: ":path") ?? "",
            headers: head.filter { !$0.name.hasPrefix(":") }.map { ($0.name, $0.value) },
            authority: head.first(name: ":authority") ?? head.first(name: "host") ?? "")
    }
}

/// The answer to a request.
enum HTTPResponse: Sendable {
    case whole(status: Int, headers: [(name: String, value: String)], body: String)
    /// Lines without an end: what `hello` says, then the device's pushes.
    case pushes(any DeviceStream, hello: String)

    static func empty(_ status: Int) -> HTTPResponse {
        .whole(status: status, headers: [], body: "")
    }

    static func json(_ status: Int, _ body: String) -> HTTPResponse {
        .whole(status: status, headers: [("content-type", "application/json")], body: body)
    }
}

/// Whoever answers requests.
protocol Responder: Sendable {
    func respond(to request: HTTPRequest, from peer: Peer) async -> HTTPResponse
    /// Bytes that the body of a request to `path` may have; what is more isn't kept.
    func bodyLimit(path: String) -> Int
}
