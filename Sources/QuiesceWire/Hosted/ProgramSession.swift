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
