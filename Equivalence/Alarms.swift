import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting

/// Hears of the notifications of the case's app, and writes where the subject does.
@MainActor final class Center: NSObject, UNUserNotificationCenterDelegate {
    static let only = Center()
    /// Its answer to `willPresent`.
    static var presents: UNNotificationPresentationOptions = []

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        Subject.write("willPresent \(notification.request.content.body)")
        completionHandler(Self.presents)
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        let text = (response as? UNTextInputNotificationResponse)?.userText
        let state = UIApplication.shared.applicationState
        Subject.write("response \(text ?? response.actionIdentifier) \(state)")
        completionHandler()
    }
}

/// The case's device, with an app in front that may show notifications, by the newer interface.
@MainActor func alarmClock(hears: Bool = true) async throws -> VirtualDevice {
    try await launched(notifies: true) {
        let center = UNUserNotificationCenter.current()
        center.delegate = hears ? Center.only : nil
        let open = UNNotificationAction(identifier: "open", title: "Open", options: .foreground)
        let snooze = UNNotificationAction(identifier: "snooze", title: "Snooze")
        let reply = UNTextInputNotificationAction(
            identifier: "reply", title: "Reply", textInputButtonTitle: "Send",
            textInputPlaceholder: "")
        center.setNotificationCategories([
            UNNotificationCategory(
                identifier: "tea", actions: [open, snooze, reply], intentIdentifiers: [],
                options: .customDismissAction),
            UNNotificationCategory(identifier: "plain", actions: [], intentIdentifiers: []),
        ])
    }
}

extension VirtualDevice {
    /// The app schedules a notification; nil: for now.
    func schedule(
        _ trigger: UNNotificationTrigger?, _ body: String = "Tea",
        as identifier: String = "tea", category: String = "tea"
    ) async throws {
        add(trigger, body, as: identifier, category: category)
        try await advance(by: .milliseconds(100))
    }

    /// Likewise, and no time passes.
    func add(
        _ trigger: UNNotificationTrigger?, _ body: String = "Tea",
        as identifier: String = "tea", category: String = "tea"
    ) {
        let content = UNMutableNotificationContent()
        content.body = body
        content.categoryIdentifier = category
        let request = UNNotificationRequest(
            identifier: identifier, content: content, trigger: trigger)
        UNUserNotificationCenter.current().add(request, withCompletionHandler: nil)
    }

    var bodies: [String] { notifications.compactMap(\.body) }
}

/// So many seconds from now.
func after(_ seconds: Double, repeats: Bool = false) -> UNNotificationTrigger {
    UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: repeats)
}
