import CLibcrypto
import FoundationEssentials

/// A private key on the curve P-256, which signs by ECDSA with SHA-256.
package final class P256PrivateKey {
    private let key: OpaquePointer

    /// A new one.
    package init() {
        guard let key = qc_p256_new() else { preconditionFailure("no memory for a key") }
        self.key = key
    }

    /// - Parameter pem: PKCS #8, or SEC 1.
    package init(pem: String) throws(CryptoError) {
        var pem = pem
        guard let key = pem.withUTF8({ text in qc_p256_read(text.baseAddress, text.count) }) else {
            throw CryptoError()
        }
        self.key = key
    }

    deinit { qc_p256_free(key) }

    /// The private key as PKCS #8.
    package var pem: String { pem(isPrivate: true) }
    /// The public key as SubjectPublicKeyInfo.
    package var publicKeyPEM: String { pem(isPrivate: false) }

    /// A signature in DER.
    package func signature(for bytes: Data) throws(CryptoError) -> Data {
        var count = 128
        var signature = Data(count: count)
        let result = signature.withUnsafeMutableBytes { out in
            bytes.withUnsafeBytes { bytes in
                qc_p256_sign(key, bytes.baseAddress, bytes.count, out.baseAddress, &count)
            }
        }
        guard result == 0 else { throw CryptoError() }
        return signature.prefix(count)
    }

    private func pem(isPrivate: Bool) -> String {
        guard let text = qc_p256_pem(key, isPrivate ? 1 : 0) else {
            preconditionFailure("no memory for a key's text")
        }
        defer { qc_free(text) }
        return String(cString: text)
    }
}
