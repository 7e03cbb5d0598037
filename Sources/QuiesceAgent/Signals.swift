import CQuiesceLinux
import Glibc

/// SIGTERM ends an agent in order. SIGINT goes to all of a terminal's processes, and the daemon's
/// is the one that counts.
package enum Signals {
    /// A descriptor for both, which are blocked from now on. SIGPIPE is an error, not the end.
    package static func descriptor() -> Int32 {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
        return signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    }

    /// Reads what came.
    package static func isToEnd(_ descriptor: Int32) -> Bool {
        var isToEnd = false
        var info = signalfd_siginfo()
        while read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) > 0 {
            if info.ssi_signo == UInt32(SIGTERM) { isToEnd = true }
        }
        return isToEnd
    }
}
