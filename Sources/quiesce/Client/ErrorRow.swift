import QuiesceVocabulary

/// Why a command didn't do its work, with `--json`.
// derive: json sorted written
struct ErrorRow: Described {
    /// A sentence for a person.
    var error: String
    /// The exit code.
    var exit: Int
}
