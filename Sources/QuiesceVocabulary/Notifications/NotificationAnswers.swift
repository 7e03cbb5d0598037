// The answers that a user may give to a notification, and the answer that the user has given
// (UserNotifications).

/// A kind of notification: a `UNNotificationCategory`.
// derive: json
public struct NotificationCategory: Sendable, Hashable {
    /// Named by notifications, as `NotificationContent.category`.
    public var identifier: String
    public var actions: [NotificationAction]
    /// The app hears of it when one is dismissed (`customDismissAction`); nil: it doesn't.
    public var reportsDismissal: Bool?

    public init(
        identifier: String, actions: [NotificationAction] = [], reportsDismissal: Bool? = nil
    ) {
        self.identifier = identifier
        self.actions = actions
        self.reportsDismissal = reportsDismissal
    }
}

/// A button of a notification: a `UNNotificationAction`.
// derive: json
public struct NotificationAction: Sendable, Hashable {
    public var identifier: String
    public var title: String
    /// It brings its app to the front; nil: its app is woken behind what is there.
    public var foreground: Bool?
    /// A locked device refuses it (`authenticationRequired`); nil: it doesn't.
    public var needsUnlock: Bool?
    /// Something is lost by it; nil: nothing is.
    public var destructive: Bool?
    /// It asks for a text, and this stands in the field as long as that is empty; nil: it asks for
    /// none.
    public var placeholder: String?
    /// The title of the button that sends the text; nil: the action asks for no text.
    public var textButton: String?

    public init(identifier: String, title: String) {
        self.identifier = identifier
        self.title = title
    }

    /// A `UNTextInputNotificationAction`.
    public var takesText: Bool { textButton != nil }
}

/// The answer that the user has given to a notification: a `UNNotificationResponse`.
// derive: tag=answer
public enum NotificationAnswer: Sendable, Hashable {
    /// The default action: they opened the app from it.
    case opened
    case dismissed
    /// They want to see the app's own settings for notifications (`openSettingsFor`).
    case settings
    /// `identifier`: of a `NotificationAction`. `text`: what they wrote, where it asks for that.
    case action(identifier: String, text: String?)

    /// The word for it in the log.
    package var word: String {
        switch self {
        case .opened: "open"
        case .dismissed: "dismiss"
        case .settings: "settings"
        case .action(let identifier, _): identifier
        }
    }
}

/// A notification that the user has answered, as its app hears of it.
// derive: json
public struct AnsweredNotification: Sendable, Hashable {
    public var notification: NotificationContent
    /// When it was shown: milliseconds since 1970.
    public var date: Int64?
    /// The JSON object of the push that it presents; nil: the app scheduled it.
    public var push: String?
    public var answer: NotificationAnswer

    public init(
        notification: NotificationContent, date: Int64?, push: String? = nil,
        answer: NotificationAnswer
    ) {
        self.notification = notification
        self.date = date
        self.push = push
        self.answer = answer
    }
}

/// The shown notifications of an app, as the app asked for them: in as many messages as they take.
// derive: json
public struct DeliveredNotifications: Sendable, Hashable {
    /// The request that asked.
    public var request: UInt64
    public var notifications: [DeliveredNotification]
    /// More than what came before; nil: these are the first.
    public var continues: Bool?
    /// More come; nil: these are the last.
    public var more: Bool?

    public init(request: UInt64, notifications: [DeliveredNotification] = []) {
        self.request = request
        self.notifications = notifications
    }
}

/// A notification that is shown.
// derive: json
public struct DeliveredNotification: Sendable, Hashable {
    public var notification: NotificationContent
    /// When it was shown: milliseconds since 1970.
    public var date: Int64
    /// The JSON object of the push that it presents; nil: the app scheduled it.
    public var push: String?

    public init(notification: NotificationContent, date: Int64, push: String? = nil) {
        self.notification = notification
        self.date = date
        self.push = push
    }
}
