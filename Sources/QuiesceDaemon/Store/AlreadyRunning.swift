/// Another daemon holds this state directory. The daemon says so and exits with 1.
public struct AlreadyRunning: Error, Sendable, Hashable, CustomStringConvertible {
    /// The process that holds the lock; nil in the instant between its lock and its writing this.
    public var pid: Int32?

    public init(pid: Int32?) { self.pid = pid }

    public var description: String {
        let owner = pid.map { "process \($0)" } ?? "another process"
        return "a daemon is already running for this device (\(owner)); stop it with `quiesce down`"
    }
}
