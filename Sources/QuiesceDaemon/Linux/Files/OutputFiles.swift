import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux
import QuiesceShell

/// The output of apps: `<directory>/<app>/<launch>.txt`, a file for each launch, bounded.
///
/// A file is bounded by giving its beginning back to the file system: offsets stay as they were,
/// and the lost bytes are a hole (`firstByte`).
public struct OutputFiles: Sendable {
    /// Bytes of output kept of one launch.
    public static let bytesPerLaunch: Int64 = 1 << 20
    /// Launches of one app whose output is kept.
    public static let launchesPerApp = 5

    public let directory: String

    /// - Parameter directory: `$QUIESCE_HOME/output`; made when missing.
    public init(directory: String) { self.directory = directory }

    public func path(of key: ProcessKey) -> String { "\(directory)/\(key.app)/\(key.launch).txt" }

    /// Creates a launch's file, for appending, and removes the app's oldest ones. On a worker's
    /// thread.
    /// - Returns: a close-on-exec descriptor; the caller closes it.
    public func open(_ key: ProcessKey) throws(SystemCallError) -> CInt {
        for path in [directory, "\(directory)/\(key.app)"] {
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw SystemCallError("mkdir \(path)")
            }
        }
        let path = path(of: key)
        let file = Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw SystemCallError("open \(path)") }
        for old in launches(of: key.app).dropLast(Self.launchesPerApp) {
            unlink(self.path(of: ProcessKey(app: key.app, launch: old)))
        }
        return file
    }

    /// The launches whose output is there, oldest first.
    public func launches(of app: AppID) -> [Launch] {
        ProcFile.names(in: "\(directory)/\(app)").compactMap { name in
            guard name.hasSuffix(".txt") else { return nil }
            return UInt64(name.dropLast(4)).map { Launch(number: $0) }
        }.sorted()
    }

    /// Cuts every file down to its last `bytesPerLaunch`. On a worker's thread.
    public func trim() {
        for name in ProcFile.names(in: directory) {
            guard let app = AppID(name) else { continue }
            for launch in launches(of: app) {
                trim(ProcessKey(app: app, launch: launch))
            }
        }
    }

    /// Cuts a launch's file down to its last `bytesPerLaunch`. On a worker's thread.
    public func trim(_ key: ProcessKey) { Self.trim(path(of: key)) }

    /// Removes all of an app's output, when it is uninstalled. On a worker's thread.
    public func remove(_ app: AppID) {
        for launch in launches(of: app) { unlink(path(of: ProcessKey(app: app, launch: launch))) }
        rmdir("\(directory)/\(app)")
    }

    /// The offset of the first byte that is still there; the file's size when none is.
    public static func firstByte(of file: CInt) -> Int64 {
        let first = ql_first_data(file, 0)
        return first >= 0 ? Int64(first) : Int64(lseek(file, 0, SEEK_END))
    }

    private static func trim(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, Int64(status.st_blocks) * 512 > bytesPerLaunch else {
            return
        }
        let file = Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return }
        defer { close(file) }
        // Whole blocks only; a file system without holes keeps it all.
        let blocks = max(0, Int64(status.st_size) - bytesPerLaunch) / 4096
        if blocks > 0 { ql_punch(file, off_t(blocks * 4096)) }
    }
}
