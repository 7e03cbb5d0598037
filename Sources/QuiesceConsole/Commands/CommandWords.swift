import QuiesceTerminal

/// The words of a command, told apart as `quiesce` does: values, options with theirs, and flags.
struct CommandWords {
    private let command: String
    private(set) var values: [String] = []
    /// Words after `--`.
    private(set) var rest: [String] = []
    private var options: [String: [String]] = [:]
    private var flags: Set<String> = []

    /// - Parameters:
    ///   - command: for the words of a refusal.
    ///   - options: without their dashes; each takes a value.
    ///   - takesNumbers: a value may be a number below zero.
    ///   - keepsRest: the words after `--` are kept apart.
    init(
        _ command: String, _ words: ArraySlice<String>, options known: Set<String> = [],
        flags knownFlags: Set<String> = [], takesNumbers: Bool = false, keepsRest: Bool = false
    ) throws(Failure) {
        self.command = command
        var words = words
        while let word = words.popFirst() {
            if word == "--" {
                if keepsRest { rest = Array(words) } else { values += words }
                return
            }
            guard word.hasPrefix("-"), word != "-", !(takesNumbers && Double(word) != nil) else {
                values.append(word)
                continue
            }
            let parts = word.dropFirst(2).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts.first.map(String.init) ?? ""
            if word.hasPrefix("--"), known.contains(name) {
                guard let value = parts.count == 2 ? String(parts[1]) : words.popFirst() else {
                    throw .usage("\(command): --\(name) takes a value")
                }
                options[name, default: []].append(value)
            } else if word.hasPrefix("--"), knownFlags.contains(name), parts.count == 1 {
                flags.insert(name)
            } else {
                throw .usage("\(command): there is no option \(word.prefix(100))")
            }
        }
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The last one given counts.
    subscript(option: String) -> String? { options[option]?.last }

    func all(_ option: String) -> [String] { options[option] ?? [] }

    /// - Throws: unless there are so many values.
    func take(_ counts: ClosedRange<Int>) throws(Failure) -> [String] {
        guard counts.contains(values.count) else {
            let many =
                counts.count == 1
                ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
            throw .usage("\(command) takes \(many) values, not \(values.count)")
        }
        return values
    }

    func number<Number: LosslessStringConvertible>(_ text: String, _: Number.Type) throws(Failure)
        -> Number
    {
        guard let number = Number(text) else {
            throw .usage("\(command): \"\(text.prefix(100))\" is no number that it takes")
        }
        return number
    }

    func one(_ text: String, of choices: [String]) throws(Failure) -> String {
        guard choices.contains(text) else {
            throw .usage(
                "\(command): \"\(text.prefix(100))\" is none of \(choices.joined(separator: ", "))")
        }
        return text
    }
}
