import Foundation
import QuiesceWire

/// The device's screen, or an external one.
@preconcurrency @MainActor public final class UIScreen {
    public static let main = UIScreen()

    /// The device's own, then the external one, if one is connected. What an app shows is on the
    /// device's own; of an external one it learns the mode.
    public static var screens: [UIScreen] {
        let mode = UIApplication.running?.link.read { $0.device.externalScreen }
        return [main] + [mode.flatMap { $0 }.map(external)].compactMap(\.self)
    }

    private static var connected: UIScreen?
    /// nil: it is the device's own.
    private var externalSize: CGSize?

    /// In points, as the interface lies on the screen: higher than wide in portrait, wider than
    /// high in landscape. Of an external screen in pixels.
    public var bounds: CGRect {
        if let externalSize { return CGRect(origin: .zero, size: externalSize) }
        return UIApplication.running?.display.bounds ?? CGRect(origin: .zero, size: Self.size)
    }

    /// How many pixels a point has along each side; an external screen's points are its pixels.
    public var scale: CGFloat { externalSize == nil ? CGFloat(Self.device.scale) : 1 }

    /// The same as `scale`: nothing is drawn larger than it is told.
    public var nativeScale: CGFloat { scale }

    /// In pixels, in portrait.
    public var nativeBounds: CGRect {
        let size = externalSize ?? Self.size
        return CGRect(x: 0, y: 0, width: size.width * scale, height: size.height * scale)
    }

    /// In points, in portrait.
    static var size: CGSize { CGSize(width: device.width, height: device.height) }

    /// As the app was told when it last connected.
    private static var device: DeviceScreen {
        let text = UIApplication.running?.link.read { $0.device.screen }
        return text.flatMap { $0 }.flatMap { DeviceScreen($0) } ?? .standard
    }

    /// The object is the screen, of these three (Q1).
    nonisolated public static let didConnectNotification = Notification.Name(
        "UIScreenDidConnectNotification")
    /// An external screen was disconnected (Q1).
    nonisolated public static let didDisconnectNotification = Notification.Name(
        "UIScreenDidDisconnectNotification")
    /// A screen shows another mode (Q1).
    nonisolated public static let modeDidChangeNotification = Notification.Name(
        "UIScreenModeDidChangeNotification")

    /// The external screen, the same object for as long as it is connected, with what it shows now.
    ///
    /// - Parameter mode: as on the wire, `1920x1080`.
    static func external(_ mode: String) -> UIScreen {
        let screen = connected ?? UIScreen()
        let numbers = mode.split(separator: "x").map { Double($0) ?? 0 }
        screen.externalSize = CGSize(width: numbers.first ?? 0, height: numbers.last ?? 0)
        connected = screen
        return screen
    }

    static func told(_ event: String, from before: String?, to now: String?) {
        let center = NotificationCenter.default
        switch event {
        case "screenConnected":
            center.post(name: didConnectNotification, object: now.map(external))
        case "screenMode":
            center.post(name: modeDidChangeNotification, object: now.map(external))
        case _:
            let screen = before.map(external)
            connected = nil
            center.post(name: didDisconnectNotification, object: screen)
        }
    }
}
