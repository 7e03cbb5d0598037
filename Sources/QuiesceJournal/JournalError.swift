import QuiesceLinux

/// Why the journal couldn't be read or written.
public struct JournalError: Error, Sendable, Hashable, CustomStringConvertible {
    public var message: String

    package init(message: String) { self.message = message }
    package init(_ error: SystemCallError) { message = "the journal: \(error)" }

    public var description: String { message }
}
