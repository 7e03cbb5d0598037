/// Names a notification that the device holds; never used twice on a device.
public typealias NotificationID = Number<NotificationKind>
public enum NotificationKind: Sendable {}

/// How a notification is presented, and what a user lets an app present (N2); the words are those
/// of `UIUserNotificationType`.
// derive: raw
public struct NotificationTypes: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let badge = NotificationTypes(rawValue: 1)
    public static let sound = NotificationTypes(rawValue: 2)
    public static let alert = NotificationTypes(rawValue: 4)
}

/// A zone by name, with the offsets that the shell has looked up.
// derive: json
public struct ZoneOffsets: Sendable, Hashable {
    /// A name of the time zone database.
    public var name: String
    public var offsets: UTCOffsets

    public init(name: String, offsets: UTCOffsets) {
        self.name = name
        self.offsets = offsets
    }
}

/// A notification of an app (N1). Its texts, sound and userInfo are with the shell.
// derive: json
public struct NewNotification: Sendable, Hashable {
    /// Chosen by the app, unique among its notifications; one of the same name is replaced.
    public var name: String
    /// nil: now (N4).
    public var fireDate: WallTime?
    /// The zone whose wall clock `fireDate` is meant by (N5); nil: it is an absolute moment.
    public var zone: ZoneOffsets?
    /// nil: once.
    public var every: RepeatInterval?
    public var types: NotificationTypes
    /// The app's badge from then on; nil: as before.
    public var badge: Int32?
    public var content: PayloadHandle
    /// Which of the app's categories it is of.
    public var category: String?
    /// It comes there, and has no `fireDate` then.
    public var region: NotificationRegion?

    public init(
        name: String, fireDate: WallTime?, zone: ZoneOffsets? = nil, every: RepeatInterval? = nil,
        types: NotificationTypes, badge: Int32? = nil, content: PayloadHandle,
        category: String? = nil, region: NotificationRegion? = nil
    ) {
        self.name = name
        self.fireDate = fireDate
        self.zone = zone
        self.every = every
        self.types = types
        self.badge = badge
        self.content = content
        self.category = category
        self.region = region
    }
}

/// The number of the newest notification, and the latest moment at which the clock was seen: after
/// a restart of the device with an older clock, calendar work waits for that (T3 of the reliability
/// catalogue).
// derive: json
public struct NotificationsFact: Sendable, Hashable {
    public var last: UInt64
    public var clock: WallTime
}

/// The badge on an app's icon, the types that the app has registered to present (U4), and the style
/// in which they come over the app in front.
// derive: json
public struct PresentationFact: Sendable, Hashable {
    public var app: AppID
    public var badge: Int32
    /// nil: it has never registered.
    public var types: NotificationTypes?
    /// As the user chose (S12); nil: he hasn't.
    public var style: AlertStyle?
    /// The app's kinds of notifications; nil: it has none.
    public var categories: [NotificationCategory]?
}
