import CLibcrypto

/// The SHA-256 of bytes that come one after the other.
package final class SHA256 {
    private let hash: OpaquePointer

    package init() {
        guard let hash = qc_sha256_new() else { preconditionFailure("no memory for a hash") }
        self.hash = hash
    }

    deinit { qc_sha256_free(hash) }

    package func update(_ bytes: UnsafeRawBufferPointer) {
        precondition(qc_sha256_update(hash, bytes.baseAddress, bytes.count) == 0)
    }

    /// The hash of what has come so far, 32 bytes.
    package func finalize() -> [UInt8] {
        var sum = [UInt8](repeating: 0, count: Int(QC_SHA256_SIZE))
        precondition(qc_sha256_sum(hash, &sum) == 0, "no memory for a hash")
        return sum
    }

    package static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }
}
