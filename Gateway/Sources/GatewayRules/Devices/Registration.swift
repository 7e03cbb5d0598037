import Crypto
import Foundation

/// A device's message to join: its key, with the proof that the device has the private half.
public struct Registration: Sendable, Hashable, Codable {
    /// A P-256 key, as PEM (SubjectPublicKeyInfo).
    public var publicKey: String
    /// An ECDSA signature (SHA-256, DER, base64) over `signedText`.
    public var signature: String
    public var name: String

    public init(publicKey: String, signature: String, name: String) {
        self.publicKey = publicKey
        self.signature = signature
        self.name = name
    }

    /// The text that the device signs.
    public static func signedText(publicKey: String) -> String {
        "quiesce-device-registration\n" + publicKey
    }

    /// The key, if the signature is by it.
    public var checkedKey: P256.Signing.PublicKey? {
        guard let key = try? P256.Signing.PublicKey(pemRepresentation: publicKey),
            let bytes = Data(base64Encoded: signature),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: bytes),
            key.isValidSignature(signature, for: Data(Self.signedText(publicKey: publicKey).utf8))
        else { return nil }
        return key
    }
}
