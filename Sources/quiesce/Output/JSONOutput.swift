/// Rows for a program. The daemon's are JSON already.
enum JSONOutput {
    /// One array, a row per line.
    static func array(_ rows: [String]) -> String {
        rows.isEmpty ? "[]" : "[\n" + rows.joined(separator: ",\n") + "\n]"
    }
}
