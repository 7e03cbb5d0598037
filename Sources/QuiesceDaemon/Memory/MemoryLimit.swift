import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux

/// The memory limit of the cgroup that the daemon and its apps are in, as a container has one.
struct MemoryLimit: Sendable, Equatable {
    /// The cgroup's directory under the memory controller.
    let directory: String
    let isV1: Bool
    let bytes: UInt64

    /// nil: there is no limit, or none below what the machine has.
    static var own: MemoryLimit? {
        if let directory = CgroupMount.v1Directory(of: "memory") {
            return MemoryLimit(directory: directory, isV1: true)
        }
        return CgroupMount.find().flatMap { MemoryLimit(directory: $0.ownDirectory, isV1: false) }
    }

    init?(directory: String, isV1: Bool) {
        self.directory = directory
        self.isV1 = isV1
        let name = isV1 ? "memory.limit_in_bytes" : "memory.max"
        guard let limit = Self.number("\(directory)/\(name)"), limit < 1 << 60 else { return nil }
        bytes = limit
    }

    /// nil: there is enough, or the kernel doesn't say.
    var shortage: Shortage? {
        let name = isV1 ? "memory.usage_in_bytes" : "memory.current"
        guard let used = Self.number("\(directory)/\(name)") else { return nil }
        // Page cache that isn't in use is given up first.
        let spare = Self.field(
            isV1 ? "total_inactive_file" : "inactive_file",
            in: ProcFile.read("\(directory)/memory.stat") ?? "")
        let kept = used - min(used, spare ?? 0)
        return Shortage(total: bytes, available: bytes - min(bytes, kept))
    }

    /// Readable each time that the use crosses one of the thresholds at which something is done;
    /// nil under v2, whose PSI tells.
    func makeThreshold() throws(SystemCallError) -> OwnedDescriptor? {
        guard isV1 else { return nil }
        let event = try OwnedDescriptor(
            checking: eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)), "eventfd")
        let usage = try OwnedDescriptor(
            checking: open("\(directory)/memory.usage_in_bytes", O_RDONLY | O_CLOEXEC),
            "open memory.usage_in_bytes")
        for percent in [Limits.memoryWarningPercent, Limits.memoryCriticalPercent] {
            let threshold = bytes / 100 * (100 - percent)
            try CgroupDirectory.write(
                "\(event.number) \(usage.number) \(threshold)",
                to: "\(directory)/cgroup.event_control")
        }
        return event
    }

    private static func number(_ path: String) -> UInt64? {
        ProcFile.read(path).flatMap { UInt64($0.prefix { $0 != "\n" }) }
    }

    static func field(_ name: String, in text: String) -> UInt64? {
        for line in text.split(separator: "\n") where line.hasPrefix(name + " ") {
            return UInt64(line.dropFirst(name.utf8.count + 1))
        }
        return nil
    }
}
