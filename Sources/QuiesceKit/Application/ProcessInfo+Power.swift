import Foundation
import QuiesceWire

// Foundation on Linux has none of these. The values are those that the app was last told: they
// change just before the notification that says so (Q1).
extension ProcessInfo {
    /// Whether Low Power Mode is on. May be asked on any thread.
    public var isLowPowerModeEnabled: Bool {
        DaemonLink.current.read { $0.device.lowPowerMode ?? false }
    }

    /// How warm the device is. May be asked on any thread. An app that has never asked isn't told
    /// of changes, as on iOS.
    public var thermalState: ThermalState {
        let state = DaemonLink.current.change { session in
            session.hasAskedThermalState = true
            return session.device.thermalState
        }
        return switch state {
        case "fair": .fair
        case "serious": .serious
        case "critical": .critical
        case _: .nominal
        }
    }

    /// How warm a device is; the values are Foundation's.
    public enum ThermalState: Int, Sendable {
        /// As usual.
        case nominal = 0
        /// A little warm.
        case fair = 1
        /// So warm that the system slows down.
        case serious = 2
        /// The device needs to cool down.
        case critical = 3
    }

    /// The device is warmer or cooler. Posted on the main thread, with `processInfo` as the object.
    public static let thermalStateDidChangeNotification = Notification.Name(
        "NSProcessInfoThermalStateDidChangeNotification")
}

extension Notification.Name {
    /// Low Power Mode was switched on or off. Posted on the main thread, with
    /// `ProcessInfo.processInfo` as the object; iOS posts it on a global queue.
    // The name is Foundation's.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let NSProcessInfoPowerStateDidChange = Notification.Name(
        "NSProcessInfoPowerStateDidChangeNotification")
}
