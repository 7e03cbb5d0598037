import CQuiesceLinux
import Glibc
import QuiesceLinux

/// Signals to the daemon, as a descriptor for the loop.
public final class SignalDescriptor {
    /// Those that end the daemon in order.
    public static let ending: [CInt] = [SIGTERM, SIGINT, SIGHUP]

    private let owned: OwnedDescriptor
    /// Readable when a signal has arrived.
    public var descriptor: CInt { owned.number }

    /// Blocks `signals` in the calling thread, and so in every thread that it starts from now on:
    /// call it first in the process. Also ignores SIGPIPE.
    public init(_ signals: [CInt] = ending) throws(SystemCallError) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
        owned = try OwnedDescriptor(
            checking: signalfd(-1, &set, CInt(SFD_CLOEXEC | SFD_NONBLOCK)),
            "signalfd")
    }

    /// The next signal that has arrived, or nil.
    public func next() -> CInt? {
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(descriptor, &information, size) == size else { return nil }
        return CInt(information.ssi_signo)
    }
}
