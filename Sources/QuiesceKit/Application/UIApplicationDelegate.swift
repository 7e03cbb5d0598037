import Foundation

/// The methods that an app implements to take part in its life cycle. All methods are optional
/// (S10) and run on the main thread, in the order in which the system sends them.
///
/// A delegate needs `init()`: deriving it from `UIResponder`, or making it a `final class`, is
/// enough. A subclass of `NSObject` that overrides `init` writes `required override init()`.
@preconcurrency @MainActor public protocol UIApplicationDelegate: AnyObject {
    init()

    /// The app's window. That of the interface file which Info.plist names is put here, before the
    /// first call (H4); a delegate that has none loses nothing by it.
    var window: UIWindow? { get set }

    /// The first call of a launch; `applicationState` is inactive or background (S3, S4).
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The app is ready. It must have returned 5 s after the launch (W1).
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// As the method with launch options, of a delegate that hasn't that (W1).
    func applicationDidFinishLaunching(_ application: UIApplication)

    /// The app is in front and gets events. This and the next three aren't called of an app with
    /// scenes, whose scene's delegate hears of it instead (`UISceneDelegate`).
    func applicationDidBecomeActive(_ application: UIApplication)

    /// The app is about to be left or interrupted (S5, S7).
    func applicationWillResignActive(_ application: UIApplication)

    /// The app was left. It must return within 5 s (W1) and is suspended soon after, unless a
    /// background task is open (T2).
    func applicationDidEnterBackground(_ application: UIApplication)

    /// The app comes back, from where it stopped (S6).
    func applicationWillEnterForeground(_ application: UIApplication)

    /// The process exits when this returns, 5 s later at the latest (W1, W3).
    func applicationWillTerminate(_ application: UIApplication)

    /// Memory runs short: free what can be made again, or suspended apps are purged (M1, M2).
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)

    /// The time zone changed, the clock was set or midnight passed, while the app ran or was
    /// suspended (Q1, Q6).
    func applicationSignificantTimeChange(_ application: UIApplication)

    /// Which ways the interface may lie (H4): asked before it is turned. The controller in front
    /// must take it as well.
    ///
    /// - Parameter window: that whose controller is in front.
    func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask

    /// The status bar becomes higher for a call, or lower after it (S9).
    func application(
        _ application: UIApplication, willChangeStatusBarFrame newStatusBarFrame: CGRect)
    func application(
        _ application: UIApplication, didChangeStatusBarFrame oldStatusBarFrame: CGRect)

    /// The user's decision: the settings that the user allows, of those that the app registered
    /// for; without types: nothing (U4).
    func application(
        _ application: UIApplication,
        didRegister notificationSettings: UIUserNotificationSettings)

    /// A local notification fired while the app was in front (N3), or the user chose it and so
    /// brought the app to the front (N2); `applicationState` is inactive then. A launch by one has
    /// it in its options instead.
    func application(
        _ application: UIApplication, didReceive notification: UILocalNotification)

    /// The device was locked: files with complete protection can be read for a moment more, usually
    /// ten seconds (P3). Finish what you do with them.
    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)

    /// The device was unlocked: they can be read again (P3).
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)

    /// A background fetch (F2).
    ///
    /// - Parameter completionHandler: To be called when the work is done, from any thread. Calls
    ///   after the first have no effect; an app that never calls it is terminated (F5).
    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void)

    /// The app has a token (R1): the bytes whose hexadecimal digits a server addresses its pushes
    /// to.
    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)

    /// It has none, and why; pushes of the device's own tools reach it nevertheless.
    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error)

    /// A push came while the app was in front, or the user chose what was shown of one and so
    /// brought the app to the front (R1); `applicationState` is inactive then. Only of a delegate
    /// without the method that has a completion handler.
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any])

    /// A push: one that wakes the app (R2), one that came while it was in front, or one that the
    /// user chose (R1), which may have woken it before. `applicationState` tells which: background,
    /// active, inactive.
    ///
    /// - Parameters:
    ///   - userInfo: The push's JSON object.
    ///   - completionHandler: As that of a fetch. It matters to a push that wakes the app.
    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void)

    /// As the method with a completion handler, for a delegate that hasn't it: the result completes
    /// the wake-up (R5).
    @MainActor func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult

    /// Transfers of a background session have ended, or one needs the app, and nobody saw the app
    /// (X6). Make the session again if there is none; its delegate is then told all that happened.
    ///
    /// - Parameters:
    ///   - identifier: the session's.
    ///   - completionHandler: To be called after
    ///     `urlSessionDidFinishEvents(forBackgroundURLSession:)`, when the app is done, from any
    ///     thread; more calls than one are harmless. A delegate without this method is done when
    ///     that has returned.
    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void)

    /// As the method with a completion handler, for a delegate that hasn't it: the app is done when
    /// it returns (X6).
    @MainActor func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String
    ) async

    /// Gives the configuration of the app's scene. An app whose delegate has this method has
    /// scenes, and so has one whose Info.plist has
    /// `UIApplicationSceneManifest`. Called once, when the app first comes to the front, after `didFinishLaunching`
    /// (S3, S6).
    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration

    /// The app is to open a URL of a scheme that its Info.plist has under `CFBundleURLTypes`:
    /// before it becomes active, or after a launch for it, where both methods of the launch have
    /// returned true. An app with scenes has `scene(_:openURLContexts:)` instead.
    ///
    /// - Returns: whether it opened it.
    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool

    /// As the method with options, of a delegate that hasn't that.
    func application(
        _ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any
    ) -> Bool

    /// As the method with options, of a delegate that has neither that nor the one with the source.
    func application(_ application: UIApplication, handleOpen url: URL) -> Bool

    /// The user has chosen a quick action; otherwise as with a URL.
    ///
    /// - Parameter completionHandler: to be called with whether it is done.
    func application(
        _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping @Sendable (Bool) -> Void)

    /// As the method with a completion handler, for a delegate that hasn't it.
    @MainActor func application(
        _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem
    ) async -> Bool

    /// The user goes on with an activity in the app: `application(_:continue:restorationHandler:)`
    /// follows, or that it failed.
    ///
    /// - Returns: whether the app tells the user that it is on its way. It has no effect: the
    ///   activity is there at once.
    func application(
        _ application: UIApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool

    /// The user goes on with an activity: a page of a domain that Info.plist has under
    /// `com.apple.developer.associated-domains`, of the type `NSUserActivityTypeBrowsingWeb`, or
    /// one of its `NSUserActivityTypes`; otherwise as with a URL.
    ///
    /// - Parameter restorationHandler: may be called with what shows it: each is handed the
    ///   activity.
    /// - Returns: whether the app goes on with it.
    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool

    /// The activity can't be read.
    func application(
        _ application: UIApplication,
        didFailToContinueUserActivityWithType userActivityType: String, error: any Error)

    /// The user has removed the app from the switcher (U1): called at its next launch, after
    /// `didFinishLaunching`.
    func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)

    /// Whether the app's state is to be saved, now that it was left or has completed a wake-up
    /// (P1). No, unless a delegate says so; a state that was saved earlier is dropped then.
    func application(
        _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
    ) -> Bool

    /// Whether the saved state is to be restored: asked between `willFinishLaunching` and
    /// `didFinishLaunching`, where there is one. The coder holds what the delegate encoded, and
    /// under `UIApplication.stateRestorationBundleVersionKey` which version of the app did.
    func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool

    /// The place to save what belongs to no view controller; before they encode theirs.
    func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder)

    /// The place to restore it; after the view controllers have decoded theirs.
    func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder)

    /// Makes a view controller again that was presented when the state was saved. It is presented,
    /// and decodes its state; nil leaves it away.
    ///
    /// - Parameter identifierComponents: the restoration identifiers of its window's root
    ///   controller, of what that presented, and so on, to its own.
    func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController?
}
