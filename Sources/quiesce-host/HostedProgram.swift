import CQuiesceLinux
import Foundation
import Glibc
import QuiesceLinux
import Synchronization

/// The program that is hosted, a child of this process: in its cgroup, session and process group,
/// so that both are frozen and ended together; or one that ran already, which the daemon freezes
/// and ends with this process.
final class HostedProgram: Sendable {
    struct Refusal: Error {
        /// An errno.
        let code: Int32
    }

    /// The program has less than the app has to say goodbye (W1).
    private static let patienceMilliseconds: Int32 = 4_000
    /// A pidfd.
    private let process: Int32
    /// nil: it is a child.
    let adopted: MainProcess?
    private let isToEnd = Atomic(false)

    /// Starts it. When it ends, this process ends likewise: with its code, or by its signal.
    ///
    /// - Parameter command: its path, and its arguments.
    init(_ command: [String]) throws(Refusal) {
        adopted = nil
        process = ql_pidfd_open(try Self.spawn(command))
        guard process >= 0 else { throw Refusal(code: -process) }
        Thread.detachNewThread { [self] in follow() }
    }

    /// Follows it. When it ends, this process ends, well: nobody tells how it did.
    init(adopted: MainProcess) {
        self.adopted = adopted
        process = adopted.pidfd.number
        Thread.detachNewThread { [self] in follow() }
    }

    /// Starts another process beside it, which may end or stay.
    static func startBeside(_ command: [String]) throws(Refusal) {
        let process = ql_pidfd_open(try spawn(command))
        guard process >= 0 else { throw Refusal(code: -process) }
        Thread.detachNewThread {
            wait(for: process, milliseconds: -1)
            var code: Int32 = 0
            var isSignal = false
            _ = ql_pidfd_reap(process, &code, &isSignal)
            close(process)
        }
    }

    private static func spawn(_ command: [String]) throws(Refusal) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // As a shell would start it, whatever the SDK has set up for itself.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var pid = pid_t()
        let error = posix_spawn(&pid, command[0], nil, &attributes, &arguments, environ)
        guard error == 0 else { throw Refusal(code: error) }
        return pid
    }

    /// Asks it to end, and waits for that as long as there is time.
    func end() {
        isToEnd.store(true, ordering: .sequentiallyConsistent)
        _ = ql_pidfd_signal(process, SIGTERM)
        // It may be stopped.
        _ = ql_pidfd_signal(process, SIGCONT)
        Self.wait(for: process, milliseconds: Self.patienceMilliseconds)
    }

    private func follow() {
        Self.wait(for: process, milliseconds: -1)
        // The SDK ends this process, once the app has said goodbye.
        if isToEnd.load(ordering: .sequentiallyConsistent) { return }
        var code: Int32 = 0
        var isSignal = false
        _ = ql_pidfd_reap(process, &code, &isSignal)
        if isSignal {
            signal(code, SIG_DFL)
            raise(code)
        }
        _exit(isSignal ? 128 + code : code)
    }

    private static func wait(for process: Int32, milliseconds: Int32) {
        var waited = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
        while poll(&waited, 1, milliseconds) < 0, errno == EINTR {}
    }
}
