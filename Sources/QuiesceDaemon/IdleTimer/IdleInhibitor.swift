import Glibc
import Logging
import QuiesceBus
import QuiesceCore
import QuiesceLinux

/// A service of the machine's that locks or blanks the screen when nobody touches it, and lets
/// itself be asked not to.
struct IdleService: Sendable {
    /// For the log.
    let words: String
    let name: String
    let path: String
    let interface: String
    /// The arguments of its `Inhibit`, for the app of this name.
    let ask: @Sendable (borrowing BusMessage, _ app: String) throws(BusError) -> Void

    /// systemd-logind, on the system bus: its IdleAction waits for as long as the descriptor that
    /// it answers with is open.
    static let logind = IdleService(
        words: "systemd-logind", name: "org.freedesktop.login1", path: "/org/freedesktop/login1",
        interface: "org.freedesktop.login1.Manager"
    ) { message, app throws(BusError) in
        try message.append("idle")
        try message.append("Quiesce")
        try message.append(Self.reason(app))
        try message.append("block")
    }

    /// The desktop's, on the session's bus: it waits until it is told otherwise, or who asked has
    /// left the bus.
    static let screenSaver = IdleService(
        words: "the desktop's screen saver", name: "org.freedesktop.ScreenSaver",
        path: "/org/freedesktop/ScreenSaver", interface: "org.freedesktop.ScreenSaver"
    ) { message, app throws(BusError) in
        try message.append("Quiesce")
        try message.append(Self.reason(app))
    }

    private static func reason(_ app: String) -> String { "\(app) is in front" }
}

/// One request to such a service, from its making to its end. Belongs to the loop's thread.
///
/// It has a connection of its own, which ends with it: where the daemon is killed, the services
/// notice, and nothing is left of it.
final class IdleInhibitor {
    private let service: IdleService
    private let app: String
    private let logger: Logger
    private var link: BusLink?
    /// logind's.
    private var lock: OwnedDescriptor?

    init(
        _ service: IdleService, at address: String, for app: String, loop: EventLoop,
        _ logger: Logger
    ) {
        self.service = service
        self.app = app
        self.logger = logger
        do {
            link = try BusLink(
                address: address, loop: loop, ready: { [weak self] in self?.ask() },
                ended: { [weak self] in self?.failed($0) })
        } catch {
            failed("\(error)")
        }
    }

    deinit { link?.close() }

    private func ask() {
        link?.attempt { bus throws(BusError) in
            let message = try bus.call(
                service.name, path: service.path, interface: service.interface, method: "Inhibit")
            try service.ask(message, app)
            try bus.send(message, seconds: Limits.idleServiceSeconds) { [weak self] answer in
                self?.answered(answer)
            }
        }
    }

    private func answered(_ answer: borrowing BusMessage) {
        if let error = answer.errorName { return failed(error) }
        if let descriptor = answer.descriptor() {
            let kept = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            guard kept >= 0 else { return failed(describe(errno: errno)) }
            lock = OwnedDescriptor(kept)
        }
        logger.debug("\(app) keeps the screen on", metadata: ["by": "\(service.words)"])
    }

    /// It isn't there, or won't: many machines have but one of the two, or none.
    private func failed(_ why: String) {
        logger.debug(
            "\(app) can't keep the screen on by \(service.words)", metadata: ["error": "\(why)"])
    }
}
