import Glibc
import QuiesceLinux

// To the kernel an app of a user's daemon is that user, and may change the mode of all their files:
// Landlock doesn't see it. Modes are put right at a start. A folder that others could have written
// to is refused instead.
extension StateDirectory {
    /// The owner's alone.
    static let files = [
        storeName, storeName + "-wal", storeName + "-shm", lockName, deviceIDName,
        StagedPayloads.name,
    ]

    /// Whether the daemon must be able to open each file.
    static func holdsFiles(_ folder: Folder) -> Bool {
        switch folder {
        case .journal, .protection, .gateway: true
        case .bundles, .containers, .output, .snapshots, .groups, .stages: false
        }
    }

    /// Whether nobody else has anything to do in it. The daemon says later who may pass through the
    /// others.
    static func isOwnersAlone(_ folder: Folder) -> Bool {
        switch folder {
        case .journal, .protection, .gateway, .output, .snapshots, .stages: true
        case .bundles, .containers, .groups: false
        }
    }

    /// One line; nil: nothing was put right.
    static func note(ofChanged names: [String]) -> String? {
        names.isEmpty
            ? nil
            : "the modes of these had been changed, and were put right: "
                + names.joined(separator: ", ")
    }

    /// Without the owner's own bits a folder can't even be looked at.
    ///
    /// - Returns: whether they were missing.
    static func letOwnerIn(_ name: String, in folder: Int32) -> Bool {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFDIR, status.st_mode & 0o700 != 0o700,
            status.st_uid == geteuid()
        else { return false }
        return fchmodat(folder, name, status.st_mode & 0o777 | 0o700, 0) == 0
    }

    /// Gives what belongs to the daemon's user, and is of that kind, its mode.
    ///
    /// - Returns: whether it had another.
    static func putRight(
        _ name: String, in folder: Int32, _ kind: mode_t, _ mode: mode_t
    ) -> Bool {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == kind, status.st_mode & ~S_IFMT != mode,
            status.st_uid == geteuid()
        else { return false }
        return fchmodat(folder, name, mode, 0) == 0
    }
}
