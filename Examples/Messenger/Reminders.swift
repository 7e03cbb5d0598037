import Foundation
import UserNotifications

/// Reminds of a conversation that was left alone, and says each evening what has come.
class Reminders {
    private let center = UNUserNotificationCenter.current()

    func schedule() {
        let content = UNMutableNotificationContent()
        content.title = "Ada"
        content.subtitle = "yesterday"
        content.body = "Are you coming?"
        content.sound = .default
        content.badge = 2
        content.categoryIdentifier = "MESSAGE"
        content.threadIdentifier = "ada"
        content.userInfo = ["id": 7]
        let soon = UNTimeIntervalNotificationTrigger(timeInterval: 1.5, repeats: false)
        center.add(UNNotificationRequest(identifier: "ada", content: content, trigger: soon)) {
            error in say("added ada \(error == nil)")
        }

        let summary = UNMutableNotificationContent()
        summary.body = "Three conversations"
        summary.sound = UNNotificationSound(named: UNNotificationSoundName("evening.wav"))
        let evening = UNCalendarNotificationTrigger(
            dateMatching: DateComponents(hour: 18, minute: 30), repeats: true)
        Task {
            do {
                try await self.center.add(
                    UNNotificationRequest(identifier: "evening", content: summary, trigger: evening)
                )
                let pending = await self.center.pendingNotificationRequests()
                let settings = await self.center.notificationSettings()
                say(
                    "pending \(pending.map(\.identifier).sorted()) \(settings.authorizationStatus == .authorized) \(settings.badgeSetting == .enabled)"
                )
            } catch { say("not added: \(error.localizedDescription)") }
        }
    }
}
