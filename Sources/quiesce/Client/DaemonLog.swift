import Glibc
import QuiesceTerminal
import QuiesceWire

/// The lines that a daemon of `quiesce up` writes from now on.
struct DaemonLog {
    private let path: String
    /// Where in the file that begins.
    private let start: off_t

    init(_ paths: DevicePaths) {
        path = paths.daemonLog
        var status = stat()
        start = stat(path, &status) == 0 ? status.st_size : 0
    }

    /// The last line; nil: none was written.
    func lastLine() -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let length = min(lseek(file, 0, SEEK_END) - start, 16_384)
        guard length > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(length))
        let count = pread(file, &bytes, bytes.count, lseek(file, 0, SEEK_END) - length)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count], as: UTF8.self)
            .split(whereSeparator: \.isNewline).last.map { oneLine(String($0)) }
    }
}
