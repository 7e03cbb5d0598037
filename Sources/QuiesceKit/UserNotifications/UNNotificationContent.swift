import Foundation

/// The words, sound, badge and data of a notification. It never changes;
/// `UNMutableNotificationContent` is made.
open class UNNotificationContent: NSObject, NSCopying {
    struct Fields: Hashable {
        var title = ""
        var subtitle = ""
        var body = ""
        var badge: NSNumber?
        var sound: UNNotificationSound?
        var launchImageName = ""
        var userInfo: [AnyHashable: Any] = [:]
        var attachments: [UNNotificationAttachment] = []
        var categoryIdentifier = ""
        var threadIdentifier = ""
        var targetContentIdentifier: String?
        var summaryArgument = ""
        var summaryArgumentCount = 0
        var interruptionLevel = UNNotificationInterruptionLevel.active
        var relevanceScore = 0.0
        var filterCriteria: String?

        static func == (a: Fields, b: Fields) -> Bool {
            a.words == b.words && a.badge == b.badge && a.sound == b.sound
                && a.attachments == b.attachments && a.interruptionLevel == b.interruptionLevel
                && a.relevanceScore == b.relevanceScore
                && NSDictionary(dictionary: a.userInfo).isEqual(to: b.userInfo)
        }

        func hash(into hasher: inout Hasher) { hasher.combine(words) }

        private var words: [String?] {
            [
                title, subtitle, body, launchImageName, categoryIdentifier, threadIdentifier,
                targetContentIdentifier, summaryArgument, "\(summaryArgumentCount)", filterCriteria,
            ]
        }
    }

    var fields = Fields()

    /// Content without words, sound or badge.
    public override init() { super.init() }

    init(_ fields: Fields) {
        self.fields = fields
        super.init()
    }

    /// The first line; empty: none.
    open var title: String { fields.title }
    /// The second line; empty: none.
    open var subtitle: String { fields.subtitle }
    /// The notification's text; empty: none.
    open var body: String { fields.body }
    /// The number on the app's icon from then on: 0 or nil, in a notification that the app
    /// schedules, as before.
    open var badge: NSNumber? { fields.badge }
    /// nil: it is silent.
    open var sound: UNNotificationSound? { fields.sound }
    /// The image that is shown while it launches the app. It is kept, and shown by nothing yet.
    open var launchImageName: String { fields.launchImageName }
    /// The app's own. All of it must be of the kinds that a property list has; of a push, its JSON
    /// object.
    open var userInfo: [AnyHashable: Any] { fields.userInfo }
    /// Files that come with it: the first picture of them is shown.
    open var attachments: [UNNotificationAttachment] { fields.attachments }
    /// The identifier of a `UNNotificationCategory`, whose actions it has; empty: none.
    open var categoryIdentifier: String { fields.categoryIdentifier }
    /// Notifications of one conversation have the same. It is kept; nothing groups by it yet.
    open var threadIdentifier: String { fields.threadIdentifier }
    /// The scene that it is about. It is kept: there is one scene.
    open var targetContentIdentifier: String? { fields.targetContentIdentifier }
    /// For a summary of its thread. It is kept: nothing is summed up here, and iOS ignores it
    /// since 15.
    open var summaryArgument: String { fields.summaryArgument }
    /// Likewise.
    open var summaryArgumentCount: Int { fields.summaryArgumentCount }
    /// How urgent it is. It is kept: how it comes is the user's choice (S12).
    open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }
    /// Its place in a summary, from 0 to 1. It is kept: nothing is summed up here.
    open var relevanceScore: Double { fields.relevanceScore }
    /// For the user's Focus. It is kept: there is none here.
    open var filterCriteria: String? { fields.filterCriteria }

    /// The same, for good.
    open func copy(with zone: NSZone? = nil) -> Any { UNNotificationContent(fields) }

    /// A copy to change.
    open override func mutableCopy() -> Any { UNMutableNotificationContent(fields) }

    /// Whether all that is set is the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UNNotificationContent)?.fields == fields
    }

    open override var hash: Int { fields.hashValue }
}

/// Content that is being made. A request takes a copy.
open class UNMutableNotificationContent: UNNotificationContent {
    open override var title: String {
        get { fields.title }
        set { fields.title = newValue }
    }
    open override var subtitle: String {
        get { fields.subtitle }
        set { fields.subtitle = newValue }
    }
    open override var body: String {
        get { fields.body }
        set { fields.body = newValue }
    }
    open override var badge: NSNumber? {
        get { fields.badge }
        set { fields.badge = newValue }
    }
    open override var sound: UNNotificationSound? {
        get { fields.sound }
        set { fields.sound = newValue }
    }
    open override var launchImageName: String {
        get { fields.launchImageName }
        set { fields.launchImageName = newValue }
    }
    open override var userInfo: [AnyHashable: Any] {
        get { fields.userInfo }
        set { fields.userInfo = newValue }
    }
    open override var attachments: [UNNotificationAttachment] {
        get { fields.attachments }
        set { fields.attachments = newValue }
    }
    open override var categoryIdentifier: String {
        get { fields.categoryIdentifier }
        set { fields.categoryIdentifier = newValue }
    }
    open override var threadIdentifier: String {
        get { fields.threadIdentifier }
        set { fields.threadIdentifier = newValue }
    }
    open override var targetContentIdentifier: String? {
        get { fields.targetContentIdentifier }
        set { fields.targetContentIdentifier = newValue }
    }
    open override var summaryArgument: String {
        get { fields.summaryArgument }
        set { fields.summaryArgument = newValue }
    }
    open override var summaryArgumentCount: Int {
        get { fields.summaryArgumentCount }
        set { fields.summaryArgumentCount = newValue }
    }
    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { fields.interruptionLevel }
        set { fields.interruptionLevel = newValue }
    }
    open override var relevanceScore: Double {
        get { fields.relevanceScore }
        set { fields.relevanceScore = newValue }
    }
    open override var filterCriteria: String? {
        get { fields.filterCriteria }
        set { fields.filterCriteria = newValue }
    }
}

/// How urgent a notification is. The values are those of iOS.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// It goes to the list, without light or sound.
    case passive = 0
    /// It is shown at once, and sounds.
    case active = 1
    /// It is shown at once, and is about this moment.
    case timeSensitive = 2
    /// It is shown and sounds whatever the user has set; here as `active`.
    case critical = 3
}

/// A notification's sound (N6). It never changes.
// Its one property is a constant of a value type.
open class UNNotificationSound: NSObject, NSCopying, @unchecked Sendable {
    /// A file in the app's bundle, or `default`.
    let word: String

    init(word: String) {
        self.word = word
        super.init()
    }

    /// A file in the app's bundle: linear PCM, MA4, µ-law or a-law in a WAV, AIFF or CAF file;
    /// anything else plays the default sound.
    public convenience init(named name: UNNotificationSoundName) { self.init(word: name.rawValue) }

    /// The device's.
    open class var `default`: UNNotificationSound { UNNotificationSound(word: defaultWord) }
    /// As `default`: no sound passes over the user's wishes here.
    open class var defaultCritical: UNNotificationSound { self.default }
    /// As `default`, at the device's volume.
    open class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound {
        self.default
    }
    /// As `init(named:)`: no sound passes over the user's wishes here.
    open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(named: name)
    }
    /// As `init(named:)`, at the device's volume.
    open class func criticalSoundNamed(
        _ name: UNNotificationSoundName, withAudioVolume volume: Float
    ) -> UNNotificationSound { UNNotificationSound(named: name) }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UNNotificationSound)?.word == word
    }

    open override var hash: Int { word.hashValue }

    static let defaultWord = "default"
}

/// The name of a sound file in the app's bundle.
public struct UNNotificationSoundName: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
}
