import Glibc
import QuiesceBundle
import QuiesceCore
import QuiesceLinux

/// The containers that apps share: `groups/NAME` in the device's home, for the apps whose
/// Info.plist names the group in `QuiesceAppGroups`. Belongs to the loop's thread.
///
/// A root's device gives each a group id, which its apps have as a supplementary group; the folder
/// is setgid, and the apps' umask lets the group write.
final class GroupContainers {
    /// Above the ids that apps' users, and their groups of the same number, have.
    static let range: ClosedRange<gid_t> = 2_147_000_000...2_147_479_999
    /// Groups of one device; two devices on one machine seldom share a part of the range.
    static let perDevice: gid_t = 100

    private let folder: CInt
    private let folderPath: String
    private let worker: Worker
    /// nil: everything belongs to the daemon's user.
    private let own: ClosedRange<gid_t>?

    init(_ directory: StateDirectory, hasUsers: Bool, worker: Worker) {
        folder = directory.descriptor(of: .groups)
        let path = directory.path(of: .groups)
        folderPath = ProcFile.link("/proc/self/fd/\(folder)") ?? path
        self.worker = worker
        let part =
            (UInt32(directory.deviceID, radix: 16) ?? 0)
            % (gid_t(Self.range.count) / Self.perDevice)
        let first = Self.range.lowerBound + part * Self.perDevice
        own = hasUsers ? first...(first + Self.perDevice - 1) : nil
        // Apps pass through it; nobody lists it.
        if hasUsers { fchmod(folder, 0o711) }
    }

    var path: String { folderPath }

    /// Without symbolic links.
    func paths(_ manifest: AppManifest) -> [(name: String, path: String)] {
        manifest.groups.map { ($0, "\(folderPath)/\($0)") }
    }

    /// Makes what is missing of an app's shared containers.
    /// - Returns: the group ids that it needs.
    func prepare(_ manifest: AppManifest) throws(SystemCallError) -> [gid_t] {
        var ids: [gid_t] = []
        for name in manifest.groups {
            if mkdirat(folder, name, 0o700) != 0, errno != EEXIST {
                throw SystemCallError("mkdir \(folderPath)/\(name)")
            }
            guard let own else { continue }
            var status = stat()
            guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT == S_IFDIR
            else { throw SystemCallError("stat \(folderPath)/\(name)", errno: ENOTDIR) }
            var id = status.st_gid
            if !own.contains(id) {
                id = try freeID(in: own)
                guard fchownat(folder, name, 0, id, AT_SYMLINK_NOFOLLOW) == 0,
                    fchmodat(folder, name, 0o2770, 0) == 0
                else { throw SystemCallError("chown \(folderPath)/\(name)") }
            }
            ids.append(id)
        }
        return ids
    }

    /// The folders tell which ids are taken.
    private func freeID(in own: ClosedRange<gid_t>) throws(SystemCallError) -> gid_t {
        let taken = Set(
            names.compactMap { name in
                var status = stat()
                return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
                    ? status.st_gid : nil
            })
        guard let id = own.first(where: { !taken.contains($0) }) else {
            throw SystemCallError("find a group id for another app group", errno: ENOSPC)
        }
        return id
    }

    /// Deletes the containers that no installed app shares any more.
    func keep(for installed: [AppManifest]) {
        let wanted = Set(installed.flatMap(\.groups))
        for name in names where !wanted.contains(name) {
            let folder = folder
            worker.submit { try? TreeRemover.remove(name, in: folder) }
        }
    }

    private var names: [String] { ProcFile.names(in: "/proc/self/fd/\(folder)") }
}
