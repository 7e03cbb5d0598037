import Foundation
import Glibc
import QuiesceCore
import QuiesceLinux

/// `$QUIESCE_HOME`: everything of one device, and the proof that no other daemon uses it.
///
/// Holding a `StateDirectory` is holding its lock: whoever replaces a socket or moves a file aside
/// does so with one in hand (reliability D8). The directory is 0711, so that apps reach their own
/// container and socket in it by name; what is inside is made owner-only, and the daemon opens up
/// what others may enter. All methods are safe on any thread.
public final class StateDirectory: Sendable {
    /// The folders of a home. `rawValue` is the name.
    public enum Folder: String, Sendable, CaseIterable {
        case bundles, containers, output, journal, snapshots, protection, groups, gateway, stages
    }

    public static let storeName = "store.sqlite"
    public static let lockName = "daemon.lock"
    public static let deviceIDName = "device-id"
    public static let controlSocketName = "control.sock"
    public static let appSocketName = "app.sock"

    public let path: String
    /// A descriptor of the home, open as long as this object is.
    public let descriptor: Int32
    /// Eight hexadecimal digits, made up when the home was, which name this device's cgroups.
    public let deviceID: String
    /// One line each, for `quiesce status`.
    let notes: [String]
    private let lock: Int32
    private let folders: [Folder: Int32]

    /// Opens the home, making what is missing, and takes its lock.
    /// - Throws: `AlreadyRunning` when another daemon has it; `ConfigurationError` for a home that
    ///   can't be used (reliability D9).
    public init(path: String) throws {
        try Self.checkSocketPath(path)
        let home = try Self.openHome(path)
        var opened = [home]
        var taken: Int32?
        do {
            var changed = Self.files.filter { Self.putRight($0, in: home, S_IFREG, 0o600) }
            lock = try Self.takeLock(in: home, at: path)
            taken = lock
            var folders: [Folder: Int32] = [:]
            for folder in Folder.allCases {
                let wasShut = Self.letOwnerIn(folder.rawValue, in: home)
                let fd = try Self.openFolder(folder, in: home, at: path)
                opened.append(fd)
                folders[folder] = fd
                if Self.isOwnersAlone(folder),
                    Self.putRight(folder.rawValue, in: home, S_IFDIR, 0o700) || wasShut
                {
                    changed.append(folder.rawValue)
                }
                guard Self.holdsFiles(folder) else { continue }
                for name in try Files.names(in: fd).sorted()
                where Self.putRight(name, in: fd, S_IFREG, 0o600) {
                    changed.append("\(folder.rawValue)/\(name)")
                }
            }
            self.folders = folders
            notes = [Self.note(ofChanged: changed)].compactMap { $0 }
            deviceID = try Self.loadDeviceID(in: home, at: path)
        } catch {
            for fd in opened { close(fd) }
            if let taken { Self.letGo(taken) }
            throw error
        }
        self.path = path
        descriptor = home
    }

    deinit {
        for fd in folders.values { close(fd) }
        close(descriptor)
        Self.letGo(lock)
    }

    /// A descriptor of a folder of the home, open as long as this object is.
    public func descriptor(of folder: Folder) -> Int32 {
        // Every case is opened by `init`.
        folders[folder]!
    }

    public func path(of folder: Folder) -> String { "\(path)/\(folder.rawValue)" }

    /// Removes the socket that a dead daemon left. Nobody listens on it: we have the lock.
    /// - Throws: `ConfigurationError` when something else has the socket's name.
    public func removeStaleSocket(at path: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw Self.refusal(path, SystemCallError("stat"))
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw ConfigurationError(message: "\(path) isn't a socket; move it away")
        }
        guard unlink(path) == 0 else { throw Self.refusal(path, SystemCallError("remove")) }
    }

    // MARK: - Opening

    private static func checkSocketPath(_ path: String) throws {
        guard path.hasPrefix("/") else {
            throw ConfigurationError(message: "\(path) isn't an absolute path")
        }
        // sun_path has 108 bytes, the last of them NUL.
        let longest = "\(AppSockets.folderName)/keys.sock"
        let room = 107 - 1 - longest.utf8.count
        guard path.utf8.count <= room else {
            throw ConfigurationError(
                message:
                    "\(path) is too long: a socket in it needs a path of at most \(room) bytes; "
                    + "choose a shorter --home")
        }
    }

    private static func openHome(_ path: String) throws -> Int32 {
        try makeDirectories(path)
        _ = letOwnerIn(path, in: AT_FDCWD)
        let fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard fd >= 0 else { throw refusal(path, SystemCallError("open")) }
        do {
            let status = try check(fd, path)
            if status.st_mode & 0o777 != 0o711, fchmod(fd, 0o711) != 0 {
                throw refusal(path, SystemCallError("chmod"))
            }
        } catch {
            close(fd)
            throw error
        }
        return fd
    }

    /// Makes `path` and what is missing above it.
    private static func makeDirectories(_ path: String) throws {
        if mkdir(path, 0o711) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw refusal(path, SystemCallError("create"))
        }
        try makeDirectories(String(path[..<slash]))
        guard mkdir(path, 0o711) == 0 || errno == EEXIST else {
            throw refusal(path, SystemCallError("create"))
        }
    }

    private static func openFolder(_ folder: Folder, in home: Int32, at path: String) throws
        -> Int32
    {
        let folderPath = "\(path)/\(folder.rawValue)"
        guard mkdirat(home, folder.rawValue, 0o700) == 0 || errno == EEXIST else {
            throw refusal(folderPath, SystemCallError("create"))
        }
        let fd: Int32
        do {
            fd = try Files.open(folder.rawValue, in: home, O_RDONLY | O_DIRECTORY)
        } catch {
            throw refusal(folderPath, error)
        }
        do {
            _ = try check(fd, folderPath)
        } catch {
            close(fd)
            throw error
        }
        return fd
    }

    /// Refuses a directory that somebody else could change.
    private static func check(_ fd: Int32, _ path: String) throws -> stat {
        let status: stat
        do { status = try Files.status(fd) } catch { throw refusal(path, error) }
        guard status.st_uid == geteuid() else {
            throw ConfigurationError(
                message:
                    "\(path) belongs to user \(status.st_uid), and the daemon runs as "
                    + "\(geteuid()); choose another --home, or change its owner")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw ConfigurationError(
                message: "\(path) can be written by others; run `chmod go-w \(path)`")
        }
        return status
    }

    private static func takeLock(in home: Int32, at path: String) throws -> Int32 {
        let lock: Int32
        do {
            lock = try Files.open(lockName, in: home, O_RDWR | O_CREAT)
        } catch {
            throw refusal("\(path)/\(lockName)", error)
        }
        do {
            var attempts = 0
            while flock(lock, LOCK_EX | LOCK_NB) != 0 {
                guard errno == EWOULDBLOCK else { throw SystemCallError("lock") }
                let holder = try holder(of: lock)
                // A daemon that was killed while it started an app: until its exec the child holds
                // the lock too.
                guard let holder, isGone(holder), attempts < Limits.lockPatienceMilliseconds else {
                    throw AlreadyRunning(pid: holder)
                }
                attempts += 1
                usleep(1_000)
            }
            // Padded: a shorter number overwrites a longer one of the last daemon entirely.
            let pid = String(getpid()).padding(toLength: 15, withPad: " ", startingAt: 0)
            guard pwrite(lock, pid, 15, 0) == 15 else { throw SystemCallError("write") }
            return lock
        } catch let error as SystemCallError {
            letGo(lock)
            throw refusal("\(path)/\(lockName)", error)
        } catch {
            close(lock)
            throw error
        }
    }

    private static func letGo(_ lock: Int32) {
        // By word, not by closing: a child between fork and exec holds a copy of the descriptor.
        flock(lock, LOCK_UN)
        close(lock)
    }

    /// The process that wrote its number into the lock.
    private static func holder(of lock: Int32) throws -> pid_t? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(lock, &bytes, bytes.count, 0)
        guard count >= 0 else { throw SystemCallError("read") }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        return pid_t(text.trimmingCharacters(in: .whitespaces))
    }

    private static func isGone(_ pid: pid_t) -> Bool {
        let state = ProcessStatus(pid: pid)?.state
        return state == nil || state == "Z" || state == "X"
    }

    private static func loadDeviceID(in home: Int32, at path: String) throws -> String {
        let idPath = "\(path)/\(deviceIDName)"
        do {
            let fd = try Files.open(deviceIDName, in: home, O_RDONLY)
            defer { close(fd) }
            let id = String(decoding: try Files.read(fd, limit: 9), as: UTF8.self)
                .trimmingCharacters(in: .newlines)
            guard id.utf8.count == 8, id.utf8.allSatisfy(isHexDigit) else {
                // Not replaced: apps of this device may still be frozen under the lost name.
                throw ConfigurationError(
                    message:
                        "\(idPath) doesn't hold 8 hexadecimal digits; restore it, or remove it "
                        + "when no app of this device runs")
            }
            return id
        } catch let error as SystemCallError where error.errno == ENOENT {
            let number = UInt32.random(in: .min ... .max)
            let digits = String(number, radix: 16)
            let id = String(repeating: "0", count: 8 - digits.count) + digits
            do {
                try Files.replace(deviceIDName, in: home, with: Data((id + "\n").utf8))
            } catch {
                throw refusal(idPath, error)
            }
            return id
        } catch let error as SystemCallError {
            throw refusal(idPath, error)
        }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    private static func refusal(_ path: String, _ error: any Error) -> any Error {
        guard let error = error as? SystemCallError else { return error }
        let what = "can't use \(path): \(error)"
        let advice =
            switch error.errno {
            case EROFS: "; the file system is read-only, choose another --home"
            case EACCES, EPERM: "; choose another --home, or make it writable"
            case ENOTDIR, ELOOP: "; move away the file of that name"
            case ENOSPC, EDQUOT: "; free some space"
            case _: ""
            }
        return ConfigurationError(message: what + advice)
    }
}
