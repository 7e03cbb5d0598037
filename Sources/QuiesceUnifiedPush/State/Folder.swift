import Foundation
import Glibc
import QuiesceTerminal

/// The distributor's folders: its state, and the user's settings.
package struct Folder: Sendable {
    /// `$XDG_STATE_HOME/quiesce-unifiedpush`
    let state: String
    /// `$XDG_CONFIG_HOME/quiesce/unifiedpush.json`
    let settings: String

    var database: String { state + "/state.db" }
    private var lockPath: String { state + "/lock" }

    /// - Throws: when the environment names no folder.
    package init(environment: [String: String]) throws(Failure) {
        func folder(_ name: String, _ fallback: String) throws(Failure) -> String {
            if let path = environment[name], path.hasPrefix("/") { return path }
            guard let home = environment["HOME"], home.hasPrefix("/") else {
                throw .refused("neither \(name) nor HOME names a folder; set one of them")
            }
            return "\(home)/\(fallback)"
        }
        state = try folder("XDG_STATE_HOME", ".local/state") + "/quiesce-unifiedpush"
        settings = try folder("XDG_CONFIG_HOME", ".config") + "/quiesce/unifiedpush.json"
    }

    /// Makes the folder of the state, its owner's alone.
    func make() throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                atPath: state, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .refused("\(state) can't be made (\(error.localizedDescription)); make it")
        }
    }

    /// Keeps others out until this process ends: with one state there is one distributor.
    func lock() throws(Failure) {
        let file = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .refused("\(lockPath) can't be opened: \(reason(errno))") }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let owner = Self.number(in: file).map { "process \($0)" } ?? "another process"
            close(file)
            throw .refused(
                "a distributor is already running (\(owner)); end it with `kill` first")
        }
        let number = Array(String(getpid()).utf8)
        guard ftruncate(file, 0) == 0, pwrite(file, number, number.count, 0) == number.count else {
            throw .refused("\(lockPath) can't be written: \(reason(errno))")
        }
    }

    /// The running distributor.
    func owner() -> pid_t? {
        let file = open(lockPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard flock(file, LOCK_SH | LOCK_NB) != 0 else { return nil }
        return Self.number(in: file)
    }

    private static func number(in file: Int32) -> pid_t? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(file, &bytes, bytes.count, 0)
        return pid_t(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self))
    }
}
