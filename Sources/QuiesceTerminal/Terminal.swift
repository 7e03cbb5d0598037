import Foundation
import Glibc

/// Colours, where a person sees them.
package enum Colour: String {
    case red = "31"
    case green = "32"
    case yellow = "33"
    case blue = "34"
    case dim = "2"
    case bold = "1"

    /// Whether standard output shows colours: on a terminal, unless NO_COLOR is set.
    package static let isOn = isatty(STDOUT_FILENO) == 1 && !isSet("NO_COLOR")

    private static func isSet(_ name: String) -> Bool {
        getenv(name).map { $0.pointee != 0 } ?? false
    }

    /// The colour of a state (S1).
    package static func state(_ state: String) -> Colour? {
        switch state {
        case "active", "inactive": .green
        case "background": .yellow
        case "suspended": .blue
        case "notRunning": .dim
        case _: nil
        }
    }
}

extension String {
    package func coloured(_ colour: Colour?, if isOn: Bool = Colour.isOn) -> String {
        guard isOn, let colour else { return self }
        return "\u{1b}[\(colour.rawValue)m\(self)\u{1b}[0m"
    }
}

/// Text that may come from an app, safe to print in one line: no line ends, no escape sequences.
package func oneLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
    return text.unicodeScalars.map { isUnprintable($0) ? "·" : String($0) }.joined()
}

private func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .format: true
    case _: false
    }
}

/// A line on a terminal's standard error while something takes more than a second.
package func withProgress<Result>(_ text: String, _ work: () throws -> Result) rethrows -> Result {
    guard isatty(STDERR_FILENO) == 1 else { return try work() }
    let line = ProgressLine(text)
    defer { line.end() }
    return try work()
}

/// Writes a line to standard output at once: who follows a log through a pipe waits for it.
package func say(_ line: String) { writeAll(Array((line + "\n").utf8)) }

/// Writes text to standard error. Where it can't be written, as on a full disk, there is nobody to
/// be told.
package func tell(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
}

/// Writes bytes to standard output. A reader that has gone ends the process by SIGPIPE; where they
/// can't be written, as on a full disk, the process ends, so that nobody takes a part for the
/// whole.
package func writeAll(_ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
        let count = bytes[start...].withUnsafeBytes {
            write(STDOUT_FILENO, $0.baseAddress, $0.count)
        }
        if count < 0 {
            if errno == EINTR { continue }
            let failure = Failure.unwritten("standard output", errno)
            tell("\(programName): \(failure.message)\n")
            exit(failure.exitCode)
        }
        start += count
    }
}

/// The columns of the terminal that standard output is; nil: it is none.
package var terminalWidth: Int? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
}

/// Says what the daemon has to say about something done, if anything.
package func report(_ message: String?) {
    if let message { say(oneLine(message)) }
}

/// As whoever started the program called it.
package let programName =
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "quiesce"
