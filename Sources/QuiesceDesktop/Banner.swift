/// A notification as the desktop is to show it. Texts may be any: they are cleaned and shortened on
/// their way out.
public struct Banner: Sendable, Hashable {
    /// The sound that the desktop plays with the banner.
    public enum Sound: Sendable, Hashable {
        /// Nothing: it is silent, or we play it.
        case none
        /// Its own, for a message that has arrived.
        case standard
        /// An absolute path.
        case file(String)
    }

    /// A button, by the caller's identifier.
    public struct Button: Sendable, Hashable {
        public var identifier: String
        public var label: String
        /// It takes a text, and this stands in its field before; nil: it takes none.
        public var placeholder: String?

        public init(identifier: String, label: String, placeholder: String? = nil) {
            self.identifier = identifier
            self.label = label
            self.placeholder = placeholder
        }
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
    /// The absolute path of a picture that it shows; nil: its icon.
    public var picture: String?
    /// Buttons beside the one that opens the app. Of those that take a text the first is shown,
    /// where the desktop has fields for one.
    public var buttons: [Button]
    /// The label of the button that opens the app, where the desktop has buttons; nil: none.
    public var action: String?
    public var sound: Sound
    /// It is an alert: it stays until somebody chooses or closes it.
    public var stays: Bool

    public init(
        id: UInt64, app: String, title: String, body: String, icon: String? = nil,
        picture: String? = nil, buttons: [Button] = [], action: String? = "View",
        sound: Sound = .none, stays: Bool = false
    ) {
        self.id = id
        self.app = app
        self.title = title
        self.body = body
        self.icon = icon
        self.picture = picture
        self.buttons = buttons
        self.action = action
        self.sound = sound
        self.stays = stays
    }
}
