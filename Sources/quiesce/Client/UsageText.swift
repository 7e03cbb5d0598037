import QuiesceClient

/// Wrong usage in ArgumentParser's words.
enum UsageText {
    /// ArgumentParser names some option whenever one is unknown, however little they have in
    /// common. Here it is the one that was meant, if that can be told.
    ///
    /// - Parameters:
    ///   - text: the message, and the usage, which has few of many options.
    ///   - help: the command's, with a line for each option.
    static func corrected(_ text: String, help: String) -> String {
        guard
            let wrong = text.firstMatch(
                of: /(Unknown option '(-+)([^']*)')(\. Did you mean '[^']*'\?)?/)
        else { return text }
        // One line may have both names of a switch: --wait/--no-wait.
        let known = help.matches(
            of: /^ +(?:-[a-zA-Z], )?--([a-z][a-z-]*)(?:\/--([a-z-]+))?/.anchorsMatchLineEndings()
        ).flatMap { [String($0.1)] + ($0.2.map { [String($0)] } ?? []) }
        let typed = String(wrong.3)
        let isLetter = wrong.2 == "-" && typed.count == 1
        let meant =
            isLetter
            ? only(Set(known).filter { $0.hasPrefix(typed) })
            : Suggestion.nearest(to: typed, among: known)
        let hint = meant.map { ". Did you mean '--\($0)'?" } ?? ""
        return text.replacing(wrong.0, with: wrong.1 + hint, maxReplacements: 1)
    }

    private static func only(_ words: Set<String>) -> String? {
        words.count == 1 ? words.first : nil
    }
}
