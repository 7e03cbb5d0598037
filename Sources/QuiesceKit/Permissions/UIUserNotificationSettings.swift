/// How an app may bring itself to the user's attention.
public struct UIUserNotificationType: OptionSet, Sendable, Hashable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let badge = UIUserNotificationType(rawValue: 1)
    public static let sound = UIUserNotificationType(rawValue: 2)
    public static let alert = UIUserNotificationType(rawValue: 4)
}

/// What an app asks for, and what the user lets it have.
public struct UIUserNotificationSettings: Sendable, Hashable {
    public let types: UIUserNotificationType

    public init(types: UIUserNotificationType) { self.types = types }
}

// U4
extension UIApplication {
    /// Asks the user, once, whether the app may notify them. The delegate's
    /// `application(_:didRegister:)` has the answer, at once if the user has given it before.
    public func registerUserNotificationSettings(_ settings: UIUserNotificationSettings) {
        permissions.request(.notifications) { [unowned self] state in
            registeredTypes = settings.types
            delegate?.application(
                self,
                didRegister: UIUserNotificationSettings(
                    types: state == .authorized ? settings.types : []))
        }
    }

    /// What the user lets the app have now; nil until it has registered in this launch.
    public var currentUserNotificationSettings: UIUserNotificationSettings? {
        registeredTypes.map {
            UIUserNotificationSettings(
                types: permissions.state(of: .notifications) == .authorized ? $0 : [])
        }
    }
}
