import Glibc

/// Reading the kernel's small text files.
package enum ProcFile {
    /// The whole file; nil when it can't be read.
    package static func read(_ path: String) -> String? {
        bytes(path).map { String(decoding: $0, as: UTF8.self) }
    }

    package static func bytes(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return bytes(file)
    }

    package static func read(at directory: CInt, _ name: String) -> String? {
        let file = openat(directory, name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return bytes(file).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func bytes(_ file: CInt) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(file, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }

    /// The numbers, one per line.
    package static func pids(_ text: String?) -> [pid_t] {
        (text ?? "").split(separator: "\n").compactMap { pid_t($0) }
    }

    /// The names in a directory, without `.` and `..`.
    package static func names(in directory: String) -> [String] {
        names(in: directory) { _ in true }
    }

    /// The names of the directories in a directory.
    package static func folders(in directory: String) -> [String] {
        names(in: directory) { $0 == UInt8(DT_DIR) }
    }

    private static func names(in directory: String, type: (UInt8) -> Bool) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            guard type(entry.pointee.d_type) else { continue }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}

/// The state of a process, as /proc tells it. A number may be another process's a moment later:
/// hold a pidfd and ask afterwards whether that process still lives.
package struct ProcessStatus {
    /// R, S, D, T, t, Z, X
    package let state: Character
    package let parent: pid_t
    package let session: pid_t
    package let group: pid_t
    /// Its session has a terminal.
    package let hasTerminal: Bool
    /// Minor page faults of children that have ended: grows with each that it waits for.
    package let childFaults: UInt64
    /// User and system time in clock ticks.
    package let cpuTicks: UInt64
    /// The same of children that have ended, which it has waited for.
    package let childTicks: UInt64
    /// In clock ticks since boot.
    package let startTime: UInt64
    /// It runs programs: it is neither the kernel's own nor has it ended.
    package let runsPrograms: Bool
    /// Its environment, which may be empty, is in place: false while it executes a program, and
    /// where we may not see it.
    package let hasEnvironment: Bool

    /// nil when there is no such process.
    package init?(pid: pid_t) {
        guard let text = ProcFile.read("/proc/\(pid)/stat"), let close = text.lastIndex(of: ")")
        else { return nil }
        // The name, in parentheses, may hold anything; the fields after it start with the third.
        let fields = text[text.index(after: close)...].split(separator: " ")
        guard fields.count > 19, let state = fields[0].first, let parent = pid_t(fields[1]),
            let group = pid_t(fields[2]), let session = pid_t(fields[3]),
            let flags = UInt32(fields[6]),
            let childFaults = UInt64(fields[8]),
            let user = UInt64(fields[11]), let system = UInt64(fields[12]),
            let childUser = UInt64(fields[13]), let childSystem = UInt64(fields[14]),
            let start = UInt64(fields[19])
        else { return nil }
        self.state = state
        self.parent = parent
        self.session = session
        self.group = group
        hasTerminal = fields[4] != "0"
        self.childFaults = childFaults
        cpuTicks = user + system
        childTicks = childUser + childSystem
        startTime = start
        let isKernels = flags & 0x0020_0000 != 0  // PF_KTHREAD
        runsPrograms = !isKernels && !"ZX".contains(state)
        hasEnvironment = fields.count > 48 && fields[48] != "0"  // env_end
    }

    /// The users whose rights a process has: its real, effective, saved and file system's one.
    package static func users(of pid: pid_t) -> Set<uid_t> {
        let line = (ProcFile.read("/proc/\(pid)/status") ?? "").split(separator: "\n")
            .first { $0.hasPrefix("Uid:") }
        return Set((line ?? "").split(separator: "\t").compactMap { uid_t($0) })
    }

    /// Proportional memory in bytes, swap included; 0 when it can't be read.
    package static func memoryBytes(pid: pid_t) -> Int {
        let text = ProcFile.read("/proc/\(pid)/smaps_rollup") ?? ""
        var kilobytes = 0
        for line in text.split(separator: "\n") {
            if line.hasPrefix("Pss:") || line.hasPrefix("SwapPss:") {
                kilobytes += line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            }
        }
        return kilobytes * 1024
    }
}

/// The number of the process that a pidfd refers to, by the kernel's word; nil when it is gone.
package func pid(ofPidfd pidfd: CInt) -> pid_t? {
    guard let text = ProcFile.read("/proc/self/fdinfo/\(pidfd)") else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix("Pid:") {
        return line.split(separator: "\t").last.flatMap { pid_t($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
    return nil
}
