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
    /// Those of `UIUserNotificationType`.
    package var words: [String] {
        var words: [String] = []
        if contains(.alert) { words.append("alert") }
        if contains(.sound) { words.append("sound") }
        if contains(.badge) { words.append("badge") }
        return words
    }
}

extension AlertStyle {
    /// What notifications of an app do by it.
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
            return .event("\(what) fired, and its app was told, as it was in front")
        case .notificationOpened: return .event("the user opened it from \(what)")
        case .notificationDismissed: return .event("the user dismissed \(what)")
        case .alertStyleSet:
            return .event("its notifications are to be \(detail?.words ?? "shown otherwise")")
        case .alertLowered:
            return .event("the alert of \(what) is off the screen, and it is still listed")
        case .bannersUnsupported:
            return .refusal(
                "this device's profile knows no banners, as before iOS 5",
                change: "choose alert or none, or set bannersSupported in the profile")
        case .notificationsRegistered:
            return .event("it registered to present \(detail?.words ?? "notifications")")
        case .badgeSet: return .event("it set its \(detail?.words ?? "badge")")
        case .clockBehind:
            let before = detail.map { " (\($0.words))" } ?? ""
            return .event(
                "the clock shows less than it did before\(before): notifications wait until it has caught up or is set"
            )
        case .clockTrusted: return .event("the clock is believed again: notifications fire by it")
        case .unknownNotification:
            return .refusal(
                "there is no such notification any more",
                change: "see `quiesce notifications` for those that wait")
        case .impossibleFireDate:
            return .refusal(
                "notification \(what) has a fire date that no calendar shows, or an unknown time zone",
                change:
                    "schedule it for a date from 1970 to 2261, in a zone of the time zone database")
        case .tooManyNotifications:
            return .refusal(
                "an app has at most \(Limits.scheduledNotificationsPerApp) scheduled, and \(what) would fire last",
                change: "schedule it again once others have fired")
        case .notificationsNotRegistered:
            return .refusal(
                "the app has not registered to present what it has",
                change: "let it call registerUserNotificationSettings")
        case .notificationsNotAllowed:
            return .refusal(
                "the user does not allow the app notifications",
                change: "allow it, with `quiesce permissions APP notifications allow`")
        case .nothingScheduled:
            return .refusal(
                "the app has no notification scheduled",
                change: "let it call scheduleLocalNotification")
        case .clockNotBelieved:
            return .refusal(
                "the clock shows less than it did before the device restarted (\(what)), so none fires until it has caught up",
                change: "set the clock")
        case _: return .event(rawValue)
        }
    }
}
