/// A notification as the desktop is to show it. Texts may be any: they are cleaned and shortened on
/// their way out.
public struct Banner: Sendable, Hashable {
    /// What the desktop plays with it.
    public enum Sound: Sendable, Hashable {
        /// Nothing: it is silent, or we play it.
        case none
        /// Its own, for a message that has arrived.
        case standard
        /// An absolute path.
        case file(String)
    }

    /// The caller's; what is shown under it before is replaced.
    public var id: UInt64
    /// The app's bundle identifier.
    public var app: String
    /// The app's name.
    public var title: String
    public var body: String
    /// The absolute path of an image.
    public var icon: String?
    /// The label of the button that opens the app, where the desktop has buttons; nil: none.
    public var action: String?
    public var sound: Sound
    /// It is an alert: it stays until somebody chooses or closes it.
    public var stays: Bool

    public init(
        id: UInt64, app: String, title: String, body: String, icon: String? = nil,
        action: String? = "View", sound: Sound = .none, stays: Bool = false
    ) {
        self.id = id
        self.app = app
        self.title = title
        self.body = body
        self.icon = icon
        self.action = action
        self.sound = sound
        self.stays = stays
    }
}
