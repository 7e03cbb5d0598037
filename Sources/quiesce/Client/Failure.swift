import Glibc

/// Why a command did not do its work: one line, and the exit code.
struct Failure: Error, Hashable {
    var exitCode: Int32
    /// What, why, and what to do.
    var message: String

    static func refused(_ message: String) -> Failure { Failure(exitCode: 1, message: message) }

    static func usage(_ message: String) -> Failure {
        Failure(exitCode: EX_USAGE, message: message)
    }

    /// What was to be shown or kept could not be.
    static func unwritten(_ name: String, _ code: Int32) -> Failure {
        .refused(
            "could not write \(name): \(reason(code)); choose a place with room that you may write")
    }

    static func configuration(_ message: String) -> Failure {
        Failure(exitCode: EX_CONFIG, message: message)
    }

    static func notRunning(_ message: String) -> Failure {
        Failure(exitCode: EX_UNAVAILABLE, message: message)
    }
}

extension Failure {
    /// The daemon doesn't run, or no longer.
    var isOfNoDaemon: Bool { exitCode == EX_UNAVAILABLE }
}

/// What the system says of an errno.
func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
