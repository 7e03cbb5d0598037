/// The session of a user in which a hosted program was started: it runs there as it would without
/// Quiesce, in no sandbox.
// derive: json
public struct ProgramSession: Sendable, Hashable {
    /// The working directory, absolute.
    public var directory: String
    /// All of it, as `NAME=value`.
    public var environment: [String]
    /// The program runs there already: its process, as long as that lives, is the app's.
    public var adopted: AdoptedProcess?

    public init(directory: String, environment: [String], adopted: AdoptedProcess? = nil) {
        self.directory = directory
        self.environment = environment
        self.adopted = adopted
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
