import Foundation
import QuiesceKit

/// An app that writes down what it is told. What is written outlives its process.
@MainActor final class Subject: UIResponder, UIApplicationDelegate {
    static var told: [String] = []
    /// Executed once it was told of that.
    static var when: [String: @MainActor () -> Void] = [:]
    /// Executed in each launch, before it is told that it has finished.
    static var atLaunch: @MainActor () -> Void = {}
    /// It asks to show notifications: until the user has said, the question makes it inactive.
    static var notifies = false
    /// A fetch, and a push's, takes so long; nil: it never calls the completion handler.
    static var takes: Duration? = .zero
    /// The answer of `didFinishLaunching`.
    static var finishes = true
    static var task = UIBackgroundTaskIdentifier.invalid
    static var launchOptions: [UIApplication.LaunchOptionsKey: Any] = [:]
    static var pushes: [[AnyHashable: Any]] = []
    /// To be called once all of a background session's events were delivered.
    static var eventsAreHandled: (@Sendable () -> Void)?

    /// Each case begins with an empty page, and leaves nothing to other tests.
    static func reset() {
        UNUserNotificationCenter.current().delegate = nil
        told = []
        when = [:]
        atLaunch = {}
        notifies = false
        takes = .zero
        finishes = true
        task = .invalid
        launchOptions = [:]
        pushes = []
        eventsAreHandled = nil
    }

    static func write(_ line: String) {
        told.append(line)
        when[line]?()
    }

    private func write(_ line: String) { Self.write(line) }

    // MARK: The life cycle

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        write("willFinishLaunching \(application.applicationState)")
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Self.launchOptions = launchOptions ?? [:]
        if Self.notifies {
            application.registerUserNotificationSettings(
                UIUserNotificationSettings(types: [.alert, .badge, .sound]))
        }
        Self.atLaunch()
        write("didFinishLaunching \(application.applicationState)")
        return Self.finishes
    }

    func applicationDidBecomeActive(_ application: UIApplication) { write("didBecomeActive") }
    func applicationWillResignActive(_ application: UIApplication) { write("willResignActive") }
    func applicationDidEnterBackground(_ application: UIApplication) {
        write("didEnterBackground")
    }
    func applicationWillEnterForeground(_ application: UIApplication) {
        write("willEnterForeground")
    }
    func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
        write("didReceiveMemoryWarning")
    }
    func applicationWillTerminate(_ application: UIApplication) { write("willTerminate") }

    // MARK: The device

    func applicationSignificantTimeChange(_ application: UIApplication) {
        write("significantTimeChange")
    }
    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {
        write("protectedDataWillBecomeUnavailable")
    }
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
        write("protectedDataDidBecomeAvailable")
    }

    // MARK: Notifications and pushes

    func application(
        _ application: UIApplication, didReceive notification: UILocalNotification
    ) {
        write("didReceive \(notification.alertBody ?? "")")
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        write("token \(deviceToken.map { String(format: "%02x", $0) }.joined())")
    }

    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        write("no token")
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        write("performFetch \(application.applicationState)")
        complete(completionHandler)
    }

    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        Self.pushes.append(userInfo)
        write("didReceiveRemoteNotification \(application.applicationState)")
        complete(completionHandler)
    }

    private func complete(_ handler: @escaping @Sendable (UIBackgroundFetchResult) -> Void) {
        guard let takes = Self.takes else { return }
        Task {
            try await Task.sleep(for: takes, clock: .device)
            handler(.newData)
        }
    }

    // MARK: Links

    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
        write("open \(url) \(app.applicationState)")
        return true
    }

    func application(
        _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        write("action \(shortcutItem.type)")
        completionHandler(true)
    }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        write("continue \(userActivity.webpageURL?.absoluteString ?? userActivity.activityType)")
        return true
    }

    // MARK: Background sessions and scenes

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void
    ) {
        Self.eventsAreHandled = completionHandler
        write("handleEvents \(identifier) \(application.applicationState)")
    }

    func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {
        write("didDiscardSceneSessions \(sceneSessions.count)")
    }
}
