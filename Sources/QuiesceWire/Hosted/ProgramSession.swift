/// The session of a user in which a hosted program was started: it runs there as it would without
/// Quiesce, in no sandbox.
// derive: json
public struct ProgramSession: Sendable, Hashable {
    /// The working directory, absolute.
    public var directory: String
    /// All of it, as `NAME=value`.
    public var environment: [String]

    public init(directory: String, environment: [String]) {
        self.directory = directory
        self.environment = environment
    }
}

extension ProgramSession {
    public static let refusalOfRoot =
        "root's device gives each app a user of its own, whom your session doesn't let in; "
        + "start a device as yourself, with `quiesce up`"
    /// Others who may use the device would have its owner run anything.
    public static let refusalOfOthers =
        "only the user whose device it is runs programs in their session"
}
