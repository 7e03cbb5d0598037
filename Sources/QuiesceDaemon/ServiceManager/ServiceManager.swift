import CSystemd
import Glibc
import QuiesceLinux

/// The service manager that started this daemon: sd_notify(3), sd_watchdog_enabled(3) and
/// sd_listen_fds(3). Where none did, nothing here does anything. Belongs to the loop's thread.
final class ServiceManager {
    private let loop: EventLoop
    /// The sockets that it listens on for us, by path.
    private let sockets: [String: CInt]
    private var watchdog: PeriodicTimer?

    /// - Parameter paths: the sockets that this daemon would listen on.
    init(loop: EventLoop, paths: [String]) {
        self.loop = loop
        // Apps inherit none: sd_listen_fds has them closed when another program is executed.
        let passed = (0..<max(sd_listen_fds(0), 0)).map { SD_LISTEN_FDS_START + $0 }
        var sockets: [String: CInt] = [:]
        for descriptor in passed {
            let path = paths.first {
                sd_is_socket_unix(descriptor, CInt(SOCK_SEQPACKET.rawValue), 1, $0, 0) > 0
            }
            guard let path else { continue }
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            sockets[path] = descriptor
        }
        self.sockets = sockets
    }

    /// The socket that it listens on at `path`; it goes on to when this daemon has ended.
    func socket(at path: String) -> CInt? { sockets[path] }

    /// Tools are served from now on.
    ///
    /// - Parameter status: for `systemctl status`, one line.
    func announceReady(_ status: String) throws(SystemCallError) {
        tell("READY=1\nSTATUS=\(status)")
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return }
        // Twice in its time, as sd_watchdog_enabled(3) advises.
        let half = max(Int(microseconds / 2_000), 1)
        watchdog = try PeriodicTimer(loop: loop) { Self.tell("WATCHDOG=1") }
        watchdog?.start(milliseconds: half)
    }

    /// The daemon ends.
    ///
    /// - Parameter isRestart: another is executed in this process, which gets the sockets.
    func announceEnd(isRestart: Bool) {
        guard isRestart else { return tell("STOPPING=1") }
        tell("RELOADING=1")
        for socket in sockets.values { _ = fcntl(socket, F_SETFD, 0) }
    }

    private func tell(_ state: String) { Self.tell(state) }

    /// Does nothing where nobody listens.
    private static func tell(_ state: String) { _ = sd_notify(0, state) }
}
