import Glibc

/// How many bytes a file system holds, and how many of them are free to a user who isn't root.
struct DiskRoom {
    var whole: UInt64
    var free: UInt64

    /// - Parameters:
    ///   - length: of a file.
    ///   - missing: bytes of it that have no place on the disk yet.
    /// - Throws: EFBIG where it can never fit, ENOSPC where it doesn't now, and leave some to
    ///   others.
    func check(length: UInt64, missing: UInt64) throws(DiskError) {
        // Some say nothing of their size.
        guard whole > 0 else { return }
        let spare = min(Limits.spareBytes, whole / Limits.sparePart)
        if length > whole - spare { throw DiskError(EFBIG) }
        if missing > 0, free < spare || missing > free - spare { throw DiskError(ENOSPC) }
    }
}

extension DiskRoom {
    /// - Parameter file: any that lies on it, or a folder.
    init(of file: Int32) throws(DiskError) {
        var system = statvfs()
        guard fstatvfs(file, &system) == 0 else { throw DiskError() }
        let block = UInt64(system.f_frsize)
        self.init(
            whole: UInt64(system.f_blocks) &* block, free: UInt64(system.f_bavail) &* block)
    }
}
