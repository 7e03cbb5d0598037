// Local notifications between an app and the daemon (N1 … N7).

/// An app's request about its notifications. Each has a name that the app chooses. `Content`: what
/// a notification says, or where that is kept.
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
    /// The types among `alert`, `sound` and `badge` that the app wants to present. Whether the app
    /// may is a permission.
    // json: register=types
    case register([String])
    /// Its kinds of notifications, in the place of those before; none: it has none any more.
    // json: setCategories=categories
    case setCategories([NotificationCategory])
    /// These aren't to come any more; what is shown of them stays. nil: all.
    case unschedule(names: [String]?)
    /// Takes back the shown notifications of these names; those that are to come stay. nil: takes
    /// back all that are shown, pushes among them.
    case withdraw(names: [String]?)
    /// The handling of a notification that the app was handed in front (`willPresent`): the types
    /// among `banner`, `list`, `sound` and `badge` that are presented; nil: the app says so later.
    case present(name: String, types: [String]?)
    /// Asks for the app's shown notifications, as `deliveredNotifications`. The request is
    /// acknowledged at once.
    case listDelivered

    /// The same request with another content.
    package func map<Other>(_ content: (Content) -> Other) -> NotificationRequest<Other> {
        switch self {
        case .schedule(let new): .schedule(content(new))
        case .cancel(let name): .cancel(name: name)
        case .setBadge(let badge): .setBadge(badge)
        case .register(let types): .register(types)
        case .setCategories(let categories): .setCategories(categories)
        case .unschedule(let names): .unschedule(names: names)
        case .withdraw(let names): .withdraw(names: names)
        case .present(let name, let types): .present(name: name, types: types)
        case .listDelivered: .listDelivered
        }
    }
}

/// As an app makes it, with what the notification says.
public typealias LocalNotificationRequest = NotificationRequest<NotificationContent>

/// A `UILocalNotification`, or a `UNNotificationRequest` (N1, N6).
// derive: json
public struct NotificationContent: Sendable, Hashable {
    public var name: String
    /// Milliseconds since 1970; nil: now.
    public var fireDate: Int64?
    /// A name of the time zone database, where `fireDate` is meant by its wall clock (N5).
    public var timeZone: String?
    /// A unit of the calendar, as `day`; seconds, as `90
    /// s`; or what a wall shows each time, as `weekday=2 hour=8`. nil: once.
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
    /// Shown between `title` and `body`.
    public var subtitle: String?
    /// Notifications of one conversation have the same (`threadIdentifier`).
    public var thread: String?
    /// `passive`, `active`, `timeSensitive` or `critical`; nil: `active`. The daemon doesn't look
    /// into it.
    public var interruptionLevel: String?
    /// Files in the app's container: the first picture of them is shown.
    public var attachments: [NotificationAttachment]?
    /// The trigger, as the app has it: in the form of `repeatInterval`, whether it repeats or not.
    /// The daemon doesn't look into it.
    public var trigger: String?
    /// The app's own, for its trigger's region, its summaries and scenes. The daemon doesn't look
    /// into it.
    public var extras: [String: String]?
    /// It comes when the device crosses the border of this region, and has no `fireDate` then.
    public var region: NotificationRegion?

    public init(name: String) { self.name = name }
}

/// A `UNNotificationAttachment`.
// derive: json
public struct NotificationAttachment: Sendable, Hashable {
    public var identifier: String
    /// Below the app's container.
    public var path: String
    /// A uniform type identifier, as `public.png`.
    public var type: String

    public init(identifier: String, path: String, type: String) {
        self.identifier = identifier
        self.path = path
        self.type = type
    }
}

/// An app's notifications, sent to it after its welcome: in as many messages as it takes, the first
/// of which replaces what the app knew.
// derive: json
public struct AppNotifications: Sendable, Hashable {
    public var scheduled: [NotificationContent]
    public var badge: Int
    /// nil: it has never registered.
    public var types: [String]?
    /// More of `scheduled` than what came before.
    public var continues: Bool?
    /// How the user has them come (S12): `none`, `banner` or `alert`. nil in what continues.
    public var style: String?

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
    /// didReceiveLocalNotification. `opened`: the user chose it, rather than its having fired while
    /// the app was in front. `date`: when it fired, milliseconds since 1970.
    // json: received=notification, opened unless false
    indirect case received(NotificationContent, opened: Bool, date: Int64? = nil)
    /// These, by their names, aren't scheduled: there are too many that fire earlier (N1).
    // json: dropped=names
    case dropped([String])
    /// The user answered otherwise than by opening it. `wake`: what `completeWake` ends, where the
    /// app was woken for it.
    // json: answered=response
    indirect case answered(AnsweredNotification, wake: UInt64?)
}
