import Crypto
import Foundation

/// A provider's JSON Web Token: who signed it, and when. ES256 alone is understood, whatever the
/// token says of itself, so that none can choose a weaker one.
public struct ProviderToken: Sendable, Hashable {
    public var keyID: KeyID
    public var issued: Moment
    /// The team that the token claims to belong to.
    public var teamID: String

    private struct Header: Decodable {
        var alg: String
        var kid: String
    }

    private struct Claims: Decodable {
        var iss: String
        var iat: Seconds
    }

    /// A time as clients write it: a number, with a fraction or without, or one in a string.
    private struct Seconds: Decodable {
        var value: Double

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                value = number
            } else {
                value = Double(try container.decode(String.self)) ?? .nan
            }
        }
    }

    /// Reads `text`, checks its signature and that its signer is among `providers`. How old it may
    /// be is asked at each use. Throws `invalidProviderToken`.
    public init(_ text: String, of providers: Providers) throws(Reason) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard text.utf8.count <= Limits.providerTokenBytes, parts.count == 3,
            let header: Header = Base64URL.json(parts[0]), header.alg == "ES256",
            let claims: Claims = Base64URL.json(parts[1]), claims.iat.value.magnitude < 1e12,
            let signature = Base64URL.bytes(parts[2]),
            let provider = providers[KeyID(rawValue: header.kid)], provider.kind == .key,
            claims.iss == providers.teamID,
            let key = try? P256.Signing.PublicKey(pemRepresentation: provider.publicKey ?? ""),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            key.isValidSignature(signature, for: Data(parts[0]) + [0x2E] + Data(parts[1]))
        else { throw .invalidProviderToken }
        keyID = provider.id
        issued = Moment(milliseconds: Int64(claims.iat.value * 1_000))
        teamID = claims.iss
    }

    /// Throws if it is too old at `now`, or from a time to come.
    public func check(at now: Moment) throws(Reason) {
        guard issued - now <= Limits.providerClockAhead else { throw .invalidProviderToken }
        guard now - issued <= Limits.providerTokenAge else { throw .expiredProviderToken }
    }

    /// A token as a provider makes it.
    public static func make(
        keyID: KeyID, teamID: String, issued: Moment, signer: P256.Signing.PrivateKey
    ) throws -> String {
        let header = text(Data(#"{"alg":"ES256","kid":"\#(keyID.rawValue)"}"#.utf8))
        let claims = text(Data(#"{"iss":"\#(teamID)","iat":\#(issued.seconds)}"#.utf8))
        let signed = header + "." + claims
        return signed + "." + text(try signer.signature(for: Data(signed.utf8)).rawRepresentation)
    }

    /// The bytes in base64url without padding.
    private static func text(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}
