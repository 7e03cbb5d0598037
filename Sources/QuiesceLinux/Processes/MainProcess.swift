import CQuiesceLinux
import Glibc

/// An app's first process, held by its pidfd: its number can't come to mean another one.
package final class MainProcess: Sendable {
    package let pid: pid_t
    /// Readable when the process has ended.
    package let pidfd: OwnedDescriptor

    package init(pid: pid_t, pidfd: consuming OwnedDescriptor) {
        self.pid = pid
        self.pidfd = pidfd
    }

    /// nil when there is no such process. It may be another one than was meant: look at it, then
    /// ask `isAlive`.
    package convenience init?(adopting pid: pid_t) {
        let descriptor = ql_pidfd_open(pid)
        guard descriptor >= 0 else { return nil }
        self.init(pid: pid, pidfd: OwnedDescriptor(descriptor))
    }

    /// nil when that process has ended, whichever has its number now.
    package convenience init?(pid: pid_t, startTime: UInt64) {
        self.init(adopting: pid)
        guard let status = ProcessStatus(pid: pid), status.runsPrograms,
            status.startTime == startTime, isAlive
        else { return nil }
    }

    package var isAlive: Bool { QuiesceLinux.isAlive(pidfd: pidfd.number) }
}

/// Whether the process has not been reaped yet, also when we may not signal it.
package func isAlive(pidfd: CInt) -> Bool {
    let answer = ql_pidfd_signal(pidfd, 0)
    return answer == 0 || answer == -EPERM
}

extension ProcessStatus {
    /// The process that was started first; nil when none is left.
    package static func oldest(of pids: [pid_t]) -> pid_t? {
        pids.compactMap { pid in ProcessStatus(pid: pid).map { (pid, $0.startTime) } }
            .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
    }
}
