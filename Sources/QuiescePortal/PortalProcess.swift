import CQuiesceLinux
import Foundation
import Glibc
import QuiesceBus
import QuiesceDesktop
import QuiesceTerminal
import QuiesceWire

/// The backend as a process: serves the session's bus until nobody needs it, SIGTERM, or the bus's
/// end.
package enum PortalProcess {
    /// - Throws: where it can't serve.
    package static func run(
        _ paths: DevicePaths, answerSeconds: UInt64, idleSeconds: UInt64
    ) throws(Failure) {
        let signals = signalDescriptor()
        defer { close(signals) }
        let environment = ProcessInfo.processInfo.environment
        guard let address = DesktopNotifications.sessionBus(environment) else {
            throw .configuration(
                "there is no session bus: DBUS_SESSION_BUS_ADDRESS isn't set; start it in a session"
            )
        }
        guard let mailbox = Mailbox(),
            let notifications = notifications(at: address, mailbox, environment)
        else { throw .refused("the kernel has no descriptor or thread left") }
        defer { notifications.shutdown() }
        let parts = PortalParts(
            notifications: notifications, device: DeviceSwitch(paths), mailbox: mailbox,
            book: AnswerBook(environment), autostart: Autostart(environment),
            answerSeconds: answerSeconds, idleSeconds: idleSeconds)
        let bus: MessageBus
        let portal: Portal
        do throws(BusError) {
            bus = try MessageBus(address: address)
            portal = try Portal(bus, parts)
        } catch {
            throw .refused("the session's bus can't be used: \(error)")
        }
        DeviceWatch(paths) { mailbox.add(.device($0)) }.start()
        do throws(BusError) {
            while true {
                for _ in 0..<DesktopLimits.messagesPerTurn where try !bus.process() { break }
                for news in mailbox.take() { portal.hear(news) }
                portal.turn()
                if portal.isOver || portal.failure != nil || isToEnd(signals) { break }
                try wait(for: bus, [mailbox.descriptor, signals], portal.deadline)
            }
        } catch {
            portal.log("the session's bus has ended: \(error)")
        }
        portal.withdrawAll()
        if let failure = portal.failure { throw failure }
    }

    /// A file names what is shown, so that nothing stays of a process that was killed.
    private static func notifications(
        at address: String, _ mailbox: Mailbox, _ environment: [String: String]
    ) -> DesktopNotifications? {
        let memory = environment["XDG_RUNTIME_DIR"].flatMap {
            $0.hasPrefix("/") ? $0 + "/quiesce-portal-shown" : nil
        }
        let made = DesktopNotifications(
            address: { address }, memory: memory,
            hooks: .init(
                chosen: { mailbox.add(.chosen($0)) },
                pressed: { mailbox.add(.pressed($0, $1)) },
                dismissed: { mailbox.add(.dismissed($0)) },
                vanished: { mailbox.add(.vanished($0)) },
                warn: { tell("quiesce-portal: \(oneLine($0))\n") }))
        made?.keep([])
        return made
    }

    private static func wait(
        for bus: MessageBus, _ others: [Int32], _ deadline: UInt64
    ) throws(BusError) {
        let waits = try bus.waits()
        var watched = [waits.descriptor]
        for descriptor in others {
            watched.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        let end = min(waits.deadline, deadline)
        var milliseconds: Int32 = -1
        if end != .max {
            let now = BusClock.now()
            milliseconds = Int32(clamping: end > now ? (end - now + 999) / 1_000 : 0)
        }
        poll(&watched, nfds_t(watched.count), milliseconds)
    }

    // MARK: Signals

    private static func signalDescriptor() -> Int32 {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
        return signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    }

    private static func isToEnd(_ descriptor: Int32) -> Bool {
        var info = signalfd_siginfo()
        return read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) > 0
    }
}
