import QuiesceWire

/// The screen as the user sees it, and the places that can be touched there.
public struct SystemPicture: Sendable, Hashable {
    /// Something that is shown or can be touched.
    public struct Element: Sendable, Hashable {
        /// As it is shown, or a name for what shows no words: "Gallery", "Allow", "Delete".
        public var words: String
        /// On the screen.
        public var frame: Scene.Frame
        /// nil: it can only be read.
        public var action: SystemAction?
        /// The command that does the same as a touch.
        public var command: String? { action?.command }

        func contains(_ x: Double, _ y: Double) -> Bool {
            x >= frame.x && y >= frame.y && x < frame.x + frame.width
                && y < frame.y + frame.height
        }
    }

    /// Lies over everything: what is below can't be touched.
    public struct Cover: Sendable, Hashable {
        /// "a question of Gallery"
        public var words: String
        /// The command that takes it away.
        public var command: String
    }

    /// The whole screen, the app's part of it as well. Images are at `APP/PATH`, below the device's
    /// bundles or containers.
    public var scene: Scene
    /// Back to front; only those that nothing covers.
    public var elements: [Element]
    /// nil: nothing covers the app in front, or the home screen.
    public var cover: Cover?
    /// The app whose part of the screen can be touched; nil: there is none.
    public var app: String?
    /// How many of the scene's first nodes are the app's.
    var appNodes = 0
    /// Where images are; nil: they are nowhere.
    var home: String?

    /// The frontmost element there that can be touched.
    public func element(x: Double, y: Double) -> Element? {
        elements.last { $0.action != nil && $0.contains(x, y) }
    }
}
