/// A notification as tools and the shell see it.
public struct NotificationView: Sendable, Hashable {
    public var id: NotificationID
    public var app: AppID
    public var name: String
    public var content: PayloadHandle
    public var types: NotificationTypes
    public var badge: Int32?
    /// nil: nothing more is to come.
    public var rule: FireRule?
    /// Where it is to come; nil: nowhere.
    public var region: NotificationRegion?
    /// When it fires next, as the clock and the zones are now; nil: never, or its zone isn't known
    /// yet.
    public var next: WallTime?
    /// It is shown, and waits for the user.
    public var shown: LocalNotification.Shown?
    /// It is an alert that covers whatever is in front, until the user has answered it (S7).
    public var covers: Bool
    /// Its app was handed it, and hasn't dealt with it.
    public var isWithApp: Bool
    /// When it was last shown or handed to its app; nil: never.
    public var lastFired: WallTime?
    /// The actions that the user may answer with, beside opening the notification.
    public var actions: [NotificationAction]
    /// The JSON object of the push that it presents.
    public var push: PayloadHandle?

    /// Something more is to come.
    public var isScheduled: Bool { rule != nil || region != nil }
}

extension Notifications {
    /// nil: there is no such notification any more.
    func view(_ id: NotificationID, _ around: borrowing Surroundings) -> NotificationView? {
        guard let entry = entries[id]?.value else { return nil }
        let it = entry.notification
        return NotificationView(
            id: id, app: it.app, name: it.name, content: it.content, types: it.types,
            badge: it.badge, rule: it.rule,
            region: it.place?.trigger, next: entry.next, shown: it.shown,
            covers: around.interruptions.alerts.contains(id), isWithApp: it.isWithApp,
            lastFired: it.lastFired, actions: category(of: it)?.actions ?? [],
            push: it.push?.payload)
    }

    /// Nothing fires before the clock shows this, as it did so once and doesn't now (T3 of the
    /// reliability catalogue); nil: nothing is held.
    var heldUntil: WallTime? { heldSince == nil ? nil : clock }
}

extension SystemMachine {
    /// In the order of their numbers.
    public var notificationViews: [NotificationView] {
        notifications.ids.compactMap { notifications.view($0, around) }
    }

    /// Those of one app.
    public func notificationViews(of app: AppID) -> [NotificationView] {
        notifications.of(app).compactMap { notifications.view($0.id, around) }
    }

    /// Those that the user has been shown and that weren't taken back.
    public var shownNotifications: [NotificationID] {
        notifications.ids.filter { notifications[$0]?.shown != nil }
    }

    /// nil: there is no such notification any more.
    public func notificationView(_ id: NotificationID) -> NotificationView? {
        notifications.view(id, around)
    }

    /// Names of the zones whose offsets are needed, in order: `NotificationEvent.zones` brings
    /// them.
    package var zones: [String] { notifications.neededZones }

    /// The number on the app's icon; 0: none.
    public func badge(of app: AppID) -> Int32 { notifications.presentations[app]?.badge ?? 0 }

    /// The types that the app has registered to present; nil: it never has.
    public func notificationTypes(of app: AppID) -> NotificationTypes? {
        notifications.presentations[app]?.types
    }

    /// How the app's notifications come: as the user chose, else as the profile has it.
    public func alertStyle(of app: AppID) -> AlertStyle {
        notifications.alertStyle(of: app, around)
    }

    /// nil: the user hasn't chosen.
    public func chosenAlertStyle(of app: AppID) -> AlertStyle? {
        notifications.presentations[app]?.style
    }

    /// The first moment at which a notification is due; nil: none waits for a time.
    public var nextNotification: WallTime? { notifications.due }

    /// Nothing fires before the clock shows this, as it did so once and doesn't now (T3 of the
    /// reliability catalogue); nil: nothing is held.
    public var notificationsHeldUntil: WallTime? { notifications.heldUntil }
}
