/// A row of `quiesce apps`.
// derive: json sorted
public struct AppRow: Sendable, Hashable {
    public var id: String
    public var name: String
    public var version: String
    public var backgroundModes: [String]
    public var exitsOnSuspend: Bool
    public var container: String
    /// The number on its icon; nil: none.
    public var badge: Int?
    /// The schemes of URLs that it opens.
    // json: urlSchemes unless []
    public var urlSchemes: [String] = []

    public init(
        id: String, name: String, version: String, backgroundModes: [String], exitsOnSuspend: Bool,
        container: String
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.backgroundModes = backgroundModes
        self.exitsOnSuspend = exitsOnSuspend
        self.container = container
    }
}
