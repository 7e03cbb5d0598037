import CLibcrypto
import FoundationEssentials

/// A failure of libcrypto: a parameter that it doesn't take, or bytes that were changed.
package struct CryptoError: Error, Sendable, Hashable {
    package init() {}
}

/// A secret key. Its bytes are overwritten when the last copy goes.
package struct SymmetricKey: Sendable, Hashable {
    private let storage: Storage

    /// Copies the bytes.
    package init(data: some Collection<UInt8>) {
        storage = Storage(count: data.count) { $0.copyBytes(from: data) }
    }

    /// A random key of so many bits, a multiple of 8.
    package init(bitCount: Int) {
        storage = Storage(count: bitCount / 8) { bytes in
            // A machine without randomness can't keep a secret.
            precondition(qc_random(bytes.baseAddress, bytes.count) == 0, "no random numbers")
        }
    }

    package var bitCount: Int { 8 * storage.bytes.count }

    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(storage.bytes))
    }

    /// A copy of the bytes, which nobody overwrites.
    package var data: Data { withUnsafeBytes { Data($0) } }

    // The bytes are written before `init` returns, and by nobody after that until `deinit`.
    private final class Storage: @unchecked Sendable, Hashable {
        let bytes: UnsafeMutableRawBufferPointer

        init(count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
            bytes = .allocate(byteCount: count, alignment: 8)
            fill(bytes)
        }

        deinit {
            qc_cleanse(bytes.baseAddress, bytes.count)
            bytes.deallocate()
        }

        /// Takes as long wherever the keys differ.
        static func == (one: Storage, other: Storage) -> Bool {
            guard one.bytes.count == other.bytes.count else { return false }
            return zip(one.bytes, other.bytes).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
        }

        func hash(into hasher: inout Hasher) { hasher.combine(bytes.count) }
    }
}
