/// Why the screen can't be drawn: what happened, and what to do.
public struct ScreenProblem: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    static let noTextLibrary = ScreenProblem(
        description:
            "text can't be measured: libpangocairo-1.0.so.0 is missing or too old; install Debian's libpangocairo-1.0-0"
    )
    static let noRow = ScreenProblem(
        description: "the daemon sent an empty answer; are its version and this tool's the same?")
    static let badRow = ScreenProblem(
        description:
            "could not understand the daemon's row; are its version and this tool's the same?")
}
