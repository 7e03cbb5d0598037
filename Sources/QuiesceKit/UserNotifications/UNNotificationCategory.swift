import Foundation
import QuiesceWire

/// The behaviour of a notification's button. The values are those of iOS.
public struct UNNotificationActionOptions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A locked device refuses it.
    public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1)
    /// Something is lost by it. It is kept: desktops show all buttons alike.
    public static let destructive = UNNotificationActionOptions(rawValue: 2)
    /// It brings the app to the front. Without it the app is woken, or launched, in the background.
    public static let foreground = UNNotificationActionOptions(rawValue: 4)
}

/// A button of a notification. It never changes.
// Its properties are constants of value types.
open class UNNotificationAction: NSObject, NSCopying, @unchecked Sendable {
    /// One of its category's, of 128 bytes at most.
    public let identifier: String
    /// Its label.
    public let title: String
    /// How it behaves.
    public let options: UNNotificationActionOptions

    public init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
        self.identifier = identifier
        self.title = title
        self.options = options
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UNNotificationAction)?.wire == wire
    }

    open override var hash: Int { identifier.hashValue }

    var wire: NotificationAction {
        var action = NotificationAction(identifier: identifier, title: title)
        if options.contains(.foreground) { action.foreground = true }
        if options.contains(.authenticationRequired) { action.needsUnlock = true }
        if options.contains(.destructive) { action.destructive = true }
        return action
    }
}

/// A button that asks for a text first: `quiesce notifications open N --action ID --text …`, or the
/// desktop's field.
// Its properties are constants of value types, as are those of its superclass.
open class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {
    /// The label of what sends the text.
    public let textInputButtonTitle: String
    /// Shown in the field as long as it is empty.
    public let textInputPlaceholder: String

    public init(
        identifier: String, title: String, options: UNNotificationActionOptions = [],
        textInputButtonTitle: String, textInputPlaceholder: String
    ) {
        self.textInputButtonTitle = textInputButtonTitle
        self.textInputPlaceholder = textInputPlaceholder
        super.init(identifier: identifier, title: title, options: options)
    }

    override var wire: NotificationAction {
        var action = super.wire
        action.textButton = textInputButtonTitle
        action.placeholder = textInputPlaceholder
        return action
    }
}

/// The values are those of iOS.
public struct UNNotificationCategoryOptions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The app hears of it when one is dismissed: it is woken, or launched, in the background.
    public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1)
    /// It is kept: there is no CarPlay here.
    public static let allowInCarPlay = UNNotificationCategoryOptions(rawValue: 2)
    /// It is kept: nothing hides what notifications say.
    public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 4)
    /// It is kept: nothing hides what notifications say.
    public static let hiddenPreviewsShowSubtitle = UNNotificationCategoryOptions(rawValue: 8)
    /// It is kept: nothing reads notifications out.
    public static let allowAnnouncement = UNNotificationCategoryOptions(rawValue: 16)
}

/// A kind of notification with its buttons. It never changes.
// Its properties are constants that never change.
open class UNNotificationCategory: NSObject, NSCopying, @unchecked Sendable {
    /// Named by `UNNotificationContent.categoryIdentifier`, or by `category` in a push's `aps`; 128
    /// bytes at most.
    public let identifier: String
    /// Its buttons, in the order in which they are shown.
    public let actions: [UNNotificationAction]
    /// Intents of Siri. They are kept: nothing comes of them here.
    public let intentIdentifiers: [String]
    /// How it behaves.
    public let options: UNNotificationCategoryOptions
    /// Shown where previews are hidden, which they aren't here.
    public let hiddenPreviewsBodyPlaceholder: String
    /// For a summary of several, which there is none of here.
    public let categorySummaryFormat: String

    public init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String = "", categorySummaryFormat: String = "",
        options: UNNotificationCategoryOptions = []
    ) {
        self.identifier = identifier
        self.actions = actions
        self.intentIdentifiers = intentIdentifiers
        self.options = options
        self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder
        self.categorySummaryFormat = categorySummaryFormat
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationCategory else { return false }
        return other.identifier == identifier && other.actions == actions
            && other.intentIdentifiers == intentIdentifiers && other.options == options
    }

    open override var hash: Int { identifier.hashValue }

    var wire: NotificationCategory {
        NotificationCategory(
            identifier: identifier, actions: actions.map(\.wire),
            reportsDismissal: options.contains(.customDismissAction) ? true : nil)
    }
}
