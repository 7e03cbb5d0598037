/// Decides by its head alone whether a request is let in.
package struct Admission: Sendable {
    /// Where the console listens.
    package enum Address: Sendable, Hashable {
        /// `host`: as it is written in a URL.
        case loopback(host: String, port: UInt16)
        /// A Unix socket, to which somebody forwards a port of theirs.
        case socket
    }

    /// A request that isn't let in: the status, and a sentence for a person.
    package struct Refusal: Error, Hashable {
        package let status: Int
        package let message: String

        package init(_ status: Int, _ message: String) {
            self.status = status
            self.message = message
        }
    }

    let address: Address
    /// Whether a cookie's value belongs to a browser that has come in.
    let isKnown: @Sendable (String) -> Bool

    package init(_ address: Address, isKnown: @escaping @Sendable (String) -> Bool) {
        self.address = address
        self.isKnown = isKnown
    }

    /// The name has the port in it: browsers give a cookie to every port of a host.
    package var cookieName: String {
        switch address {
        case .loopback(_, let port): "quiesce-console-\(port)"
        case .socket: "quiesce-console"
        }
    }

    /// - Returns: whether it has shown that it belongs to a page.
    package func check(_ head: RequestHead) throws(Refusal) -> Bool {
        let host = try checkedHost(head)
        let path = head.path.prefix { $0 != "?" }
        let writes = head.method != "GET" && head.method != "HEAD"
        guard ["GET", "HEAD", "POST"].contains(head.method) else {
            throw Refusal(405, "the console answers GET, HEAD and POST")
        }
        guard let bytes = head.bodyBytes, writes || bytes == 0 else {
            throw Refusal(400, "a request like this has no body")
        }
        guard bytes <= ConsoleLimits.bodyBytes else {
            throw Refusal(413, "a body of at most \(ConsoleLimits.bodyBytes) bytes is read")
        }
        let origin = head["origin"]
        guard origin == nil || origin == "http://" + host else {
            throw Refusal(403, "a page of another origin asks; open the console by its own link")
        }
        // Browsers say so themselves, whatever the page does.
        let isVisit = !writes && path == "/" && head["sec-fetch-mode"] == "navigate"
        if let site = head["sec-fetch-site"], !["same-origin", "none"].contains(site), !isVisit {
            throw Refusal(403, "a page of another site asks; open the console by its own link")
        }
        if writes || head.upgrades, origin == nil {
            throw Refusal(403, "a request without an origin changes nothing")
        }
        let isMember = head.cookie(cookieName).map(isKnown) ?? false
        if head.upgrades || path == "/link" || path == "/live", !isMember {
            throw Refusal(
                401, "this browser has not come in; open the link that `quiesce console` prints")
        }
        return isMember
    }

    /// Names that lead here, and nowhere else: another name was made to lead here (DNS rebinding).
    private func checkedHost(_ head: RequestHead) throws(Refusal) -> String {
        guard let host = head["host"] else { throw Refusal(400, "a request names its host") }
        let parts = Self.split(host)
        switch address {
        case .loopback(let own, let port):
            guard let parts, [own, "localhost"].contains(parts.name),
                (parts.port ?? 80) == port
            else { throw Refusal(421, "no console is called \(host.prefix(100))") }
        case .socket:
            guard let parts, ["127.0.0.1", "localhost", "[::1]"].contains(parts.name) else {
                throw Refusal(421, "no console is called \(host.prefix(100))")
            }
        }
        return host
    }

    private static func split(_ host: String) -> (name: String, port: UInt16?)? {
        let end = host.last == "]" ? host.endIndex : host.lastIndex(of: ":") ?? host.endIndex
        let name = host[..<end].lowercased()
        guard end < host.endIndex else { return (name, nil) }
        guard let port = UInt16(host[host.index(after: end)...]) else { return nil }
        return (name, port)
    }
}
