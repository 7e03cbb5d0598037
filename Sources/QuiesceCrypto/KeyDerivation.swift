import CLibcrypto
import FoundationEssentials

/// HKDF with SHA-256 (RFC 5869).
package enum HKDF {
    /// A key of 256 bits that belongs to `key`, `salt` and `info`.
    package static func deriveKey(
        from key: SymmetricKey, salt: Data, info: Data
    ) throws(CryptoError) -> SymmetricKey {
        try derive { out in
            key.withUnsafeBytes { key in
                salt.withUnsafeBytes { salt in
                    info.withUnsafeBytes { info in
                        qc_hkdf(
                            key.baseAddress, key.count, salt.baseAddress, salt.count,
                            info.baseAddress, info.count, out.baseAddress, out.count)
                    }
                }
            }
        }
    }
}

/// scrypt (RFC 7914).
package enum Scrypt {
    /// A key of 256 bits that belongs to a passcode and a salt. Takes 128 × `rounds` × `blockSize`
    /// bytes of memory, and accordingly long.
    ///
    /// - Parameter rounds: a power of 2.
    package static func deriveKey(
        from passcode: Data, salt: Data, rounds: Int, blockSize: Int, parallelism: Int
    ) throws(CryptoError) -> SymmetricKey {
        guard rounds > 1, blockSize > 0, parallelism > 0 else { throw CryptoError() }
        return try derive { out in
            passcode.withUnsafeBytes { passcode in
                salt.withUnsafeBytes { salt in
                    qc_scrypt(
                        passcode.baseAddress, passcode.count, salt.baseAddress, salt.count,
                        UInt64(rounds), UInt64(blockSize), UInt64(parallelism), out.baseAddress,
                        out.count)
                }
            }
        }
    }
}

/// A key of 256 bits that `fill` writes, 0 if it could.
private func derive(
    _ fill: (UnsafeMutableRawBufferPointer) -> Int32
) throws(CryptoError) -> SymmetricKey {
    let out = UnsafeMutableRawBufferPointer.allocate(byteCount: 32, alignment: 8)
    defer {
        qc_cleanse(out.baseAddress, out.count)
        out.deallocate()
    }
    guard fill(out) == 0 else { throw CryptoError() }
    return SymmetricKey(data: out)
}
