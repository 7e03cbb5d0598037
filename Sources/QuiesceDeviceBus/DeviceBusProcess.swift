import Foundation
import QuiesceBus
import QuiesceLinux
import QuiesceTerminal
import QuiesceWire

/// The device on a bus, as a process: serves until nobody needs it, SIGTERM, or the bus's end.
package enum DeviceBusProcess {
    /// The bus that it serves.
    package enum Bus: Sendable {
        case session
        case system

        /// nil: there is none.
        func address(_ environment: [String: String]) -> String? {
            func named(_ variable: String) -> String? {
                environment[variable].flatMap { $0.isEmpty ? nil : $0 }
            }
            return switch self {
            case .session:
                named("DBUS_SESSION_BUS_ADDRESS")
                    ?? named("XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" }
            case .system:
                named("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
            }
        }
    }

    /// - Parameters:
    ///   - idleSeconds: so long without work, and followed by nobody, it goes on.
    ///   - patience: seconds that the daemon has for a request.
    /// - Throws: where it can't serve.
    package static func run(
        _ paths: DevicePaths, on chosen: Bus, idleSeconds: UInt64,
        patience: Int = DeviceBusLimits.patienceSeconds
    ) throws(Failure) {
        let signals = EndSignals()
        guard let address = chosen.address(ProcessInfo.processInfo.environment) else {
            throw .configuration(
                "there is no session bus: DBUS_SESSION_BUS_ADDRESS isn't set; start it in a "
                    + "session, or use --system")
        }
        guard let mailbox = Mailbox<ObjectNews>() else {
            throw .refused("the kernel has no descriptor left")
        }
        let bus: MessageBus
        let object: DeviceObject
        do throws(BusError) {
            bus = try MessageBus(address: address)
            object = try DeviceObject(
                bus, mailbox, paths, idleSeconds: idleSeconds, patience: patience)
        } catch {
            throw .refused("the bus at \(address) can't be used: \(error)")
        }
        DeviceListener(paths: paths) { mailbox.add(.device($0)) }.start()
        do throws(BusError) {
            while true {
                // A caller that calls without end holds up no news.
                for _ in 0..<DeviceBusLimits.messagesPerTurn where try !bus.process() { break }
                for news in mailbox.take() { object.hear(news) }
                object.turn()
                if object.isOver || object.failure != nil || signals.haveCome() { break }
                try bus.wait(or: [mailbox.descriptor, signals.descriptor], until: object.deadline)
            }
        } catch {
            object.log("the bus has ended: \(error)")
        }
        if let failure = object.failure { throw failure }
    }
}
