/// An http or https URL, taken apart as RFC 3986 does; only what is asked of a server is kept, so
/// neither a fragment nor a user's name.
public struct WebAddress: Sendable, Hashable, CustomStringConvertible {
    public enum Scheme: String, Sendable, Hashable { case http, https }

    public let scheme: Scheme
    /// In lower case; an IPv6 address with its brackets.
    public let host: String
    public let port: UInt16
    /// From its first `/`.
    public let path: String
    /// Without its `?`.
    public let query: String?

    public enum Problem: Error, Sendable, Hashable {
        /// Not a URL.
        case malformed
        /// The address has another scheme; the value is that scheme, in lower case.
        case unsupported(String)
    }

    /// - Throws: `Problem`
    public init(_ text: String) throws(Problem) {
        let parts = URLParts(text)
        guard let scheme = parts.scheme else { throw .malformed }
        self = try Self(scheme: scheme, parts: parts, path: parts.path)
    }

    /// Where a reference in a document from this address leads (RFC 3986 §5.2).
    public func resolve(_ reference: String) throws(Problem) -> WebAddress {
        let parts = URLParts(reference)
        if let scheme = parts.scheme {
            return try Self(scheme: scheme, parts: parts, path: parts.path)
        }
        var whole = parts
        if parts.authority != nil {
            return try Self(scheme: scheme.rawValue, parts: whole, path: parts.path)
        }
        whole.authority = authority
        if parts.path.isEmpty {
            whole.query = parts.query ?? query
            return try Self(scheme: scheme.rawValue, parts: whole, path: path)
        }
        let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        return try Self(
            scheme: scheme.rawValue, parts: whole,
            path: parts.path.hasPrefix("/") ? parts.path : folder + parts.path)
    }

    public var description: String {
        "\(scheme.rawValue)://\(authority)\(path)" + (query.map { "?\($0)" } ?? "")
    }

    /// `host`, or `host:port` where it isn't the scheme's own.
    public var authority: String { port == Self.port(scheme) ? host : "\(host):\(port)" }

    public func hasOrigin(of other: WebAddress) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    /// Whether `host` or `host:port` names this address' server.
    public func isOf(origin: String) -> Bool {
        ASCII.equal(origin, host) || ASCII.equal(origin, "\(host):\(port)")
    }

    private static func port(_ scheme: Scheme) -> UInt16 { scheme == .http ? 80 : 443 }

    private init(scheme: String, parts: URLParts, path: String) throws(Problem) {
        let lowered = ASCII.lowercased(scheme)
        guard let scheme = Scheme(rawValue: lowered) else { throw .unsupported(lowered) }
        guard let authority = parts.authority else { throw .malformed }
        // The part before the last @ is a name and a password.
        let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let (host, port) = try Self.split(place)
        self.scheme = scheme
        self.host = host
        self.port = port ?? Self.port(scheme)
        self.path = URLParts.escaped(URLParts.withoutDots(path.isEmpty ? "/" : path))
        self.query = parts.query.map(URLParts.escaped)
    }

    private static func split(_ place: Substring) throws(Problem) -> (String, UInt16?) {
        var host = place
        var port: Substring = ""
        if place.hasPrefix("[") {
            guard let end = place.firstIndex(of: "]") else { throw .malformed }
            host = place[...end]
            port = place[place.index(after: end)...]
            guard port.isEmpty || port.hasPrefix(":") else { throw .malformed }
            port = port.dropFirst()
        } else if let colon = place.firstIndex(of: ":") {
            host = place[..<colon]
            port = place[place.index(after: colon)...]
        }
        let forbidden = " \"#%/<>?@\\^`{|}"
        guard !host.isEmpty, host.utf8.count <= 255, host.allSatisfy({ !forbidden.contains($0) }),
            host.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { throw .malformed }
        if port.isEmpty { return (ASCII.lowercased(host), nil) }
        guard let number = ASCII.number(port), let port = UInt16(exactly: number), port > 0 else {
            throw .malformed
        }
        return (ASCII.lowercased(host), port)
    }
}

/// The five parts of a URL reference, as they are written.
struct URLParts {
    var scheme: String?
    var authority: String?
    var path = ""
    var query: String?

    init(_ text: String) {
        var rest = Substring(ASCII.trimmed(text))
        if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
            scheme = String(rest[..<colon])
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: "/") ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        }
        path = String(rest)
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, ASCII.lower(first) >= UInt8(ascii: "a"),
            ASCII.lower(first) <= UInt8(ascii: "z")
        else { return false }
        return text.utf8.allSatisfy {
            let byte = ASCII.lower($0)
            return (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")) || ASCII.isDigit(byte)
                || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".")
        }
    }

    /// RFC 3986 §5.2.4.
    static func withoutDots(_ path: String) -> String {
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            case _: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }

    /// Escapes the characters that may not stand in a URL as they are, but that servers send all
    /// the same: spaces and other alphabets.
    static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte <= 0x20 || byte >= 0x7F || "\"<>\\^`{|}".utf8.contains(byte) {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
