import Foundation
import Glibc
import QuiesceCore

/// Counts starts of the daemon that no orderly stop followed (D3 of the reliability catalogue).
/// After several in a short time the next one launches nothing by itself.
struct DaemonCrashLoop {
    private static let fileName = "starts"
    private let directory: CInt

    /// How many starts, this one included, came within `Limits.crashLoopWindow` without an orderly
    /// stop.
    let starts: Int
    var isCrashLoop: Bool { starts >= Limits.crashLoopStarts }

    /// - Parameters:
    ///   - directory: the home's descriptor, which must stay open.
    ///   - now: seconds since 1970.
    init(directory: CInt, now: Int) {
        self.directory = directory
        let earlier = Self.read(directory).filter {
            $0 <= now && now - $0 < Limits.crashLoopWindowSeconds
        }
        let all = (earlier + [now]).suffix(Limits.crashLoopStarts)
        starts = all.count
        Self.write(all.map(String.init).joined(separator: "\n"), directory)
    }

    /// The daemon stopped in order.
    func clear() { unlinkat(directory, Self.fileName, 0) }

    private static func read(_ directory: CInt) -> [Int] {
        let fd = openat(directory, fileName, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard fd >= 0 else { return [] }
        defer { close(fd) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = Glibc.read(fd, &bytes, bytes.count)
        guard count > 0 else { return [] }
        return String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n")
            .compactMap { Int($0) }
    }

    /// Losing this file only makes it forget earlier starts, so it isn't synced.
    private static func write(_ text: String, _ directory: CInt) {
        let fd = openat(
            directory, fileName, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard fd >= 0 else { return }
        defer { close(fd) }
        _ = text.withCString { Glibc.write(fd, $0, strlen($0)) }
    }
}
