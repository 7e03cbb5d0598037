import CQuiesceLinux
import Glibc

/// SIGTERM, SIGINT and SIGHUP as a descriptor: the process ends in order.
package final class EndSignals {
    /// Readable once the process is to end.
    package let descriptor: Int32

    /// Blocks them in this thread and in those that it starts; SIGPIPE is ignored.
    package init() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
        descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    package func haveCome() -> Bool {
        var info = signalfd_siginfo()
        return read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) > 0
    }
}
