import Foundation
import UIKit
import UserNotifications

// A messenger as one is written for iOS today, in Swift 5 mode: its messages come as pushes and are
// answered from their notifications. It says what is called.

func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private let reminders = Reminders()
    private let conversations = Conversations()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let center = UNUserNotificationCenter.current()
        center.delegate = self
        conversations.registerCategories()
        center.requestAuthorization(options: [.alert, .sound, .badge]) { granted, error in
            say("granted \(granted) \(error == nil)")
            guard granted else { return }
            DispatchQueue.main.async { application.registerForRemoteNotifications() }
            self.reminders.schedule()
        }
        let window = UIWindow(frame: UIScreen.main.bounds)
        let chat = ChatViewController()
        chat.conversations = conversations
        window.rootViewController = chat
        window.makeKeyAndVisible()
        self.window = window
        let isPush = launchOptions?[.remoteNotification] != nil
        say("launched\(isPush ? " by a push" : "")")
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) {
        UNUserNotificationCenter.current().getDeliveredNotifications { notifications in
            say("delivered \(notifications.map(\.request.identifier))")
            DispatchQueue.main.async {
                for notification in notifications where !notification.request.content.title.isEmpty
                {
                    self.conversations.take(notification)
                }
            }
        }
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) { say("token of \(deviceToken.count) bytes") }
}

extension AppDelegate: UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        let content = notification.request.content
        say("present \(content.title): \(content.body)")
        conversations.take(notification)
        completionHandler(
            content.threadIdentifier == conversations.open ? [] : [.banner, .sound, .badge])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let content = response.notification.request.content
        switch response.actionIdentifier {
        case UNNotificationDefaultActionIdentifier:
            conversations.open = content.threadIdentifier
            conversations.take(response.notification)
            say("opened \(content.threadIdentifier) \(content.userInfo["id"] ?? "none")")
        case UNNotificationDismissActionIdentifier: say("dismissed \(content.threadIdentifier)")
        case Conversations.replyAction:
            let text = (response as? UNTextInputNotificationResponse)?.userText ?? ""
            let state = UIApplication.shared.applicationState == .background
            conversations.take(response.notification)
            conversations.add(text, isOwn: true)
            say("reply \(text) to \(content.threadIdentifier) \(state ? "behind" : "in front")")
            // It may be suspended once it has called the handler.
            center.setBadgeCount(0) { error in
                say("badge \(error == nil)")
                completionHandler()
            }
            return
        default: say("action \(response.actionIdentifier)")
        }
        completionHandler()
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
    ) { say("settings \(notification?.request.identifier ?? "none")") }
}
