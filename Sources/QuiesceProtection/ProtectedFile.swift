import Foundation
import QuiesceCrypto

/// The format of a file with complete protection: a header, and its contents sealed with
/// AES-256-GCM.
///
///     0  "QSPF"          4  version (1)     5  protection (1: complete)    6  two bytes 0
///     8  the key's id   16  the file's id, random each time it is written
///    32  nonce          44  the contents, encrypted    …  tag, 16 bytes
///
/// The file's own key is derived from the app's key and the file's id, so that no nonce is used
/// twice with one key however much an app writes. The header and the app's id are bound to the
/// contents: a file of which a byte was changed, or that is cut, or another app's, doesn't open.
package enum ProtectedFile {
    /// Bytes of contents: they are in memory as a whole, encrypted and not, while they are sealed.
    package static let largestContents = 64 << 20
    package static let overhead = headerSize + nonceSize + tagSize

    private static let magic = Data("QSPF".utf8)
    private static let version: UInt8 = 1
    private static let complete: UInt8 = 1
    private static let fileIDSize = 16
    private static let headerSize = 8 + AppKey.ID.byteCount + fileIDSize
    private static let nonceSize = 12
    private static let tagSize = 16

    /// Why bytes aren't opened, or contents not sealed.
    package enum Failure: Error, Sendable, Hashable {
        /// They don't begin as a protected file does.
        case notProtected
        /// A version or kind of protection that is newer than this.
        case unknownVersion
        /// Sealed with another key: another app's, or of an earlier installation.
        case anotherKey
        /// Cut, or changed.
        case damaged
        case tooLarge
    }

    package static func seal(_ contents: Data, with key: AppKey) throws(Failure) -> Data {
        guard contents.count <= largestContents else { throw .tooLarge }
        let fileID = SymmetricKey(bitCount: 8 * fileIDSize).data
        var header = magic
        header.append(contentsOf: [version, complete, 0, 0])
        header.append(key.id.bytes)
        header.append(fileID)
        do {
            return try header
                + AESGCM.seal(
                    contents, using: fileKey(key, fileID), authenticating: associated(header, key))
        } catch {
            throw .damaged
        }
    }

    package static func open(_ bytes: Data, with key: AppKey) throws(Failure) -> Data {
        let id = try keyID(of: bytes)
        guard id == key.id else { throw .anotherKey }
        let bytes = Data(bytes)
        let header = bytes.prefix(headerSize)
        let fileID = header.suffix(fileIDSize)
        do {
            return try AESGCM.open(
                bytes.dropFirst(headerSize), using: fileKey(key, fileID),
                authenticating: associated(header, key))
        } catch {
            throw .damaged
        }
    }

    /// Which key `bytes` need.
    package static func keyID(of bytes: Data) throws(Failure) -> AppKey.ID {
        let bytes = Data(bytes)
        guard bytes.prefix(magic.count) == magic else { throw .notProtected }
        guard bytes.count >= overhead else { throw .damaged }
        guard bytes.count <= largestContents + overhead else { throw .tooLarge }
        guard bytes[4] == version, bytes[5] == complete else { throw .unknownVersion }
        guard let id = AppKey.ID(bytes: bytes[8..<(8 + AppKey.ID.byteCount)]) else {
            throw .damaged
        }
        return id
    }

    private static func fileKey(
        _ key: AppKey, _ fileID: Data
    ) throws(CryptoError) -> SymmetricKey {
        try HKDF.deriveKey(
            from: key.key, salt: fileID, info: Data("quiesce protected file 1".utf8))
    }

    private static func associated(_ header: Data, _ key: AppKey) -> Data {
        header + Data(key.app.utf8)
    }
}
