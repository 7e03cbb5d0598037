/// The first row of `quiesce screen`'s answer: what is on the screen. The rows after it are pieces
/// of the scene as JSON, or of its drawing where that was asked for, each a JSON string.
// derive: json sorted
public struct ScreenRow: Sendable, Hashable {
    // derive: json
    public enum Content: String, Sendable, Hashable, CaseIterable {
        /// The screen of the app in front.
        case scene
        /// The last screen of an app that isn't in front, or that has shown nothing since it is.
        case snapshot
        /// Nothing: the device is locked, or asleep.
        case black
        /// No app is in front.
        case home
        /// The app has shown nothing so far.
        case nothing
    }

    public var app: String?
    public var shows: Content
    /// In points.
    public var width: Double?
    public var height: Double?
    /// When the snapshot was taken; ISO 8601 with milliseconds.
    public var taken: String?

    public init(
        app: String?, shows: Content, width: Double? = nil, height: Double? = nil,
        taken: String? = nil
    ) {
        self.app = app
        self.shows = shows
        self.width = width
        self.height = height
        self.taken = taken
    }
}
