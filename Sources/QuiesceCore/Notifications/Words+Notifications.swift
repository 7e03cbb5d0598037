// Decisions about notifications in words.

extension Detail {
    /// In a few words, of those about notifications.
    var notificationWords: String {
        switch self {
        case .notification(let id, let name): return "notification \(id) \"\(name)\""
        case .notificationFired(let id, let name, let late, let skipped):
            var words = "notification \(id) \"\(name)\""
            if let late { words += ", \(late.spoken) late" }
            if skipped > 0 { words += ", for \(skipped) before it as well" }
            return words
        case .name(let name): return "\"\(name)\""
        case .badge(let badge): return "badge \(badge)"
        case .presents(let types): return types.words.isEmpty ? "nothing" : listed(types.words)
        case .alertStyle(let style): return style.words
        case .clock(let clock): return "\(UTCOffsets.utc.wall(at: clock)) UTC"
        case _: return ""
        }
    }
}

extension NotificationTypes {
    /// As apps and tools call them, in the protocol's order.
    package static let named: [(word: String, type: NotificationTypes)] = [
        ("alert", .alert), ("sound", .sound), ("badge", .badge),
    ]

    /// Words of none aren't among them.
    package init(words: [String]) {
        self = []
        for (word, type) in Self.named where words.contains(word) { insert(type) }
    }

    package var words: [String] { Self.named.filter { contains($0.type) }.map(\.word) }
}

extension AlertStyle {
    /// The effect of it on an app's notifications.
    fileprivate var words: String {
        switch self {
        case .listed: "only listed"
        case .banner: "shown as banners"
        case .alert: "shown as alerts"
        }
    }
}

extension Reason {
    /// The words of those that are about notifications.
    func notificationMeaning(_ detail: Detail?) -> Meaning {
        let what = detail?.words ?? "a notification"
        switch self {
        case .notificationScheduled: return .event("\(what) was scheduled")
        case .notificationCancelled: return .event("\(what) was cancelled")
        case .notificationFired: return .event("\(what) fired")
        case .notificationTold:
            return .event("\(what) fired, and was handed to its app, which was in front")
        case .notificationOpened: return .event("the user opened it from \(what)")
        case .notificationDismissed: return .event("the user dismissed \(what)")
        case .alertStyleSet:
            return .event("its notifications are now \(detail?.words ?? "shown in another way")")
        case .alertLowered:
            return .event("the alert of \(what) left the screen; the notification is still listed")
        case .bannersUnsupported:
            return .refusal(
                "this device's profile has no banners, like iOS before 5",
                change: "choose alert or none, or set bannersSupported in the profile")
        case .notificationsRegistered:
            return .event("it registered to present \(detail?.words ?? "notifications")")
        case .badgeSet: return .event("it set its \(detail?.words ?? "badge")")
        case .clockBehind:
            let before = detail.map { " (\($0.words))" } ?? ""
            return .event(
                "the clock is behind its time before the device restarted\(before): notifications wait until it catches up or is set"
            )
        case .clockTrusted:
            return .event("the clock has caught up or was set: notifications fire again")
        case .unknownNotification:
            return .refusal(
                "there is no such notification any more",
                change: "see `quiesce notifications`")
        case .impossibleFireDate:
            return .refusal(
                "notification \(what) has an impossible fire date, or an unknown time zone",
                change:
                    "schedule it for a date from 1970 to 2261, in a zone of the time zone database")
        case .tooManyNotifications:
            return .refusal(
                "an app has at most \(Limits.scheduledNotificationsPerApp) scheduled notifications, and \(what) would be the last to fire",
                change: "schedule it again once others have fired")
        case .notificationsNotRegistered:
            return .refusal(
                "the app has not registered for this kind of notification",
                change: "call registerUserNotificationSettings in the app")
        case .notificationsNotAllowed:
            return .refusal(
                "the user does not allow the app notifications",
                change: "allow it, with `quiesce permissions APP notifications allow`")
        case .nothingScheduled:
            return .refusal(
                "the app has no notification scheduled",
                change: "call scheduleLocalNotification in the app")
        case .clockNotBelieved:
            return .refusal(
                "the clock is behind its time before the device restarted (\(what)), so no notification fires until it catches up",
                change: "set the clock")
        case _: return .event(rawValue)
        }
    }
}
