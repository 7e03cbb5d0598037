import Glibc

/// Where the cgroup v2 hierarchy is mounted, and where in it this process is.
package struct CgroupMount: Sendable, Hashable {
    /// `/sys/fs/cgroup`, or `/sys/fs/cgroup/unified` on a hybrid machine.
    package let mountPoint: String
    /// Our own cgroup, as /proc/PID/cgroup names it: "/" or "/user.slice/…".
    package let ownPath: String
    /// The directory of our own cgroup: what we may create cgroups beneath.
    ///
    /// Apps' cgroups lie beside the daemon's process. That is allowed as long as no controller is
    /// enabled for them ("no internal processes"), and freezing and killing need none.
    package let ownDirectory: String
    /// Where the v1 pids controller is, if it is there; nil otherwise.
    package let pidsDirectory: String?
    /// Where that one is mounted.
    package let pidsMountPoint: String?

    /// Reads `/proc/self/mountinfo` and `/proc/self/cgroup`; nil where there is no cgroup v2, or
    /// ours lies outside of what is mounted.
    package static func find() -> CgroupMount? {
        guard let mounts = ProcFile.read("/proc/self/mountinfo"),
            let cgroups = ProcFile.read("/proc/self/cgroup")
        else { return nil }
        return CgroupMount(mountinfo: mounts, cgroups: cgroups)
    }

    /// The same, from the files' texts.
    package init?(mountinfo: String, cgroups: String) {
        var unified: (root: String, point: String)?
        var pids: (root: String, point: String)?
        for line in mountinfo.split(separator: "\n") {
            // id parent major:minor root mount-point options [optional…] - type source
            // super-options
            let fields = line.split(separator: " ")
            guard let dash = fields.firstIndex(of: "-"), dash >= 6, fields.count > dash + 3 else {
                continue
            }
            let place = (root: Self.unescaped(fields[3]), point: Self.unescaped(fields[4]))
            switch fields[dash + 1] {
            case "cgroup2": unified = Self.preferred(unified, place)
            case "cgroup":
                if fields[dash + 3].split(separator: ",").contains("pids") {
                    pids = Self.preferred(pids, place)
                }
            case _: break
            }
        }
        guard let unified else { return nil }

        var own: String?
        var ownPids: String?
        for line in cgroups.split(separator: "\n") {
            // hierarchy:controllers:path
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            if fields[0] == "0" { own = String(fields[2]) }
            if fields[1].split(separator: ",").contains("pids") { ownPids = String(fields[2]) }
        }
        guard let own, let directory = Self.directory(of: own, mountedAt: unified) else {
            return nil
        }
        mountPoint = unified.point
        pidsMountPoint = pids?.point
        ownPath = own
        ownDirectory = directory
        pidsDirectory =
            if let pids, let ownPids { Self.directory(of: ownPids, mountedAt: pids) } else { nil }
    }

    /// A hierarchy may be mounted more than once, for a container's root say; the usual place
    /// stays.
    package static func preferred(
        _ known: (root: String, point: String)?, _ other: (root: String, point: String)
    ) -> (root: String, point: String) {
        guard let known else { return other }
        let isUsual = known.point.hasPrefix("/sys/fs/cgroup")
        return !isUsual && other.point.hasPrefix("/sys/fs/cgroup") ? other : known
    }

    package static func directory(
        of cgroup: String, mountedAt mount: (root: String, point: String)
    ) -> String? {
        // "/.." leads out of our cgroup namespace.
        guard !cgroup.split(separator: "/").contains("..") else { return nil }
        let root = mount.root == "/" ? "" : mount.root
        guard cgroup == root || cgroup.hasPrefix(root + "/") else { return nil }
        let below = cgroup.dropFirst(root.count)
        return below.isEmpty || below == "/" ? mount.point : mount.point + below
    }

    /// Undoes mountinfo's octal escapes of space, tab, newline and backslash.
    package static func unescaped(_ field: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = field.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.count >= 3,
                let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
            {
                bytes.append(code)
                rest.removeFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
