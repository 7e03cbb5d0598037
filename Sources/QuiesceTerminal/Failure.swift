import Glibc

/// Why a command did not do its work: one line, and the exit code.
package struct Failure: Error, Hashable {
    package var exitCode: Int32
    /// A sentence for the user: the failure, its cause, and how to mend it.
    package var message: String

    package init(exitCode: Int32, message: String) {
        self.exitCode = exitCode
        self.message = message
    }

    package static func refused(_ message: String) -> Failure {
        Failure(exitCode: 1, message: message)
    }

    package static func usage(_ message: String) -> Failure {
        Failure(exitCode: EX_USAGE, message: message)
    }

    /// Output that was to be shown or kept could not be written.
    package static func unwritten(_ name: String, _ code: Int32) -> Failure {
        .refused(
            "could not write \(name): \(reason(code)); choose a place with room that you may write")
    }

    package static func configuration(_ message: String) -> Failure {
        Failure(exitCode: EX_CONFIG, message: message)
    }

    package static func notRunning(_ message: String) -> Failure {
        Failure(exitCode: EX_UNAVAILABLE, message: message)
    }
}

extension Failure {
    /// The daemon doesn't run, or no longer.
    package var isOfNoDaemon: Bool { exitCode == EX_UNAVAILABLE }
}

/// The system's message for an errno.
package func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
