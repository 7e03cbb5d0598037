import CLibcrypto
import FoundationEssentials

/// AES-256-GCM. A sealed message is its nonce, the encrypted bytes and the tag.
package enum AESGCM {
    package static let nonceSize = Int(QC_NONCE_SIZE)
    package static let tagSize = Int(QC_TAG_SIZE)

    /// Encrypts with a random nonce, and binds `words` to the message.
    ///
    /// - Parameter key: 256 bits.
    package static func seal(
        _ plain: Data, using key: SymmetricKey, authenticating words: Data
    ) throws(CryptoError) -> Data {
        guard key.bitCount == 256 else { throw CryptoError() }
        var sealed = SymmetricKey(bitCount: 8 * nonceSize).data
        sealed.append(Data(count: plain.count + tagSize))
        let result = sealed.withUnsafeMutableBytes { sealed in
            plain.withUnsafeBytes { plain in
                words.withUnsafeBytes { words in
                    key.withUnsafeBytes { key in
                        qc_gcm_seal(
                            key.base, sealed.base, words.baseAddress, words.count,
                            plain.baseAddress, plain.count, sealed.base + nonceSize,
                            sealed.base + nonceSize + plain.count)
                    }
                }
            }
        }
        guard result == 0 else { throw CryptoError() }
        return sealed
    }

    /// Decrypts a sealed message.
    ///
    /// - Throws: when a byte of it, or of `words`, was changed, or `key` is another one.
    package static func open(
        _ sealed: Data, using key: SymmetricKey, authenticating words: Data
    ) throws(CryptoError) -> Data {
        let count = sealed.count - nonceSize - tagSize
        guard key.bitCount == 256, count >= 0 else { throw CryptoError() }
        var plain = Data(count: count)
        let result = plain.withUnsafeMutableBytes { plain in
            sealed.withUnsafeBytes { sealed in
                words.withUnsafeBytes { words in
                    key.withUnsafeBytes { key in
                        qc_gcm_open(
                            key.base, sealed.base, words.baseAddress, words.count,
                            sealed.base + nonceSize, count, plain.baseAddress,
                            sealed.base + nonceSize + count)
                    }
                }
            }
        }
        guard result == 0 else { throw CryptoError() }
        return plain
    }
}

extension UnsafeRawBufferPointer {
    /// The first byte; the buffer isn't empty.
    fileprivate var base: UnsafePointer<UInt8> {
        baseAddress!.assumingMemoryBound(to: UInt8.self)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The first byte; the buffer isn't empty.
    fileprivate var base: UnsafeMutablePointer<UInt8> {
        baseAddress!.assumingMemoryBound(to: UInt8.self)
    }
}
