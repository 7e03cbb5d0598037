import Foundation
import Glibc
import QuiesceBus
import QuiesceDesktop
import QuiesceLinux
import QuiesceTerminal
import QuiesceWire

/// The backend as a process: serves the session's bus until nobody needs it, SIGTERM, or the bus's
/// end.
package enum PortalProcess {
    /// - Throws: where it can't serve.
    package static func run(
        _ paths: DevicePaths, answerSeconds: UInt64, idleSeconds: UInt64
    ) throws(Failure) {
        let signals = EndSignals()
        let environment = ProcessInfo.processInfo.environment
        guard let address = DesktopNotifications.sessionBus(environment) else {
            throw .configuration(
                "there is no session bus: DBUS_SESSION_BUS_ADDRESS isn't set; start it in a session"
            )
        }
        guard let mailbox = Mailbox<PortalNews>(),
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
                if portal.isOver || portal.failure != nil || signals.haveCome() { break }
                try bus.wait(
                    or: [mailbox.descriptor, signals.descriptor], until: portal.deadline)
            }
        } catch {
            portal.log("the session's bus has ended: \(error)")
        }
        portal.withdrawAll()
        if let failure = portal.failure { throw failure }
    }

    /// A file names what is shown, so that nothing stays of a process that was killed.
    private static func notifications(
        at address: String, _ mailbox: Mailbox<PortalNews>, _ environment: [String: String]
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
}
