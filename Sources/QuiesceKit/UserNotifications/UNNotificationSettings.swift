import Foundation
import QuiesceWire

/// The features of notifications that an app asks to use. The values are those of iOS.
public struct UNAuthorizationOptions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The app's icon may show a number.
    public static let badge = UNAuthorizationOptions(rawValue: 1)
    /// Notifications may make a sound.
    public static let sound = UNAuthorizationOptions(rawValue: 2)
    /// Notifications may be shown.
    public static let alert = UNAuthorizationOptions(rawValue: 4)
    /// There is no CarPlay here.
    public static let carPlay = UNAuthorizationOptions(rawValue: 8)
    /// No sound passes over the user's wishes here.
    public static let criticalAlert = UNAuthorizationOptions(rawValue: 16)
    /// The app shows settings of its own: the delegate's `openSettingsFor`, by
    /// `quiesce notifications open N --settings`.
    public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 32)
    /// Here the user is asked all the same: nobody notifies them unasked.
    public static let provisional = UNAuthorizationOptions(rawValue: 64)
    /// Nothing reads notifications out here.
    public static let announcement = UNAuthorizationOptions(rawValue: 128)
}

/// The user's answer about notifications (U4). Quiesce says the first three.
public enum UNAuthorizationStatus: Int, Sendable {
    /// The user hasn't been asked yet.
    case notDetermined = 0
    /// The user lets the app show nothing.
    case denied = 1
    /// The user lets the app notify them.
    case authorized = 2
    /// On iOS, quietly and unasked. Not the answer here.
    case provisional = 3
    /// On iOS, an app clip's. Not the answer here.
    case ephemeral = 4
}

/// One thing that a notification may do.
public enum UNNotificationSetting: Int, Sendable {
    /// The app hasn't asked for it, or the device hasn't it.
    case notSupported = 0
    /// The user has turned it off.
    case disabled = 1
    /// The user lets the app have it.
    case enabled = 2
}

/// How an app's notifications come over what is in front (S12).
public enum UNAlertStyle: Int, Sendable {
    /// Nothing is shown.
    case none = 0
    /// It is shown for a moment.
    case banner = 1
    /// It is shown until the user answers it.
    case alert = 2
}

/// When what notifications say is shown: always, here.
public enum UNShowPreviewsSetting: Int, Sendable {
    /// The text of a notification is shown, locked or not.
    case always = 0
    /// The text of a notification is shown once the device is unlocked.
    case whenAuthenticated = 1
    /// The text of a notification isn't shown.
    case never = 2
}

/// The user's current settings for the app's notifications. The object never changes.
// Its properties are constants of value types.
open class UNNotificationSettings: NSObject, NSCopying, @unchecked Sendable {
    /// Whether the app may notify the user (U4).
    public let authorizationStatus: UNAuthorizationStatus
    /// Whether its notifications may sound.
    public let soundSetting: UNNotificationSetting
    /// Whether its icon may have a number.
    public let badgeSetting: UNNotificationSetting
    /// Whether its notifications may be shown.
    public let alertSetting: UNNotificationSetting
    /// Whether the list of notifications has them.
    public let notificationCenterSetting: UNNotificationSetting
    /// Whether they are shown on a locked device.
    public let lockScreenSetting: UNNotificationSetting
    /// As the user chose with `quiesce notifications style`, or the device's profile has it.
    public let alertStyle: UNAlertStyle
    /// Not supported.
    public let carPlaySetting = UNNotificationSetting.notSupported
    /// Not supported.
    public let criticalAlertSetting = UNNotificationSetting.notSupported
    /// Not supported.
    public let announcementSetting = UNNotificationSetting.notSupported
    /// Not supported: how a notification comes is the user's choice.
    public let timeSensitiveSetting = UNNotificationSetting.notSupported
    /// Not supported.
    public let scheduledDeliverySetting = UNNotificationSetting.notSupported
    /// Not supported.
    public let directMessagesSetting = UNNotificationSetting.notSupported
    /// Always.
    public let showPreviewsSetting = UNShowPreviewsSetting.always
    /// The app asked to show settings of its own, in this launch.
    public let providesAppNotificationSettings: Bool

    init(
        _ state: Permissions.State, types: UIUserNotificationType?, style: String?,
        showsSettings: Bool
    ) {
        authorizationStatus =
            switch state {
            case .notDetermined: .notDetermined
            case .denied: .denied
            case .authorized, .authorizedWhenInUse: .authorized
            }
        let status = authorizationStatus
        func setting(_ type: UIUserNotificationType) -> UNNotificationSetting {
            guard types?.contains(type) == true, status != .notDetermined else {
                return .notSupported
            }
            return status == .authorized ? .enabled : .disabled
        }
        soundSetting = setting(.sound)
        badgeSetting = setting(.badge)
        alertSetting = setting(.alert)
        notificationCenterSetting = alertSetting
        lockScreenSetting = alertSetting
        let style: UNAlertStyle =
            switch style {
            case "alert": .alert
            case "none": .none
            case _: .banner
            }
        alertStyle = alertSetting == .enabled ? style : .none
        providesAppNotificationSettings = showsSettings
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// How an app in front has a notification of its own presented. The values are those of iOS.
public struct UNNotificationPresentationOptions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The number on its icon.
    public static let badge = UNNotificationPresentationOptions(rawValue: 1)
    /// Its sound.
    public static let sound = UNNotificationPresentationOptions(rawValue: 2)
    /// As a banner, and in the list: as iOS had it before 14.
    public static let alert = UNNotificationPresentationOptions(rawValue: 4)
    /// It is listed, and nothing is seen.
    public static let list = UNNotificationPresentationOptions(rawValue: 8)
    /// As the user has the app's notifications come (S12).
    public static let banner = UNNotificationPresentationOptions(rawValue: 16)

    /// Whatever the notification has.
    static let asItWasMade: UNNotificationPresentationOptions = [.badge, .sound, .list, .banner]

    var words: [String] {
        var words: [String] = []
        if contains(.banner) || contains(.alert) { words.append("banner") }
        if contains(.list) || contains(.alert) { words.append("list") }
        if contains(.sound) { words.append("sound") }
        if contains(.badge) { words.append("badge") }
        return words
    }
}

/// The domain of UserNotifications' errors.
// The name is UserNotifications'.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let UNErrorDomain = "UNErrorDomain"

/// Why a notification isn't scheduled, or a file can't come with one.
public struct UNError: Error, Sendable, Hashable, CustomNSError, LocalizedError {
    /// The values are those of iOS.
    public enum Code: Int, Sendable {
        /// The user doesn't let the app notify them. Quiesce schedules it all the same, as they may
        /// change their mind.
        case notificationsNotAllowed = 1
        /// The file isn't there, or can't be read.
        case attachmentInvalidURL = 100
        /// It is none of the kinds that are shown: PNG, JPEG, GIF, and sounds and films, which are
        /// kept.
        case attachmentUnrecognizedType = 101
        /// It is larger than iOS takes one of its kind.
        case attachmentInvalidFileSize = 102
        /// It can't be brought into the app's container.
        case attachmentMoveIntoDataStoreFailed = 104
        /// Its date never comes, or too many fire earlier.
        case notificationInvalidNoDate = 1_400
        /// It is over 4,096 bytes, or says nothing.
        case notificationInvalidNoContent = 1_401
        /// A badge is less than 0.
        case badgeInputInvalid = 1_600
    }

    public let code: Code
    /// A description of the error, with the remedy.
    public let errorDescription: String?

    public init(_ code: Code) {
        self.init(code, nil)
    }

    init(_ code: Code, _ description: String?) {
        self.code = code
        errorDescription = description
    }

    public static var errorDomain: String { UNErrorDomain }
    public var errorCode: Int { code.rawValue }
}
