import Foundation

/// The name of the sound that a notification has where it names no file of its own.
// The name is UIKit's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let UILocalNotificationDefaultSoundName = "UILocalNotificationDefaultSoundName"

/// A notification that the device presents at a moment of its own, whatever has become of the app
/// by then (N1). What is scheduled is a copy: a change after that has no effect.
///
/// Two are equal, as `cancelLocalNotification(_:)` has it, if all that is set of them is.
open class UILocalNotification: NSObject, NSCopying {
    /// When it is presented; nil, or in the past: at once. Fractions of a millisecond don't count.
    open var fireDate: Date?
    /// Where `fireDate` is meant by what the wall's clock shows (N5); nil: it is an absolute
    /// moment, and repeats are counted in UTC.
    open var timeZone: TimeZone?
    /// Minute, hour, day, week, month, quarter or year, one of them: after what it is presented
    /// again. Empty: it isn't.
    open var repeatInterval: NSCalendar.Unit = []
    /// The notification's text. Without a text nothing is shown; the sound and the badge are as
    /// they are.
    open var alertBody: String?
    /// Shown above `alertBody`.
    open var alertTitle: String?
    /// The title of the button that opens the app; nil: "View".
    open var alertAction: String?
    /// Whether there is that button.
    open var hasAction = true
    /// The name of the image that is shown while it launches the app. It is kept, and shown by
    /// nothing yet.
    open var alertLaunchImage: String?
    /// The name of a file in the app's bundle: linear PCM, MA4, µ-law or a-law in a WAV, AIFF or
    /// CAF file; anything else plays the default sound (N6). nil: none.
    open var soundName: String?
    /// The number on the app's icon from then on; 0: as before.
    open var applicationIconBadgeNumber = 0
    /// The app's own. All of it must be of the kinds that a property list has.
    open var userInfo: [AnyHashable: Any]?
    /// The identifier of a `UIUserNotificationCategory`. It is kept, and no actions come of it.
    open var category: String?

    /// The name by which the daemon knows the notification, once it is scheduled.
    var name: String?

    public required override init() { super.init() }

    /// Another notification with the same properties.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self()
        copy.fireDate = fireDate
        copy.timeZone = timeZone
        copy.repeatInterval = repeatInterval
        copy.alertBody = alertBody
        copy.alertTitle = alertTitle
        copy.alertAction = alertAction
        copy.hasAction = hasAction
        copy.alertLaunchImage = alertLaunchImage
        copy.soundName = soundName
        copy.applicationIconBadgeNumber = applicationIconBadgeNumber
        copy.userInfo = userInfo
        copy.category = category
        copy.name = name
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UILocalNotification else { return false }
        return wireContent(named: "") == other.wireContent(named: "")
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(wireContent(named: ""))
        return hasher.finalize()
    }
}
