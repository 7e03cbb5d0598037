import Foundation

/// The type of an activity that is a page in a browser: `webpageURL` says which.
// The name is Foundation's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// Something that the user does, for an app to go on with: a page of one of its domains, one of its
/// `NSUserActivityTypes` that a tool opens it with, or how a scene comes back where it was left
/// (`UISceneDelegate.stateRestorationActivity(for:)`). Foundation on Linux has none. There is no
/// Handoff and no search, so nobody else ever sees an app's own.
open class NSUserActivity: NSObject {
    /// The kind of activity: the app's own word, such as `org.example.reading`.
    public let activityType: String
    /// For people.
    open var title: String?
    /// All that is needed to go on; of a scene's state, a property list.
    open var userInfo: [AnyHashable: Any]?
    /// Where the same can be done in a browser.
    open var webpageURL: URL?
    /// The content that it is about: the app's own word.
    open var targetContentIdentifier: String?

    /// - Parameter activityType: the app's own word.
    public init(activityType: String) { self.activityType = activityType }

    /// Adds to `userInfo`; what is there under the same keys is replaced.
    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
    }
}
