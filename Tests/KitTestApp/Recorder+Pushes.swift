import Foundation
import QuiesceKit

// The recorder's push requests, and the callbacks about its token. The pushes themselves come to
// `Recorder`.
extension Recorder {
    func recordPush(_ launchOptions: [UIApplication.LaunchOptionsKey: Any]?) {
        guard let push = launchOptions?[.remoteNotification] as? [AnyHashable: Any] else { return }
        if let word = push["word"] as? String { say("launched by push \(word)") }
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        say("token \(deviceToken.map { String(format: "%02x", $0) }.joined())")
    }

    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        say("no token: \(error.localizedDescription)")
    }

    /// - Returns: false, if it is another's command.
    nonisolated func obeyPushes(_ words: [Substring]) -> Bool {
        guard words.first == "pushes" else { return false }
        let command = words.count > 1 ? String(words[1]) : ""
        DispatchQueue.main.sync { @Sendable in
            MainActor.assumeIsolated {
                switch command {
                case "register": UIApplication.shared.registerForRemoteNotifications()
                case "unregister": UIApplication.shared.unregisterForRemoteNotifications()
                case _: say("pushes \(UIApplication.shared.isRegisteredForRemoteNotifications)")
                }
            }
        }
        return true
    }
}

/// A delegate from before pushes had completion handlers.
final class OldDelegate: UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let push = launchOptions?[.remoteNotification] as? [AnyHashable: Any]
        say("launched by \(push?["word"] as? String ?? "nothing")")
        return true
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) {
        say("push \(userInfo["word"] as? String ?? "nothing") \(application.applicationState)")
    }

    func applicationDidBecomeActive(_ application: UIApplication) { say("didBecomeActive") }
}
