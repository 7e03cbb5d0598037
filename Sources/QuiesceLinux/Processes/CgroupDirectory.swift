import Glibc

/// Making and removing cgroup directories.
package enum CgroupDirectory {
    package static func make(_ path: String) throws(SystemCallError) {
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
            throw SystemCallError("mkdir \(path)")
        }
    }

    /// Removes an empty cgroup with the cgroups in it. A cgroup stays busy for a moment after its
    /// last process: tries for two seconds. On a worker's thread.
    /// - Returns: whether it is gone.
    @discardableResult
    package static func remove(_ path: String) -> Bool {
        for attempt in 0..<200 {
            if rmdir(path) == 0 || errno == ENOENT { return true }
            guard errno == EBUSY || errno == ENOTEMPTY else { return false }
            if attempt > 0 { usleep(10_000) }
            for name in ProcFile.names(in: path) where isDirectory("\(path)/\(name)") {
                rmdir("\(path)/\(name)")
            }
        }
        return false
    }

    /// The cgroups of this name, wherever below `root` they were made.
    package static func find(_ name: String, below root: String) -> [String] {
        ProcFile.folders(in: root).sorted().flatMap { folder in
            let path = "\(root)/\(folder)"
            return folder == name ? [path] : find(name, below: path)
        }
    }

    /// Moves the processes of a cgroup, and of those in it, to another one, which is made, and
    /// removes it. What is frozen stays so: it isn't thawed for a moment.
    ///
    /// - Throws: where a process can't be moved: it takes leave to write where both cgroups branch
    ///   off.
    package static func move(_ source: String, to target: String) throws(SystemCallError) {
        let old = try CgroupFiles(path: source)
        try make(target)
        let new = try CgroupFiles(path: target)
        if old.isToBeFrozen { new.setFrozen(true) }
        // Again, for those that were forked meanwhile.
        for _ in 0..<100 {
            for pid in pids(of: source) {
                do throws(SystemCallError) {
                    try write("\(pid)", to: "\(target)/cgroup.procs")
                } catch {
                    guard error.errno == ESRCH else { throw error }
                }
            }
        }
        remove(source)
    }

    private static func pids(of cgroup: String) -> [pid_t] {
        ProcFile.pids(ProcFile.read("\(cgroup)/cgroup.procs"))
            + ProcFile.folders(in: cgroup).flatMap { pids(of: "\(cgroup)/\($0)") }
    }

    package static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    package static func write(_ text: String, to path: String) throws(SystemCallError) {
        let file = try OwnedDescriptor(
            checking: open(path, O_WRONLY | O_CLOEXEC), "open \(path)")
        let count = Glibc.write(file.number, text, text.utf8.count)
        guard count == text.utf8.count else { throw SystemCallError("write \(path)") }
    }
}
