import Glibc

/// Writes one line about the SDK's own affairs to stderr, where `quiesce output` shows it.
package func note(_ line: String) {
    let text = "QuiesceKit: \(line)\n"
    // One write, so that lines of several threads don't mix. Nobody is left to tell if it fails.
    _ = text.utf8.withContiguousStorageIfAvailable {
        write(STDERR_FILENO, $0.baseAddress, $0.count)
    }
}
