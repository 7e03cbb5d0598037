// Decisions about notifications in words.

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
    var words: String {
        switch self {
        case .listed: "only listed"
        case .banner: "shown as banners"
        case .alert: "shown as alerts"
        }
    }
}

extension Reason {
    public static let notificationScheduled = Reason("notificationScheduled") { detail, _ in
        .event("\(detail.words(or: "a notification")) was scheduled")
    }
    public static let notificationCancelled = Reason("notificationCancelled") { detail, _ in
        .event("\(detail.words(or: "a notification")) was cancelled")
    }
    public static let notificationFired = Reason("notificationFired") { detail, _ in
        .event("\(detail.words(or: "a notification")) fired")
    }
    public static let notificationTold = Reason("notificationTold") { detail, _ in
        .event(
            "\(detail.words(or: "a notification")) fired, and was handed to its app, which was in front"
        )
    }
    public static let notificationOpened = Reason("notificationOpened") { detail, _ in
        .event("the user opened it from \(detail.words(or: "a notification"))")
    }
    public static let notificationDismissed = Reason("notificationDismissed") { detail, _ in
        .event("the user dismissed \(detail.words(or: "a notification"))")
    }
    public static let alertStyleSet = Reason("alertStyleSet") { detail, now in
        .event("its notifications are now \(detail?.words ?? "shown in another way")")
    }
    public static let alertLowered = Reason("alertLowered") { detail, _ in
        .event(
            "the alert of \(detail.words(or: "a notification")) left the screen; the notification is still listed"
        )
    }
    public static let bannersUnsupported = Reason(
        "bannersUnsupported",
        .refusal(
            "this device's profile has no banners, like iOS before 5",
            change: "choose alert or none, or set bannersSupported in the profile"))
    public static let notificationsRegistered = Reason("notificationsRegistered") { detail, _ in
        .event("it registered to present \(detail?.words ?? "notifications")")
    }
    public static let badgeSet = Reason("badgeSet") { detail, _ in
        .event("it set its \(detail?.words ?? "badge")")
    }
    public static let clockBehind = Reason("clockBehind") { detail, _ in
        let before = detail.map { " (\($0.words))" } ?? ""
        return .event(
            "the clock is behind its time before the device restarted\(before): notifications wait until it catches up or is set"
        )
    }
    public static let clockTrusted = Reason(
        "clockTrusted",
        .event("the clock has caught up or was set: notifications fire again"))
    public static let unknownNotification = Reason(
        "unknownNotification",
        .refusal(
            "there is no such notification any more",
            change: "see `quiesce notifications`"))
    public static let impossibleRegion = Reason("impossibleRegion") { detail, _ in
        .refusal(
            "no device can watch the region of the notification \(detail.words(or: "of that name"))",
            change:
                "give it a CLCircularRegion with a radius above 0; for beacons, use a CLLocationManager"
        )
    }
    public static let impossibleFireDate = Reason("impossibleFireDate") { detail, _ in
        .refusal(
            "notification \(detail.words(or: "a notification")) has an impossible fire date, or an unknown time zone",
            change:
                "schedule it for a date from 1970 to 2261, in a zone of the time zone database")
    }
    public static let tooManyNotifications = Reason("tooManyNotifications") { detail, _ in
        .refusal(
            "the app has as many scheduled notifications as this system keeps, and \(detail.words(or: "a notification")) would be the last to fire",
            change: "schedule it again once others have fired")
    }
    public static let notificationsNotRegistered = Reason(
        "notificationsNotRegistered",
        .refusal(
            "the app has not registered for this kind of notification",
            change: "call registerUserNotificationSettings in the app"))
    public static let hostedShowsNothing = Reason(
        "hostedShowsNothing",
        .refusal(
            "it is any program (QuiesceHosted), and shows no notifications",
            change: "have it speak the protocol in docs/protocol.md to show some"))
    public static let notificationsNotAllowed = Reason(
        "notificationsNotAllowed",
        .refusal(
            "the user does not allow the app notifications",
            change: "allow it, with `quiesce permissions APP notifications allow`"))
    public static let nothingScheduled = Reason(
        "nothingScheduled",
        .refusal(
            "the app has no notification scheduled",
            change: "call scheduleLocalNotification in the app"))
    public static let clockNotBelieved = Reason("clockNotBelieved") { detail, _ in
        .refusal(
            "the clock is behind its time before the device restarted (\(detail.words(or: "a notification"))), so no notification fires until it catches up",
            change: "set the clock")
    }

    public static let notificationAnswered = Reason("notificationAnswered") { detail, _ in
        .event("the user answered \(detail.words(or: "a notification"))")
    }
    public static let notificationPresented = Reason("notificationPresented") { detail, _ in
        .event(
            "\(detail.words(or: "a notification")) fired while its app was in front, which had it shown"
        )
    }
    public static let notificationWithdrawn = Reason("notificationWithdrawn") { detail, _ in
        .event("its app took \(detail.words(or: "a notification")) back from the screen")
    }
    public static let notificationCategoriesSet = Reason("notificationCategoriesSet") { detail, _ in
        .event("it registered \(detail?.words ?? "its categories") of notifications")
    }
    public static let wokenForNotificationAction = Reason(
        "wokenForNotificationAction", .event("the user answered one of its notifications"))
    public static let unknownNotificationAction = Reason("unknownNotificationAction") { detail, _ in
        .refusal(
            "the notification has no action \(detail?.words ?? "of that name")",
            change: "see ACTIONS of `quiesce notifications`, or open it without one")
    }
    public static let notificationActionTakesText = Reason(
        "notificationActionTakesText"
    ) { detail, _ in
        .refusal(
            "the action \(detail?.words ?? "") asks for a text",
            change: "add --text, which may be empty")
    }
    public static let notificationActionTakesNoText = Reason(
        "notificationActionTakesNoText"
    ) { detail, _ in
        .refusal(
            "the action \(detail?.words ?? "") asks for no text", change: "leave --text out")
    }
    public static let notificationTextTooLong = Reason(
        "notificationTextTooLong",
        .refusal(
            "a text is at most \(Limits.notificationTextBytes) bytes", change: "shorten it"))

    static let ofNotifications: [Reason] = [
        .notificationScheduled, .notificationCancelled, .notificationFired, .notificationTold,
        .notificationOpened, .notificationDismissed, .alertStyleSet, .alertLowered,
        .bannersUnsupported, .notificationsRegistered, .badgeSet, .clockBehind, .clockTrusted,
        .unknownNotification, .impossibleFireDate, .impossibleRegion, .tooManyNotifications,
        .notificationsNotRegistered, .hostedShowsNothing, .notificationsNotAllowed,
        .nothingScheduled, .clockNotBelieved,
        .notificationAnswered, .notificationPresented, .notificationWithdrawn,
        .notificationCategoriesSet, .wokenForNotificationAction, .unknownNotificationAction,
        .notificationActionTakesText, .notificationActionTakesNoText, .notificationTextTooLong,
    ]
}
