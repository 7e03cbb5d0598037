import CQuiesceLinux
import Glibc
import QuiesceCore

/// An app's first process, held by its pidfd: its number can't come to mean another one.
final class MainProcess: Sendable {
    let pid: pid_t
    /// Readable when the process has ended.
    let pidfd: OwnedDescriptor

    init(pid: pid_t, pidfd: consuming OwnedDescriptor) {
        self.pid = pid
        self.pidfd = pidfd
    }

    /// nil when there is no such process. It may be another one than was meant: look at it, then ask
    /// `isAlive`.
    convenience init?(adopting pid: pid_t) {
        let descriptor = ql_pidfd_open(pid)
        guard descriptor >= 0 else { return nil }
        self.init(pid: pid, pidfd: OwnedDescriptor(descriptor))
    }

    var isAlive: Bool { QuiesceDaemon.isAlive(pidfd: pidfd.number) }

    /// How it ended; nil while it runs.
    func reap() -> ExitStatus? {
        var code: CInt = 0
        var isSignal = false
        switch ql_pidfd_reap(pidfd.number, &code, &isSignal) {
        case 0: return nil
        case 1: return isSignal ? .signalled(code) : .exited(code: code)
        case _: return .unknown
        }
    }
}

/// Whether the process has not been reaped yet, also when we may not signal it.
func isAlive(pidfd: CInt) -> Bool {
    let answer = ql_pidfd_signal(pidfd, 0)
    return answer == 0 || answer == -EPERM
}

extension ProcessStatus {
    /// The process that was started first; nil when none is left.
    static func oldest(of pids: [pid_t]) -> pid_t? {
        pids.compactMap { pid in ProcessStatus(pid: pid).map { (pid, $0.startTime) } }
            .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
    }
}
