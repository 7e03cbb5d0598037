import BackgroundTasks
import UIKit

// A health app as one is written for iOS today, in Swift 5 mode: it keeps readings in a protected
// file, and sends a summary of each day while nobody looks. It says what is called.

func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    /// A test gives it one of its own.
    var store = ReadingStore()
    private lazy var uploads = SummaryUploads(store: store)
    private lazy var sync = BackgroundSync(store: store, uploads: uploads)
    private var unlocking: NSObjectProtocol?
    private var saving = UIBackgroundTaskIdentifier.invalid

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        sync.register()
        application.registerForRemoteNotifications()
        unlocking = NotificationCenter.default.addObserver(
            forName: UIApplication.protectedDataDidBecomeAvailableNotification, object: nil,
            queue: .main
        ) { [store] _ in
            say("unlocked")
            store.load()
        }
        store.load()
        say("launched with \(store.days.count) days")
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) { store.add(steps: 1_000) }

    func applicationDidEnterBackground(_ application: UIApplication) {
        sync.schedule()
        saving = application.beginBackgroundTask(withName: "save") { self.endSaving() }
        Task {
            say(store.save() ? "saved" : "not saved")
            endSaving()
        }
    }

    private func endSaving() {
        guard saving != .invalid else { return }
        UIApplication.shared.endBackgroundTask(saving)
        saving = .invalid
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) { say("token of \(deviceToken.count) bytes") }

    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: Error
    ) { say("no token") }

    /// Its server asks for what has been measured since.
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        guard userInfo["sync"] as? Bool == true else { return completionHandler(.noData) }
        let count = uploads.send()
        say("asked to sync \(count)")
        completionHandler(count > 0 ? .newData : .noData)
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        say("events of \(identifier)")
        uploads.backgroundCompletionHandler = completionHandler
        uploads.resume()
    }
}
