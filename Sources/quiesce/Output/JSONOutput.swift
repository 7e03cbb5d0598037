import QuiesceTerminal
import QuiesceWire

extension JSONOption {
    /// Says what came of something that was done: a line for a person, an object for a program.
    func report(_ message: String?) {
        guard json else { return QuiesceTerminal.report(message) }
        say("{\"message\":\((message ?? "").jsonText)}")
    }
}

/// Rows for a program. The daemon's are JSON already.
enum JSONOutput {
    /// One array, a row per line.
    static func array(_ rows: [String]) -> String {
        rows.isEmpty ? "[]" : "[\n" + rows.joined(separator: ",\n") + "\n]"
    }
}
