import Logging
import QuiesceCore
import QuiesceDesktop
import QuiesceShell

extension Limits {
    /// Seconds for a service to say that the screen stays on: it only takes note of that.
    static let idleServiceSeconds: UInt64 = 10
}

/// The services of this machine that turn its screen off: while an app wants the screen on, each is
/// asked to leave it. Nothing is open otherwise.
final class MachineIdleTimer {
    /// Those that there are now, each with its bus.
    private let services: () -> [(service: IdleService, address: String)]
    private let loop: EventLoop
    private let logger: Logger
    private var inhibitors: [IdleInhibitor] = []

    init(
        _ services: @escaping () -> [(service: IdleService, address: String)], _ loop: EventLoop,
        _ logger: Logger
    ) {
        self.services = services
        self.loop = loop
        self.logger = logger
    }

    /// systemd-logind of the system, and the screen saver of the daemon's session, if there is one.
    convenience init(environment: [String: String], _ loop: EventLoop, _ logger: Logger) {
        let services = {
            let session = DesktopNotifications.sessionBus(environment)
            return [(IdleService.logind, BusLink.systemBus(environment))]
                + (session.map { [(.screenSaver, $0)] } ?? [])
        }
        self.init(services, loop, logger)
    }

    var port: IdleTimerPort { IdleTimerPort { [self] in hold(for: $0?.name) } }

    /// - Parameter app: its name; nil: the timer runs.
    func hold(for app: String?) {
        inhibitors = []
        guard let app else { return }
        inhibitors = services().map {
            IdleInhibitor($0.service, at: $0.address, for: app, loop: loop, logger)
        }
    }
}
