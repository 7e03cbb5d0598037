import Glibc

/// One app's cgroup v2, its files held open: freezing, thawing and killing look up no path.
package final class CgroupFiles: Sendable {
    package struct State: Equatable {
        package var isPopulated: Bool
        package var isFrozen: Bool
    }

    package let path: String
    /// To be born in, and for the files that are read seldom.
    package let directory: OwnedDescriptor
    /// Ready for `.priority` when `state` has changed. The kernel tells at most once in 10 ms: read
    /// `state` before waiting for it.
    package let events: OwnedDescriptor
    private let freeze: OwnedDescriptor
    private let killing: OwnedDescriptor

    /// Opens an existing cgroup.
    package init(path: String) throws(SystemCallError) {
        self.path = path
        directory = try OwnedDescriptor(
            checking: open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), "open \(path)")
        events = try Self.file("cgroup.events", O_RDONLY, in: directory)
        freeze = try Self.file("cgroup.freeze", O_RDWR, in: directory)
        killing = try Self.file("cgroup.kill", O_WRONLY, in: directory)
    }

    private static func file(
        _ name: String, _ mode: CInt, in directory: borrowing OwnedDescriptor
    ) throws(SystemCallError) -> OwnedDescriptor {
        try OwnedDescriptor(
            checking: openat(directory.number, name, mode | O_CLOEXEC), "open \(name)")
    }

    /// One write(2). Thawing takes effect before it returns; freezing takes until `state` says so.
    /// A cgroup that is gone can't be frozen, and needs no thaw.
    package func setFrozen(_ isFrozen: Bool) { pwrite(freeze.number, isFrozen ? "1" : "0", 1, 0) }

    /// Sends SIGKILL to every process in it and below, those being forked included. Returns at
    /// once.
    package func kill() { pwrite(killing.number, "1", 1, 0) }

    /// nil when the cgroup has been removed.
    package var state: State? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            let count = pread(events.number, buffer.baseAddress, buffer.count - 1, 0)
            guard count > 0, let text = buffer.baseAddress else { return nil }
            text[count] = 0
            // Without making a String of it: this is read while a freeze is waited for.
            return State(
                isPopulated: strstr(text, "populated 1") != nil,
                isFrozen: strstr(text, "frozen 1") != nil)
        }
    }

    /// Whether freezing was asked for, by whomever.
    package var isToBeFrozen: Bool {
        var byte: UInt8 = 0
        return pread(freeze.number, &byte, 1, 0) == 1 && byte == UInt8(ascii: "1")
    }

    /// The processes directly in it.
    package var pids: [pid_t] { ProcFile.pids(ProcFile.read(at: directory.number, "cgroup.procs")) }

    /// nil where the kernel keeps no account.
    package var memoryCurrent: Int? {
        ProcFile.read(at: directory.number, "memory.current").flatMap { Int($0.dropLast()) }
    }

    package var cpuTimeMicroseconds: UInt64? {
        for line in (ProcFile.read(at: directory.number, "cpu.stat") ?? "").split(separator: "\n")
        where line.hasPrefix("usage_usec ") {
            return UInt64(line.dropFirst("usage_usec ".count))
        }
        return nil
    }
}
