import QuiesceCore
import Yams

/// Reads values out of a file's nodes and collects what is wrong with them, so that one run
/// reports every mistake. Used by one thread.
final class Reader {
    let path: String
    private(set) var problems: [ScenarioProblem] = []

    init(path: String) { self.path = path }

    /// The paths in the file start from here; empty: where the reader runs.
    var folder: String {
        // Up to the last slash; Foundation's way crashes on a name of one letter.
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    func report(_ mark: Mark?, _ message: String) {
        report(line: mark?.line, column: mark?.column, message)
    }

    func report(line: Int?, column: Int? = nil, _ message: String) {
        problems.append(ScenarioProblem(path: path, line: line, column: column, message: message))
    }

    /// The node that was found, in a few words.
    func found(_ node: Node) -> String {
        switch node {
        case .scalar(let scalar):
            scalar.isNull ? "nothing" : "\"\(scalar.string.prefix(60))\""
        case .mapping: "a map"
        case .sequence: "a list"
        case .alias: "an alias"
        }
    }

    // MARK: Collections

    /// A map's entries, of which each key is one of `keys`.
    /// - Parameter what: names the map in a report: "an app".
    func map(_ node: Node, of what: String, keys: [String]) -> Fields? {
        guard case .mapping(let mapping) = node else {
            report(
                node.mark, "\(what) is a map of \(keys.joined(separator: ", ")), got \(found(node))"
            )
            return nil
        }
        var fields = Fields(what: what, mark: node.mark)
        for (key, value) in mapping {
            guard case .scalar(let name) = key else {
                report(key.mark, "a key of \(what) is a word, got \(found(key))")
                continue
            }
            guard keys.contains(name.string) else {
                let why =
                    Self.later.contains(name.string)
                    ? "this version does not support \"\(name.string)\" yet"
                    : "unknown key \"\(name.string.prefix(60))\""
                report(
                    key.mark, "\(why); \(what) takes \(keys.sorted().joined(separator: ", "))")
                continue
            }
            fields.entries.append(.init(key: name.string, mark: key.mark, value: value))
        }
        return fields
    }

    /// The keys that scenarios will be able to use once the core can decide about them.
    static let later: [String] = []

    func list(_ node: Node, of what: String) -> [Node] {
        if case .sequence(let sequence) = node { return Array(sequence) }
        report(node.mark, "expected a list of \(what), got \(found(node))")
        return []
    }

    // MARK: Values

    /// A word or sentence; numbers and dates count as what they look like.
    func text(_ field: Fields.Entry) -> String? {
        if case .scalar(let scalar) = field.value, !scalar.isNull { return scalar.string }
        return wrong(field, "text")
    }

    func flag(_ field: Fields.Entry) -> Bool? {
        if case .scalar(let scalar) = field.value {
            if scalar.string == "true" { return true }
            if scalar.string == "false" { return false }
        }
        return wrong(field, "true or false")
    }

    func number(_ field: Fields.Entry, in range: ClosedRange<Int>) -> Int? {
        if case .scalar(let scalar) = field.value, let number = Int(scalar.string),
            range.contains(number)
        {
            return number
        }
        return wrong(field, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }

    /// Milliseconds.
    func duration(_ field: Fields.Entry) -> Int64? {
        if case .scalar(let scalar) = field.value, let value = TimeText.duration(scalar.string) {
            return value
        }
        return wrong(field, "a duration such as 40s, 250ms, 1h30m or 2d")
    }

    /// Milliseconds, or nil for the `word` that stands for "never ends".
    func duration(_ field: Fields.Entry, or word: String) -> Int64?? {
        if case .scalar(let scalar) = field.value {
            if scalar.string == word { return .some(nil) }
            if let value = TimeText.duration(scalar.string) { return .some(value) }
        }
        return wrong(field, "a duration such as 40s, or \(word)")
    }

    /// Bytes, in decimal units.
    func bytes(_ field: Fields.Entry) -> UInt64? {
        if case .scalar(let scalar) = field.value {
            let units: [(String, UInt64)] = [
                ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000),
            ]
            for (unit, bytes) in units where scalar.string.hasSuffix(unit) {
                if let count = TimeText.digits(scalar.string.dropLast(unit.count), upTo: 6) {
                    return UInt64(count) * bytes
                }
            }
        }
        return wrong(field, "a size such as 640KB, 40MB or 2GB")
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        _ field: Fields.Entry, _ type: Choice.Type
    ) -> Choice? where Choice.RawValue == String {
        if case .scalar(let scalar) = field.value, let choice = Choice(rawValue: scalar.string) {
            return choice
        }
        return wrong(field, oneOf(Choice.allCases.map(\.rawValue)))
    }

    /// Words of a list, each one of `words`.
    func words(_ field: Fields.Entry, among words: [String]) -> [String]? {
        guard case .sequence(let sequence) = field.value else {
            return wrong(field, "a list in brackets of " + words.joined(separator: ", "))
        }
        return sequence.compactMap { node in
            if case .scalar(let scalar) = node, words.contains(scalar.string) {
                return scalar.string
            }
            report(
                node.mark, "\(field.key) lists \(words.joined(separator: ", ")); got \(found(node))"
            )
            return nil
        }
    }

    private func wrong<Value>(_ field: Fields.Entry, _ expected: String) -> Value? {
        report(field.value.mark, "\(field.key) must be \(expected), got \(found(field.value))")
        return nil
    }

    func oneOf(_ words: [String]) -> String { "one of " + words.joined(separator: ", ") }
}

/// The entries of a map, in the order of the file.
struct Fields {
    struct Entry {
        var key: String
        var mark: Mark?
        var value: Node

        /// Nothing is said after the colon.
        var isEmpty: Bool {
            if case .scalar(let scalar) = value { scalar.isNull } else { false }
        }
    }

    var what: String
    var mark: Mark?
    var entries: [Entry] = []

    subscript(_ key: String) -> Entry? { entries.first { $0.key == key } }
}

extension Node.Scalar {
    fileprivate var isNull: Bool { style == .plain && ["", "~", "null"].contains(string) }
}
