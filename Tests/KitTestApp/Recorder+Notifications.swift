import Foundation
import QuiesceKit

// The recorder's use of notifications, and the callbacks that the recorder gets about them.
extension Recorder {
    func recordNotifications(_ launchOptions: [UIApplication.LaunchOptionsKey: Any]?) {
        if let opened = launchOptions?[.localNotification] as? UILocalNotification {
            say("opened by \(words(of: opened))")
        }
        _ = NotificationCenter.default.addObserver(
            forName: UIApplication.localNotificationsNotScheduledNotification, object: nil,
            queue: nil
        ) { notification in
            let key = UIApplication.localNotificationsNotScheduledUserInfoKey
            let all = notification.userInfo?[key] as? [UILocalNotification] ?? []
            say("not scheduled \(all.map { $0.alertBody ?? "none" }.joined(separator: " "))")
        }
    }

    func application(
        _ application: UIApplication, didReceive notification: UILocalNotification
    ) {
        say("received \(words(of: notification)) \(application.applicationState)")
    }

    /// - Returns: false, if it is another's command.
    nonisolated func obeyNotifications(_ words: [Substring]) -> Bool {
        let name = words.first.map(String.init) ?? ""
        let rest = words.dropFirst().map(String.init)
        guard Self.commands.contains(name) else { return false }
        DispatchQueue.main.sync { @Sendable in MainActor.assumeIsolated { self.obey(name, rest) } }
        return true
    }

    nonisolated private static let commands: Set<String> = [
        "schedule", "present", "cancel", "cancelAll", "replace", "scheduled", "badge", "settings",
    ]

    private func obey(_ command: String, _ words: [String]) {
        let app = UIApplication.shared
        switch command {
        case "schedule":
            let notification = notification(words)
            app.scheduleLocalNotification(notification)
            notification.alertBody = "changed afterwards"
        case "present": app.presentLocalNotificationNow(notification(words))
        case "cancel": app.cancelLocalNotification(notification(words))
        case "cancelAll": app.cancelAllLocalNotifications()
        case "replace": app.scheduledLocalNotifications = words.map { notification([$0]) }
        case "scheduled":
            let all = app.scheduledLocalNotifications ?? []
            say("scheduled \(all.map(self.words).joined(separator: ", "))")
        case "settings":
            let types = app.currentUserNotificationSettings?.types.rawValue
            say("settings \(types.map(String.init) ?? "none")")
        case _:
            if let badge = words.first.flatMap({ Int($0) }) {
                app.applicationIconBadgeNumber = badge
            }
            say("badge \(app.applicationIconBadgeNumber)")
        }
    }

    /// Words such as `body=tea at=1000 every=day`; the time is in seconds since 1970.
    private func notification(_ words: [String]) -> UILocalNotification {
        let notification = UILocalNotification()
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            let value = parts.count == 2 ? parts[1] : ""
            switch parts[0] {
            case "body": notification.alertBody = value
            case "title": notification.alertTitle = value
            case "at": notification.fireDate = Double(value).map(Date.init(timeIntervalSince1970:))
            case "zone": notification.timeZone = TimeZone(identifier: value)
            case "offset":
                notification.timeZone = Int(value).flatMap(TimeZone.init(secondsFromGMT:))
            case "every": notification.repeatInterval = Self.units[value] ?? .era
            case "action": notification.alertAction = value
            case "noAction": notification.hasAction = false
            case "image": notification.alertLaunchImage = value
            case "category": notification.category = value
            case "defaultSound": notification.soundName = UILocalNotificationDefaultSoundName
            case "sound": notification.soundName = value
            case "badge": notification.applicationIconBadgeNumber = Int(value) ?? 0
            case "info": notification.userInfo = ["key": value, "list": [1, 2]]
            case "oddInfo": notification.userInfo = [7: value]
            case "large": notification.alertBody = String(repeating: "x", count: 4_096)
            case _: say("no such word: \(word)")
            }
        }
        return notification
    }

    private static let units: [String: NSCalendar.Unit] = [
        "minute": .minute, "hour": .hour, "day": .day, "week": .weekOfYear, "month": .month,
        "quarter": .quarter, "year": .year,
    ]

    private func words(of notification: UILocalNotification) -> String {
        var words = [notification.alertBody ?? "none"]
        if let key = notification.userInfo?["key"] as? String { words.append("info=\(key)") }
        if let sound = notification.soundName { words.append("sound=\(sound)") }
        if let zone = notification.timeZone { words.append("zone=\(zone.identifier)") }
        if let unit = Self.units.first(where: { $0.value == notification.repeatInterval })?.key {
            words.append("every=\(unit)")
        }
        return words.joined(separator: " ")
    }
}
