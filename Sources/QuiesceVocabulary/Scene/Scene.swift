/// An app's screen, as a document that can be drawn (H2). The app sends it when it changes while
/// it is in front; what it showed when didEnterBackground returned is its snapshot (P2).
// derive: json
public struct Scene: Sendable, Hashable {
    public static let version = 1

    public var version: Int
    /// In points.
    public var size: Size
    /// How the interface lies on the screen: `portrait`, `portraitUpsideDown`, `landscapeLeft` or
    /// `landscapeRight`. `size` is that of the interface, after the rotation.
    public var orientation: String
    /// The app's window.
    public var root: Node

    public init(
        version: Int = Scene.version, size: Size, orientation: String = "portrait", root: Node
    ) {
        self.version = version
        self.size = size
        self.orientation = orientation
        self.root = root
    }

    // derive: json
    public struct Size: Sendable, Hashable {
        public var width: Double
        public var height: Double

        public init(width: Double, height: Double) {
            self.width = width
            self.height = height
        }
    }

    // derive: json
    public struct Frame: Sendable, Hashable, Codable {
        public var x: Double
        public var y: Double
        public var width: Double
        public var height: Double

        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// One view that is to be seen. Hidden ones are left out, with all that is in them.
    // derive: json
    public struct Node: Sendable, Hashable {
        /// In the parent's coordinates.
        public var frame: Frame
        /// `#RRGGBB` or `#RRGGBBAA`; nil: transparent.
        public var background: String?
        /// 0…1, for the view and all that is in it; nil: 1.
        public var alpha: Double?
        public var text: Text?
        /// A file's path in the app's bundle or its container, relative to that.
        public var image: String?
        /// The radius of the corners of the background and the image, in points; nil: 0.
        public var cornerRadius: Double?
        /// Nothing of the children is seen outside of the frame; nil: false.
        public var clips: Bool?
        /// Back to front; nil: none.
        public var children: [Node]?

        public init(
            frame: Frame, background: String? = nil, alpha: Double? = nil, text: Text? = nil,
            image: String? = nil, cornerRadius: Double? = nil, clips: Bool? = nil,
            children: [Node]? = nil
        ) {
            self.frame = frame
            self.background = background
            self.alpha = alpha
            self.text = text
            self.image = image
            self.cornerRadius = cornerRadius
            self.clips = clips
            self.children = children
        }
    }

    // derive: json
    public struct Text: Sendable, Hashable {
        public var string: String
        /// The font's size, in points.
        public var size: Double
        /// As `Node.background`.
        public var color: String
        /// `left`, `center` or `right`
        public var alignment: String
        /// As fonts count it: 400 is regular, 600 semibold, 700 bold; nil: 400.
        public var weight: Int?

        public init(
            string: String, size: Double = 17, color: String = "#000000",
            alignment: String = "left", weight: Int? = nil
        ) {
            self.string = string
            self.size = size
            self.color = color
            self.alignment = alignment
            self.weight = weight
        }
    }
}
