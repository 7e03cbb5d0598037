import Foundation

/// Where a gateway is: `https://HOST:PORT`, and nothing else.
struct GatewayAddress {
    var url: String

    struct Wrong: Error {
        var message: String
    }

    init(_ text: String) throws(Wrong) {
        let shown = text.printable(atMost: 200)
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            let host = parts.host, !host.isEmpty
        else {
            throw Wrong(
                message:
                    "\"\(shown)\" is not a gateway's address; an address looks like https://HOST:PORT"
            )
        }
        guard scheme == "https" else {
            throw Wrong(
                message:
                    "a gateway is reached by https, not by \(scheme.printable.prefix(20))")
        }
        guard parts.user == nil, parts.password == nil, parts.path.isEmpty || parts.path == "/",
            parts.query == nil, parts.fragment == nil
        else {
            throw Wrong(
                message: "a gateway's address is https://HOST:PORT, without path or user")
        }
        if let port = parts.port, !(1...65_535).contains(port) {
            throw Wrong(message: "\(port) is not a port; ports go from 1 to 65535")
        }
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        url = "https://\(name)" + (parts.port.map { ":\($0)" } ?? "")
    }
}
