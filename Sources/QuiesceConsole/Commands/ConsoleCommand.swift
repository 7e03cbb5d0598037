import QuiesceTerminal
import QuiesceWire

/// A command of `quiesce` that pages may give, as requests to the daemon. Every other command
/// reads or writes files of the user's, or ends the daemon: it is for a shell.
package struct ConsoleCommand: Sendable, Hashable {
    /// Sent one after the other.
    package let requests: [ControlRequest]

    /// - Parameters:
    ///   - words: those after `quiesce`. Apps are named by their whole ids.
    ///   - input: the command's standard input: a push's payload, a passcode.
    /// - Throws: exit code 64 for words that `quiesce` refuses as well.
    package init(_ words: [String], input: String? = nil) throws(Failure) {
        guard words.count <= ConsoleLimits.words, let name = words.first else {
            throw .usage("a command has 1 to \(ConsoleLimits.words) words")
        }
        let rest = words.dropFirst()
        if name == "send" {
            requests = try Self.send(rest, input)
        } else if let user = try Self.user(name, rest, input) {
            requests = user
        } else {
            requests = try Self.question(name, rest)
        }
    }

    static func unknown(_ name: String) -> Failure {
        .usage("the console has no command \"\(name.prefix(100))\"; give it in a shell")
    }
}
