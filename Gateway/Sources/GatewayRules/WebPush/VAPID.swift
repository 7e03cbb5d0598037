import Crypto
import Foundation

/// A sender's proof of its key (RFC 8292): ES256 alone, whatever the token says of itself.
public struct VAPID: Sendable, Hashable {
    /// The SHA-256 of the key's 65 bytes, as hex digits.
    public var keyHash: String

    private struct Header: Decodable {
        var alg: String
    }

    private struct Claims: Decodable {
        var aud: String
        var exp: Double
    }

    /// Checks the content of `Authorization`. Throws `badVAPID`.
    ///
    /// - Parameter authority: the host, and port, that the request was made to.
    public init(
        _ authorization: String, authority: String, at now: Moment
    ) throws(WebPushRefusal) {
        let words = authorization.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "vapid",
            authorization.utf8.count <= Limits.providerTokenBytes
        else { throw .badVAPID }
        var fields: [Substring: Substring] = [:]
        for field in words[1].split(separator: ",") {
            let parts = field.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { throw .badVAPID }
            let name = parts[0].drop { $0 == " " }
            fields[name] = parts[1].prefix { $0 != " " }
        }
        guard let token = fields["t"], let text = fields["k"],
            let point = Base64URL.bytes(text.utf8), point.count == 65,
            let key = try? P256.Signing.PublicKey(x963Representation: point)
        else { throw .badVAPID }
        let parts = token.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header: Header = Base64URL.json(parts[0]),
            header.alg == "ES256", let claims: Claims = Base64URL.json(parts[1]),
            let bytes = Base64URL.bytes(parts[2]),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: bytes),
            key.isValidSignature(signature, for: Data(parts[0]) + [0x2E] + Data(parts[1])),
            Self.origin(claims.aud) == Self.origin("https://" + authority)
        else { throw .badVAPID }
        let left = claims.exp - Double(now.milliseconds) / 1_000
        let ahead = Limits.vapidAge.milliseconds + Limits.providerClockAhead.milliseconds
        guard left > 0, left <= Double(ahead) / 1_000 else { throw .badVAPID }
        keyHash = SHA256.hash(data: point).map { String(format: "%02x", $0) }.joined()
    }

    /// Without what says nothing.
    private static func origin(_ text: String) -> String {
        var text = text.lowercased()
        if text.hasSuffix("/") { text.removeLast() }
        return text.hasSuffix(":443") ? String(text.dropLast(4)) : text
    }
}

/// Base64url, as JSON Web Tokens have it.
enum Base64URL {
    static func json<T: Decodable>(_ part: Substring.UTF8View) -> T? {
        bytes(part).flatMap { try? JSONDecoder().decode(T.self, from: $0) }
    }

    /// The bytes that `part` says, without padding or with it: some clients leave it on.
    static func bytes(_ part: Substring.UTF8View) -> Data? {
        guard !part.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else {
            return nil
        }
        var text = String(Substring(part))
            .replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        while text.hasSuffix("=") { text.removeLast() }
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text)
    }
}
