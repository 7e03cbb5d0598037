/// A domain whose pages an app opens: `example.com`, or `*.example.com` for all that are below it,
/// and not itself.
public enum LinkDomain {
    /// As many as a name has in DNS (RFC 1035, 2.3.4), less what its coding takes.
    public static let mostBytes = 253
    /// Likewise, of the part between two dots.
    public static let mostLabelBytes = 63

    /// In lower case.
    ///
    /// - Returns: nil: it is none: two or more parts with dots between, of ASCII letters, digits
    ///   and `-`, the last of which is no number; before them there may be `*.`.
    public static func normalized(_ domain: String) -> String? {
        if domain.hasPrefix("*.") { return host(domain.dropFirst(2)).map { "*." + $0 } }
        return host(domain[...])
    }

    /// The host of an `http` or `https` URL, in lower case.
    ///
    /// - Returns: nil: it is none, or has a user's name or a port: such a URL belongs to no app.
    public static func host(ofURL url: String) -> String? {
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            ["http", "https"].contains(url[..<colon].lowercased()),
            bytes[colon...].starts(with: "://".utf8)
        else { return nil }
        let rest = bytes[bytes.index(colon, offsetBy: 3)...]
        let end =
            rest.firstIndex {
                $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
            } ?? rest.endIndex
        return host(url[rest.startIndex..<end])
    }

    /// - Parameters:
    ///   - domain: as `normalized` gives it.
    ///   - host: as `host(ofURL:)` gives it.
    public static func contains(_ domain: String, host: String) -> Bool {
        domain.hasPrefix("*.") ? host.hasSuffix(domain.dropFirst()) : host == domain
    }

    private static func host(_ text: Substring) -> String? {
        guard (1...mostBytes).contains(text.utf8.count) else { return nil }
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count > 1, labels.allSatisfy(isLabel), let last = labels.last,
            last.contains(where: { !isDigit($0) })
        else { return nil }
        return text.lowercased()
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        (1...mostLabelBytes).contains(label.count) && label.first != UInt8(ascii: "-")
            && label.last != UInt8(ascii: "-")
            && label.allSatisfy {
                isDigit($0) || $0 == UInt8(ascii: "-")
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
