/// Something that the user does elsewhere, and goes on with in an app.
// derive: json
public struct AppActivity: Sendable, Hashable {
    /// A page of a domain that an app has declared has this type, which is
    /// `NSUserActivityTypeBrowsingWeb`.
    public static let browsing = "NSUserActivityTypeBrowsingWeb"

    /// The kind of activity, a word of the app's.
    public var type: String
    /// The page, of the type `browsing`; nil: another type.
    public var webpageURL: String?
    /// All that is needed to go on, a JSON object; nil: nothing.
    public var userInfo: String?
    /// The id of the app that asked for it; nil: none did.
    public var source: String?

    public init(
        type: String, webpageURL: String? = nil, userInfo: String? = nil, source: String? = nil
    ) {
        self.type = type
        self.webpageURL = webpageURL
        self.userInfo = userInfo
        self.source = source
    }
}
