/// How an app may bring itself to the user's attention.
public struct UIUserNotificationType: OptionSet, Sendable, Hashable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The app's icon may show a number.
    public static let badge = UIUserNotificationType(rawValue: 1)
    /// Notifications may make a sound.
    public static let sound = UIUserNotificationType(rawValue: 2)
    /// Notifications may be shown.
    public static let alert = UIUserNotificationType(rawValue: 4)
}

// As the daemon has them.
extension UIUserNotificationType {
    private static let known: [(type: UIUserNotificationType, word: String)] = [
        (.alert, "alert"), (.sound, "sound"), (.badge, "badge"),
    ]

    var words: [String] { Self.known.filter { contains($0.type) }.map(\.word) }

    /// Words of a newer daemon are passed over.
    init(words: [String]) {
        self.init(Self.known.filter { words.contains($0.word) }.map(\.type))
    }
}

/// A kind of notification, which a `UILocalNotification` names by its `category`. It is kept, and
/// no actions come of it: a notification has the one button that opens its app.
public struct UIUserNotificationCategory: Sendable, Hashable {
    /// Names the category in `UILocalNotification.category`.
    public var identifier: String?

    /// A category without actions.
    public init(identifier: String? = nil) { self.identifier = identifier }
}

/// The settings that an app asks for, and those that the user lets it have.
public struct UIUserNotificationSettings: Sendable, Hashable {
    /// The types that the app asked to present; in settings from the SDK, those of them that the
    /// user allows (U4).
    public let types: UIUserNotificationType
    /// The categories that were registered; kept, and not shown yet.
    public let categories: Set<UIUserNotificationCategory>?

    /// Settings to register: what the app wants to present.
    public init(
        types: UIUserNotificationType, categories: Set<UIUserNotificationCategory>? = nil
    ) {
        self.types = types
        self.categories = categories
    }
}

// U4
extension UIApplication {
    /// Asks the user, once, whether the app may notify them. The delegate's
    /// `application(_:didRegister:)` has the answer, at once if the user has given it before.
    public func registerUserNotificationSettings(_ settings: UIUserNotificationSettings) {
        notifications.register(settings.types)
        notificationCategories = settings.categories
        permissions.request(.notifications) { [unowned self] state in
            delegate?.application(
                self,
                didRegister: UIUserNotificationSettings(
                    types: state == .authorized ? settings.types : [],
                    categories: settings.categories))
        }
    }

    /// The settings that the user lets the app have now, of those that it last registered for, in
    /// this launch or an earlier one; nil until the app has registered. The categories are those of
    /// this launch.
    public var currentUserNotificationSettings: UIUserNotificationSettings? {
        notifications.types.map {
            UIUserNotificationSettings(
                types: permissions.state(of: .notifications) == .authorized ? $0 : [],
                categories: notificationCategories)
        }
    }
}
