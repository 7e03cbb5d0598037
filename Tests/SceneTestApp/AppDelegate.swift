import UIKit

// An app with a scene, as Xcode's template has it since iOS 13. It says what is called, and in
// which states.

func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        say("launched \(application.applicationState) \(application.connectedScenes.count)")
        return true
    }

    // MARK: UISceneSession Lifecycle

    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        return UISceneConfiguration(
            name: "Default Configuration", sessionRole: connectingSceneSession.role)
    }

    func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) { say("discarded \(sceneSessions.count)") }

    // An app with scenes doesn't hear these.
    func applicationDidBecomeActive(_ application: UIApplication) { say("wrong") }
    func applicationWillResignActive(_ application: UIApplication) { say("wrong") }
    func applicationDidEnterBackground(_ application: UIApplication) { say("wrong") }
    func applicationWillEnterForeground(_ application: UIApplication) { say("wrong") }

    func applicationWillTerminate(_ application: UIApplication) { say("terminated") }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        say("push \(application.applicationState) \(application.connectedScenes.count)")
        completionHandler(.newData)
    }
}
