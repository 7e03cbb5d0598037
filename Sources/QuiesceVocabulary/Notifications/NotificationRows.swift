// The views of notifications, shown and planned, for tools.

/// A row of `quiesce notifications`.
// derive: json sorted
public struct NotificationRow: Sendable, Hashable {
    public var notification: UInt64
    public var app: String
    /// Chosen by the app.
    public var name: String
    /// `scheduled` or `shown`; `gone`, to who follows: cancelled, opened, dismissed or over
    public var state: String
    /// ISO 8601 with milliseconds: when it fires next, or was shown. nil: its clock isn't known
    /// yet.
    public var time: String?
    /// Seconds by which it was shown late, where that is worth saying.
    public var late: Double?
    /// `minute` … `year`, `90 s`, or what a wall shows, as `weekday=2 hour=8`; nil: once.
    public var repeats: String?
    /// The zone by whose wall clock it fires; `device` where that is the device's; nil: a moment.
    public var timeZone: String?
    /// Where it fires: "on entering home"; nil: it has a time.
    public var region: String?
    public var title: String?
    public var body: String?
    public var sound: String?
    public var badge: Int?
    /// How it came over what was in front: `none`, `banner` or `alert`; nil: there was nothing to
    /// see.
    public var style: String?
    /// It is an alert that nobody has answered, and covers what is in front; nil: it covers
    /// nothing.
    public var covers: Bool?
    /// The actions that the user may answer with, beside opening the notification: `open N --action
    /// ID`; nil: there are none.
    public var actions: [NotificationActionRow]?

    public init(notification: UInt64, app: String, name: String, state: String) {
        self.notification = notification
        self.app = app
        self.name = name
        self.state = state
    }
}

/// A button of a notification.
// derive: json sorted
public struct NotificationActionRow: Sendable, Hashable {
    public var id: String
    public var title: String
    /// It takes a text: `--text`.
    public var text: Bool

    public init(id: String, title: String, text: Bool) {
        self.id = id
        self.title = title
        self.text = text
    }
}

/// A row of `quiesce notifications style`: how an app's notifications come over what is in front
/// (S12).
// derive: json sorted
public struct AlertStyleRow: Sendable, Hashable {
    public var app: String
    /// `none`, `banner` or `alert`
    public var style: String
    /// The user chose it; else it is as the profile has it.
    public var chosen: Bool

    public init(app: String, style: String, chosen: Bool) {
        self.app = app
        self.style = style
        self.chosen = chosen
    }
}
