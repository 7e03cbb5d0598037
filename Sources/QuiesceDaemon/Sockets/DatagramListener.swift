import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux
import QuiesceWire

/// Accepts connections on one socket. When descriptors run out it closes the newcomer with the
/// one it keeps in reserve, so that those already served go on (A6 of the reliability catalogue).
final class DatagramListener {
    private let fd: CInt
    /// The service manager listens on it too, and goes on when this daemon has ended.
    private let isShared: Bool
    private let loop: EventLoop
    private var watch: EventLoop.WatchID?
    private var reserve: CInt
    private let outboxLimit: Int
    private let accepted: (DatagramConnection) -> Void

    /// Listens on `path`, whose stale socket is gone already.
    ///
    /// - Parameter shared: the service manager's socket at `path`, with the mode that it has.
    init(
        path: String, shared: CInt? = nil, mode: mode_t, outboxLimit: Int, loop: EventLoop,
        accepted: @escaping (DatagramConnection) -> Void
    )
        throws
    {
        let fd = shared ?? ql_listen(path, mode, CInt(Limits.listenBacklog))
        guard fd >= 0 else {
            throw ConfigurationError(
                message:
                    "cannot listen on \(path): \(describe(errno: -fd)); remove it or choose another --home"
            )
        }
        self.fd = fd
        isShared = shared != nil
        self.loop = loop
        self.outboxLimit = outboxLimit
        self.accepted = accepted
        reserve = Self.openReserve()
        watch = try loop.watch(fd, for: .readable) { [unowned self] _ in accept() }
    }

    func close() {
        if let watch { loop.unwatch(watch) }
        watch = nil
        if !isShared { _ = Glibc.close(fd) }
        if reserve >= 0 { _ = Glibc.close(reserve) }
    }

    private func accept() {
        // Bounded, so that a flood of connections can't starve what is connected already.
        for _ in 0..<Limits.acceptsPerTurn {
            let connection = ql_accept(fd)
            if connection >= 0 {
                accepted(DatagramConnection(fd: connection, outboxLimit: outboxLimit))
            } else if connection == -EMFILE || connection == -ENFILE {
                refuseOne()
                return
            } else {
                return
            }
        }
    }

    private func refuseOne() {
        if reserve >= 0 { _ = Glibc.close(reserve) }
        let connection = ql_accept(fd)
        if connection >= 0 { _ = Glibc.close(connection) }
        reserve = Self.openReserve()
    }

    private static func openReserve() -> CInt { open("/dev/null", O_RDONLY | O_CLOEXEC) }
}
