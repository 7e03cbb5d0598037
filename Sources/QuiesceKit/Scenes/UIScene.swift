import Foundation

/// One of what an app shows side by side; here an app has one, its `UIWindowScene`. It is connected when the app first comes to
/// the front (S3, S6), and goes through the app's states with it.
///
/// At each of its delegate's calls `activationState` and `UIApplication.applicationState` are what they are on iOS 13 and later:
///
/// | call | scene | application |
/// |---|---|---|
/// | `scene(_:willConnectTo:options:)` | unattached | background |
/// | `sceneWillEnterForeground` | unattached at first, then background | background |
/// | `sceneDidBecomeActive` | foregroundActive | inactive |
/// | `sceneWillResignActive` | foregroundActive | active |
/// | `sceneDidEnterBackground` | background | background |
/// | `sceneDidDisconnect` | unattached | as it was |
@preconcurrency @MainActor open class UIScene: UIResponder {
    /// Where the scene is; the values are UIKit's.
    public enum ActivationState: Int, Sendable {
        /// It isn't connected, or is just being.
        case unattached = -1
        /// It is seen, and gets events.
        case foregroundActive = 0
        /// It is seen, and gets none.
        case foregroundInactive = 1
        /// It isn't seen.
        case background = 2
    }

    /// Which of the app's scenes this is, over launches.
    public let session: UISceneSession

    /// Hears of the scene, on the main thread. Made of the class that the configuration names; nil
    /// for an app without scenes.
    open var delegate: (any UISceneDelegate)?

    /// As the scene's delegate was last told.
    public internal(set) var activationState = ActivationState.unattached

    /// The system makes scenes; a subclass that overrides this calls `super`.
    ///
    /// - Parameter connectionOptions: why the scene is connected.
    public required init(session: UISceneSession, connectionOptions: UIScene.ConnectionOptions) {
        self.session = session
        super.init()
    }

    /// A scene that is never connected.
    public required init() {
        session = UISceneSession(UISceneConfiguration(name: nil, sessionRole: .windowApplication))
        super.init()
    }

    /// The application.
    open override var next: UIResponder? { UIApplication.running }

    func post(_ name: Notification.Name) {
        NotificationCenter.default.post(name: name, object: self)
    }
}

// Posted on `NotificationCenter.default` after the delegate's method, with the scene as the object.
// An app without scenes hears of the four transitions by them, too.
extension UIScene {
    /// The scene is there; its windows can be made.
    nonisolated public static let willConnectNotification = Notification.Name(
        "UISceneWillConnectNotification")
    /// The scene is gone.
    nonisolated public static let didDisconnectNotification = Notification.Name(
        "UISceneDidDisconnectNotification")
    /// The scene is in front, and nothing covers it (S3).
    nonisolated public static let didActivateNotification = Notification.Name(
        "UISceneDidActivateNotification")
    /// The scene is about to get no events (S7).
    nonisolated public static let willDeactivateNotification = Notification.Name(
        "UISceneWillDeactivateNotification")
    /// The scene comes to the front (S6).
    nonisolated public static let willEnterForegroundNotification = Notification.Name(
        "UISceneWillEnterForegroundNotification")
    /// The scene is out of sight (S5).
    nonisolated public static let didEnterBackgroundNotification = Notification.Name(
        "UISceneDidEnterBackgroundNotification")
}
