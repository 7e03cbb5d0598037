import Foundation

/// Whether an app is launched and resumed in the background (F8). The values are UIKit's.
public enum UIBackgroundRefreshStatus: Int, Sendable {
    /// Not by this user's choice. Quiesce never says so.
    case restricted = 0
    /// The user has switched it off, for this app or for all.
    case denied = 1
    case available = 2
}

extension UIApplication {
    /// As the app was last told: it changes just before the notification that says so.
    public var backgroundRefreshStatus: UIBackgroundRefreshStatus {
        let isOnForAll = link.read { $0.device.backgroundRefresh ?? true }
        return isOnForAll && permissions.state(of: .backgroundRefresh) == .authorized
            ? .available : .denied
    }

    /// Posted with the application as the object.
    nonisolated public static let backgroundRefreshStatusDidChangeNotification =
        Notification.Name("UIApplicationBackgroundRefreshStatusDidChangeNotification")
}
