import Foundation

/// A notification with the condition under which it comes. It never changes.
// Its properties are constants; the content is a copy of its own that nobody can change.
open class UNNotificationRequest: NSObject, NSCopying, @unchecked Sendable {
    /// One of the app's, of 128 bytes at most: a request of the same takes this one's place.
    public let identifier: String
    /// Everything that is shown.
    public let content: UNNotificationContent
    /// nil: at once.
    public let trigger: UNNotificationTrigger?

    /// - Parameters:
    ///   - identifier: as the property.
    ///   - content: a copy is taken.
    ///   - trigger: nil: at once.
    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?)
    {
        self.identifier = identifier
        self.content = UNNotificationContent(content.fields)
        self.trigger = trigger
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationRequest else { return false }
        return other.identifier == identifier && other.content == content
            && other.trigger == trigger
    }

    open override var hash: Int { identifier.hashValue }
}

/// A notification that has come.
// Its properties are constants, but for a note of the main actor's.
open class UNNotification: NSObject, NSCopying, @unchecked Sendable {
    /// When it came.
    public let date: Date
    /// The request that it came of; a push's has a push's trigger.
    public let request: UNNotificationRequest
    /// The delegate hasn't the method that it was to be handed to.
    @MainActor var isPassedOver = false

    init(date: Date, request: UNNotificationRequest) {
        self.date = date
        self.request = request
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The user's answer to a notification.
// Its properties are constants.
open class UNNotificationResponse: NSObject, NSCopying, @unchecked Sendable {
    /// The notification that was answered.
    public let notification: UNNotification
    /// `UNNotificationDefaultActionIdentifier`, `UNNotificationDismissActionIdentifier`, or that of
    /// a `UNNotificationAction`.
    public let actionIdentifier: String
    private let isInFront: Bool

    /// The scene that shows what the answer leads to; nil: the app stays in the background, or its
    /// scene isn't connected yet.
    @preconcurrency @MainActor public var targetScene: UIScene? {
        isInFront ? UIApplication.running?.scenes.scene : nil
    }

    init(_ notification: UNNotification, _ actionIdentifier: String, _ isInFront: Bool) {
        self.notification = notification
        self.actionIdentifier = actionIdentifier
        self.isInFront = isInFront
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// An answer with a text.
// Its one property is a constant of a value type.
open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
    /// The text that the user wrote.
    public let userText: String

    init(
        _ notification: UNNotification, _ actionIdentifier: String, text: String, _ isInFront: Bool
    ) {
        userText = text
        super.init(notification, actionIdentifier, isInFront)
    }
}

/// The user opened the app from the notification.
// The name is UserNotifications'.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// The user dismissed the notification, which is of a category that asks for that.
// The name is UserNotifications'.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"
