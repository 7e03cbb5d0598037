import CQuiesceLinux
import Foundation
import Glibc
import QuiesceWire

/// The device that the app runs on. Its values are those that the app was last told: they change
/// just before the notification that says so (Q1).
@preconcurrency @MainActor open class UIDevice {
    public static let current = UIDevice()

    /// Whether apps can run in the background and be suspended here; where they can't, leaving
    /// an app terminates it (O2).
    open var isMultitaskingSupported: Bool {
        DaemonLink.current.read { $0.multitaskingSupported }
    }

    /// How the device is held.
    open var orientation: UIDeviceOrientation {
        switch state.orientation {
        case "portrait": .portrait
        case "portraitUpsideDown": .portraitUpsideDown
        case "landscapeLeft": .landscapeLeft
        case "landscapeRight": .landscapeRight
        case "faceUp": .faceUp
        case "faceDown": .faceDown
        case _: .unknown
        }
    }

    /// Whether the app has asked to be told of the orientation; unlike on iOS it is in any case.
    open var isGeneratingDeviceOrientationNotifications: Bool { orientationAsks > 0 }
    private var orientationAsks = 0

    /// As on iOS each call wants one of `endGeneratingDeviceOrientationNotifications()`.
    open func beginGeneratingDeviceOrientationNotifications() { orientationAsks += 1 }
    /// One call of `beginGeneratingDeviceOrientationNotifications()` is taken back.
    open func endGeneratingDeviceOrientationNotifications() {
        orientationAsks = max(0, orientationAsks - 1)
    }

    /// Whether the app wants to know of the battery; unlike on iOS it does from the start.
    /// Otherwise its level and state are unknown, and no notification tells them.
    open var isBatteryMonitoringEnabled = true

    /// From 0 to 1; -1 where it isn't known.
    open var batteryLevel: Float {
        guard isBatteryMonitoringEnabled, let percent = state.batteryPercent else { return -1 }
        return Float(percent) / 100
    }

    /// Whether the battery is charged, and is full; `.unknown` until somebody says (Q1).
    open var batteryState: BatteryState {
        switch isBatteryMonitoringEnabled ? state.batteryState : nil {
        case "unplugged": .unplugged
        case "charging": .charging
        case "full": .full
        case _: .unknown
        }
    }

    /// Whether the app wants to know of what is close to the screen; unlike on iOS it does from the
    /// start. Otherwise nothing is, and no notification tells of it.
    open var isProximityMonitoringEnabled = true

    /// Whether something is close to the screen.
    open var proximityState: Bool { isProximityMonitoringEnabled && state.near }

    /// The locale that the user chose. Quiesce's own: Foundation's `Locale.current` doesn't follow
    /// it on Linux.
    open var locale: Locale { state.locale.map(Locale.init) ?? .current }

    /// The state of the battery; the values are UIKit's.
    public enum BatteryState: Int, Sendable {
        /// Nothing tells.
        case unknown = 0
        /// It runs on its battery.
        case unplugged = 1
        /// It is on external power, and its battery isn't full.
        case charging = 2
        /// It is on external power, and its battery is full.
        case full = 3
    }

    private var state: MessageToApp.DeviceState { DaemonLink.current.read { $0.device } }

    /// Makes `TimeZone.current` the device's.
    func followTimeZone() {
        guard let timeZone = state.timeZone, TimeZone.current.identifier != timeZone else { return }
        Self.environmentTimeZone = timeZone
    }

    /// The time zone that the process has been given; nil: the machine's.
    package static var environmentTimeZone: String? {
        get { getenv("TZ").map { String(cString: $0) } }
        set {
            guard newValue != environmentTimeZone else { return }
            if let newValue { setenv("TZ", newValue, 1) } else { unsetenv("TZ") }
            tzset()
            NSTimeZone.resetSystemTimeZone()
        }
    }
}

/// How a device is held; the values are UIKit's.
public enum UIDeviceOrientation: Int, Sendable {
    /// Nothing tells.
    case unknown = 0
    /// Upright.
    case portrait = 1
    /// Upright, its top down.
    case portraitUpsideDown = 2
    /// The top of the device to the left.
    case landscapeLeft = 3
    /// On its side, its top to the right.
    case landscapeRight = 4
    /// Flat, its screen up.
    case faceUp = 5
    /// Flat, its screen down.
    case faceDown = 6

    /// Held upright, or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Held on one of its sides.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    /// Lying on its back or its face.
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
}

// Posted on `NotificationCenter.default`, with the device as the object (Q6).
extension UIDevice {
    /// The device is held another way (Q1).
    nonisolated public static let orientationDidChangeNotification = Notification.Name(
        "UIDeviceOrientationDidChangeNotification")
    /// The battery's level is another (Q1).
    nonisolated public static let batteryLevelDidChangeNotification = Notification.Name(
        "UIDeviceBatteryLevelDidChangeNotification")
    /// The battery is charged, or isn't any more (Q1).
    nonisolated public static let batteryStateDidChangeNotification = Notification.Name(
        "UIDeviceBatteryStateDidChangeNotification")
    /// Something came close to the screen, or went away (Q1).
    nonisolated public static let proximityStateDidChangeNotification = Notification.Name(
        "UIDeviceProximityStateDidChangeNotification")
}

extension Notification.Name {
    /// The account that documents are kept in sync with changed (Q6).
    // The name is Foundation's.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let NSUbiquityIdentityDidChange = Notification.Name(
        "NSUbiquityIdentityDidChangeNotification")
}
