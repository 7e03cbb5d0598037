import Foundation
import Glibc
import QuiesceCore

/// The locks of this process on files that apps share, as the daemon sees them of an app (C2):
/// by the descriptors of the process.
enum SharedLocks {
    /// - Parameters:
    ///   - folder: in it each group has a folder of its name.
    ///   - groups: their names.
    static func held(in folder: URL, groups: [String]) -> [HeldLock] {
        let root = folder.resolvingSymlinksInPath().path
        let manager = FileManager.default
        let descriptors = (try? manager.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        var found: [HeldLock] = []
        for number in descriptors {
            guard
                let path = try? manager.destinationOfSymbolicLink(
                    atPath: "/proc/self/fd/\(number)"),
                let group = groups.first(where: { path.hasPrefix("\(root)/\($0)/") }),
                let info = try? String(
                    contentsOfFile: "/proc/self/fdinfo/\(number)", encoding: .utf8)
            else { continue }
            let file = String(path.dropFirst("\(root)/\(group)/".count))
            for line in info.split(separator: "\n") {
                guard let (kind, isShared) = lock(line) else { continue }
                // An open SQLite database in WAL mode has one, and keeps nobody out.
                if isShared, path.hasSuffix("-shm") || access(path + "-shm", F_OK) == 0 { continue }
                let lock = HeldLock(group: group, file: file, kind: kind)
                if !found.contains(lock) { found.append(lock) }
            }
        }
        return found.sorted { ($0.group, $0.file) < ($1.group, $1.file) }
    }

    /// `lock: 1: FLOCK ADVISORY WRITE 11917 fe:00:162 0 EOF`
    private static func lock(_ line: Substring) -> (HeldLock.Kind, isShared: Bool)? {
        guard line.hasPrefix("lock:") else { return nil }
        let fields = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard fields.count > 4 else { return nil }
        let kind: HeldLock.Kind
        switch fields[2] {
        case "FLOCK": kind = .flock
        case "POSIX": kind = .posix
        case "OFDLCK": kind = .openFileDescription
        case "LEASE": kind = .lease
        case _: return nil
        }
        return (kind, fields[4] == "READ")
    }
}
