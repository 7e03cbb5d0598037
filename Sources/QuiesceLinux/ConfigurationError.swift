/// The device can't start as it is configured: one line that says what is wrong, where, and what
/// to do. The daemon prints it and exits with 78.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    public var message: String

    public init(message: String) { self.message = message }

    public var description: String { message }
}
