import CQuiesceLinux
import Foundation
import Glibc
import QuiesceTerminal
import QuiesceWire

/// The daemon as `quiesce up` starts it: detached, with no descriptor of ours, its standard error
/// in a file of the device.
struct DaemonProcess {
    let pid: pid_t
    private let log: DaemonLog

    /// Bytes of a log that is put aside when the next daemon starts.
    static let logBytes: off_t = 1 << 20

    /// - Parameters:
    ///   - arguments: the program, found already, and its arguments.
    /// - Throws: exit code 78 when the device's folder can't be written.
    init(_ arguments: [String], paths: DevicePaths) throws(Failure) {
        try Self.makeHome(paths.home)
        let file = try Self.openLog(paths.daemonLog)
        defer { close(file) }
        log = DaemonLog(paths)

        var pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        pid = ql_spawn_detached(arguments[0], &pointers, environ, file)
        guard pid > 0 else { throw .refused("could not start \(arguments[0]): \(reason(-pid))") }
    }

    /// How the daemon ended, when it has: its exit code, or 128 + the signal's number.
    func exitCode() -> Int32? {
        var status: Int32 = 0
        guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }

    /// Whether a process that lives, and isn't `pid`, has the device, or had it when it last said
    /// so.
    static func isHeld(_ paths: DevicePaths, byOtherThan pid: pid_t) -> Bool {
        guard let text = try? String(contentsOfFile: paths.lock, encoding: .utf8),
            let holder = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)),
            holder > 0, holder != pid
        else { return false }
        return Glibc.kill(holder, 0) == 0 || errno == EPERM
    }

    /// The last line that this run of the daemon wrote.
    func lastWords() -> String? { log.lastLine() }

    private static func makeHome(_ home: String) throws(Failure) {
        do {
            let parent = (home as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(
                atPath: parent, withIntermediateDirectories: true)
        } catch {
            throw .configuration("could not make the folder above \(home); choose another --home")
        }
        // Apps of other uids pass through it to their containers (0711).
        if mkdir(home, 0o711) != 0 && errno != EEXIST {
            throw .configuration(
                "could not make \(home): \(reason(errno)); choose another folder with --home")
        }
    }

    private static func openLog(_ path: String) throws(Failure) -> Int32 {
        var status = stat()
        if lstat(path, &status) == 0, status.st_size > logBytes { rename(path, path + ".1") }
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw .configuration(
                "could not write \(path): \(reason(errno)); choose another folder with --home")
        }
        return file
    }
}
