import CAppMarks
import Foundation
import QuiesceKit

/// The app that the benchmarks wake: it marks when its delegate is called, and does nothing else.
@main final class BenchApp: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
    private var manager: CLLocationManager?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        if let container = environment["QUIESCE_CONTAINER"] { qb_app_open(container + "/marks") }
        qb_app_mark(QB_LAUNCHED)
        // `org.quiesce.bench.Wide` is the app of many threads.
        if environment["QUIESCE_APP_ID"]?.hasSuffix("Wide") == true { qb_app_idle_threads(7) }
        // `org.quiesce.bench.Mail` is the one that servers push to.
        if environment["QUIESCE_APP_ID"]?.hasSuffix("Mail") == true {
            application.registerUserNotificationSettings(
                UIUserNotificationSettings(types: [.alert, .sound, .badge], categories: nil))
            application.registerForRemoteNotifications()
        }
        // `org.quiesce.bench.Runner` is the one that is told where the device is.
        if environment["QUIESCE_APP_ID"]?.hasSuffix("Runner") == true {
            let manager = CLLocationManager()
            manager.delegate = self
            manager.startUpdatingLocation()
            self.manager = manager
        }
        return true
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        qb_app_mark(QB_LOCATED)
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        qb_app_mark(QB_FETCH)
        completionHandler(.noData)
    }

    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        qb_app_mark(QB_PUSH)
        completionHandler(.newData)
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        qb_app_mark(QB_FOREGROUND)
    }

    func applicationDidBecomeActive(_ application: UIApplication) {
        qb_app_mark(QB_ACTIVE)
    }
}
