import BackgroundTasks
import UIKit

// A downloader as one is written for iOS today, in Swift 5 mode: plain classes use UIKit, handlers
// aren't @Sendable, and delegate methods are async. It says what is called.

func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    private let refresher = Refresher()
    private let saver = Saver()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        // A request for a refresh begins a task of this kind, as apps take for granted.
        BGTaskScheduler.shared.register(forTaskWithIdentifier: Refresher.identifier, using: .main) {
            task in self.refresher.handle(task as! BGAppRefreshTask)
        }
        application.registerForRemoteNotifications()
        application.beginReceivingRemoteControlEvents()
        UIDevice.current.isBatteryMonitoringEnabled = true
        let device = UIDevice.current
        say("\(device.systemName) \(device.userInterfaceIdiom == .phone) \(device.name != "")")
        say("launched")
        return true
    }

    func applicationWillResignActive(_ application: UIApplication) { saver.write() }

    func applicationDidEnterBackground(_ application: UIApplication) {
        saver.save()
        refresher.schedule()
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        say("push \(userInfo["letter"] ?? "none")")
        await Task.yield()
        say("push handled \(Thread.isMainThread ? "main" : "elsewhere")")
        return .newData
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String
    ) async {
        say("events of \(identifier)")
        await Task.yield()
        say("events handled")
    }
}
