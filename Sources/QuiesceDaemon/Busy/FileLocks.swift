import Glibc
import QuiesceLinux

/// Locks of files that somebody waits for, as proc_locks(5) tells. Leases, and locks that belong to
/// no process, have no holder there.
struct FileLocks {
    private struct Line {
        var number: Substring
        var waits: Bool
        var pid: pid_t

        /// `1: POSIX  ADVISORY  WRITE 11917 fe:00:162 0 EOF`; `1: -> POSIX …` of who waits for it.
        init?(_ text: Substring) {
            var fields = text.split(separator: " ")[...]
            guard let number = fields.popFirst() else { return nil }
            waits = fields.first == "->"
            if waits { fields.removeFirst() }
            guard fields.count > 3, let pid = pid_t(fields[fields.startIndex + 3]) else {
                return nil
            }
            self.number = number
            self.pid = pid
        }
    }

    private let lines: [Line]

    init(_ text: String? = ProcFile.read("/proc/locks")) {
        lines = (text ?? "").split(separator: "\n").compactMap(Line.init)
    }

    /// Whether another process waits for a lock of one of these.
    func isWaitedFor(_ pids: [pid_t]) -> Bool {
        lines.contains { waiter in
            waiter.waits && !pids.contains(waiter.pid)
                && lines.contains {
                    !$0.waits && $0.number == waiter.number && pids.contains($0.pid)
                }
        }
    }
}
