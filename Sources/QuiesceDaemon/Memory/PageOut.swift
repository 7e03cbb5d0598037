import CQuiesceLinux
import Glibc
import QuiesceLinux

/// Moves what a frozen app uses into swap: by `memory.reclaim` of its cgroup v2 where the
/// controller is there, else page by page with process_madvise, which takes CAP_SYS_NICE.
enum PageOut {
    /// Whether there is swap for as much, and a way to use it. A user's daemon has none without the
    /// memory controller, and doesn't try.
    static func hasRoom(for bytes: UInt64) -> Bool {
        guard geteuid() == 0 else { return false }
        return free(ProcFile.read("/proc/meminfo") ?? "") >= bytes
    }

    /// Bytes of swap that are free.
    static func free(_ meminfo: String) -> UInt64 {
        for line in meminfo.split(separator: "\n") where line.hasPrefix("SwapFree:") {
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap { UInt64($0) }
            return (kilobytes ?? 0) * 1024
        }
        return 0
    }

    /// For `quiesce status`.
    static var note: String {
        guard geteuid() == 0 else {
            return
                "suspended apps are purged without being paged out, because the daemon does not run as root"
        }
        return free(ProcFile.read("/proc/meminfo") ?? "") > 0
            ? "suspended apps are paged out before any is purged"
            : "there is no swap: suspended apps are purged without being paged out"
    }

    /// On a worker's thread.
    static func run(_ reader: ProcessReader) {
        if let cgroup = reader.cgroup,
            let used = ProcFile.read("\(cgroup)/memory.current").flatMap({ UInt64($0.dropLast()) })
        {
            // EAGAIN says that not all of it could be had.
            try? CgroupDirectory.write(String(used), to: "\(cgroup)/memory.reclaim")
            return
        }
        for pid in reader.pids() {
            var ranges = privateRanges(ProcFile.read("/proc/\(pid)/maps") ?? "")
            _ = ql_page_out(pid, &ranges, ranges.count)
        }
    }

    /// The process's own memory, which is in no file: `start-end rw-p offset device inode path`.
    static func privateRanges(_ maps: String) -> [iovec] {
        maps.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            guard fields.count > 4, fields[1].hasPrefix("rw"), fields[1].hasSuffix("p"),
                fields[4] == "0"
            else { return nil }
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, ends[1] > ends[0] else { return nil }
            return iovec(
                iov_base: UnsafeMutableRawPointer(bitPattern: ends[0]),
                iov_len: Int(ends[1] - ends[0]))
        }
    }
}
