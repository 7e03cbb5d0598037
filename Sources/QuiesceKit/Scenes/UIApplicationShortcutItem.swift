import Foundation

/// One of an app's quick actions. Nothing shows them here: `quiesce open --shortcut` chooses one by
/// its type.
@preconcurrency @MainActor open class UIApplicationShortcutItem {
    struct Fields {
        var type: String
        var title: String
        var subtitle: String?
        var userInfo: [String: any NSSecureCoding]?
    }

    var fields: Fields

    /// The app's own word for it.
    open var type: String { fields.type }
    /// For people.
    open var localizedTitle: String { fields.title }
    /// For people, below the title.
    open var localizedSubtitle: String? { fields.subtitle }
    /// The app's own, a property list.
    open var userInfo: [String: any NSSecureCoding]? { fields.userInfo }

    /// - Parameters:
    ///   - type: the app's own word for it.
    ///   - localizedTitle: for people.
    public init(
        type: String, localizedTitle: String, localizedSubtitle: String? = nil,
        userInfo: [String: any NSSecureCoding]? = nil
    ) {
        fields = Fields(
            type: type, title: localizedTitle, subtitle: localizedSubtitle, userInfo: userInfo)
    }
}

/// A quick action that can be changed, before it is one of `UIApplication.shortcutItems`.
@preconcurrency @MainActor open class UIMutableApplicationShortcutItem: UIApplicationShortcutItem {
    /// The app's own word for it.
    open override var type: String {
        get { fields.type }
        set { fields.type = newValue }
    }
    /// For people.
    open override var localizedTitle: String {
        get { fields.title }
        set { fields.title = newValue }
    }
    /// For people, below the title.
    open override var localizedSubtitle: String? {
        get { fields.subtitle }
        set { fields.subtitle = newValue }
    }
    /// The app's own, a property list.
    open override var userInfo: [String: any NSSecureCoding]? {
        get { fields.userInfo }
        set { fields.userInfo = newValue }
    }
}
