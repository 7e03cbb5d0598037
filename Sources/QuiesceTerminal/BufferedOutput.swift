import Glibc

/// Text on its way to a file, handed over in large pieces.
package final class BufferedOutput {
    private let descriptor: Int32
    private let isOwn: Bool
    private var bytes: [UInt8] = []
    /// The errno of the first write that failed; nothing is written after it.
    package private(set) var failure: Int32?

    private static let size = 65_536

    /// Standard output.
    package init() {
        descriptor = STDOUT_FILENO
        isOwn = false
    }

    /// A file, made or emptied.
    package init(path: String) throws(Failure) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        isOwn = true
        guard descriptor >= 0 else {
            throw .unwritten(path, errno)
        }
    }

    deinit { if isOwn, descriptor >= 0 { close(descriptor) } }

    package func append(_ text: String) { append(Array(text.utf8)) }

    package func append(_ more: [UInt8]) {
        bytes.append(contentsOf: more)
        if bytes.count >= Self.size { flush() }
    }

    /// Hands over what is left.
    /// - Throws: exit code 1 when any of it could not be written.
    package func finish(_ name: String) throws(Failure) {
        flush()
        if let failure { throw .unwritten(name, failure) }
    }

    package func flush() {
        var start = 0
        while start < bytes.count, failure == nil {
            let count = bytes[start...].withUnsafeBytes {
                write(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 { start += count } else if errno != EINTR { failure = errno }
        }
        bytes.removeAll(keepingCapacity: true)
    }
}
