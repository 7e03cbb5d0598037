// Local notifications between an app and the daemon (N1 … N7).

/// An app's request about its notifications. Each has a name that the app chooses. `Content`: what a notification says,
/// or where that is kept.
// derive: tag=action
public enum NotificationRequest<Content: JSONContent>: Sendable, Hashable {
    /// In the place of one of the same name.
    // json: schedule=notification
    indirect case schedule(Content)
    /// nil: all.
    case cancel(name: String?)
    /// The number on the app's icon; 0: none.
    // json: setBadge=badge
    case setBadge(Int)
    /// Of `alert`, `sound` and `badge`, what the app wants to present. Whether it may is a permission.
    // json: register=types
    case register([String])

    /// The same request with another content.
    package func map<Other>(_ content: (Content) -> Other) -> NotificationRequest<Other> {
        switch self {
        case .schedule(let new): .schedule(content(new))
        case .cancel(let name): .cancel(name: name)
        case .setBadge(let badge): .setBadge(badge)
        case .register(let types): .register(types)
        }
    }
}

/// As an app makes it, with what the notification says.
public typealias LocalNotificationRequest = NotificationRequest<NotificationContent>

/// A `UILocalNotification` (N1, N6).
// derive: json
public struct NotificationContent: Sendable, Hashable {
    public var name: String
    /// Milliseconds since 1970; nil: now.
    public var fireDate: Int64?
    /// A name of the time zone database, where `fireDate` is meant by its wall clock (N5).
    public var timeZone: String?
    /// A word of `RepeatInterval`; nil: once.
    public var repeatInterval: String?
    public var title: String?
    public var body: String?
    /// nil: "View".
    public var action: String?
    /// The button's absence, as `hasAction` false.
    public var withoutAction: Bool?
    public var launchImage: String?
    public var category: String?
    /// The name of a file in the bundle, or `default`; nil: none.
    public var sound: String?
    public var badge: Int?
    /// A property list as text: the daemon doesn't look into it.
    public var userInfo: String?

    public init(name: String) { self.name = name }
}

/// An app's notifications, sent to it after its welcome: in as many messages as it takes, the first of
/// which replaces what the app knew.
// derive: json
public struct AppNotifications: Sendable, Hashable {
    public var scheduled: [NotificationContent]
    public var badge: Int
    /// nil: it has never registered.
    public var types: [String]?
    /// More of `scheduled` than what came before.
    public var continues: Bool?

    public init(
        scheduled: [NotificationContent], badge: Int, types: [String]? = nil,
        continues: Bool? = nil
    ) {
        self.scheduled = scheduled
        self.badge = badge
        self.types = types
        self.continues = continues
    }
}

/// A callback about notifications.
// derive: tag=kind
public enum NotificationCallback: Sendable, Hashable {
    /// didReceiveLocalNotification. `opened`: the user chose it, rather than its having fired while the app
    /// was in front.
    // json: received=notification, opened unless false
    indirect case received(NotificationContent, opened: Bool)
    /// These, by their names, aren't scheduled: there are too many that fire earlier (N1).
    // json: dropped=names
    case dropped([String])
}
