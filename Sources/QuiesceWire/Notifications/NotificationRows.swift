// What tools see of notifications, and of what is planned.

/// A row of `quiesce notifications`.
public struct NotificationRow: Sendable, Hashable, Codable {
    public var notification: UInt64
    public var app: String
    /// Chosen by the app.
    public var name: String
    /// `scheduled` or `shown`; `gone`, to who follows: cancelled, opened, dismissed or over
    public var state: String
    /// ISO 8601 with milliseconds: when it fires next, or was shown. nil: its clock isn't known yet.
    public var time: String?
    /// Seconds by which it was shown late, where that is worth saying.
    public var late: Double?
    /// `minute` … `year`; nil: once.
    public var repeats: String?
    /// The zone by whose wall clock it fires; `device` where that is the device's; nil: a moment.
    public var timeZone: String?
    public var title: String?
    public var body: String?
    public var sound: String?
    public var badge: Int?

    public init(notification: UInt64, app: String, name: String, state: String) {
        self.notification = notification
        self.app = app
        self.name = name
        self.state = state
    }
}
