/// A property list as Xcode's projects are: dictionaries, arrays and strings, with comments.
/// Strict: a key that is there twice, a missing semicolon or a character that is to be quoted is an
/// error.
indirect enum OldStylePropertyList: Equatable {
    case string(String)
    case array([OldStylePropertyList])
    case dictionary([String: OldStylePropertyList])

    struct Fault: Error, Equatable {
        var line: Int
        var what: String
    }

    init(parsing text: String) throws(Fault) {
        var reader = Reader(text: Array(text.unicodeScalars))
        self = try reader.value()
        try reader.skip()
        guard reader.isAtEnd else { throw reader.fault("something after the end") }
    }

    subscript(key: String) -> OldStylePropertyList? {
        if case .dictionary(let entries) = self { entries[key] } else { nil }
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }
    var items: [OldStylePropertyList]? { if case .array(let items) = self { items } else { nil } }

    /// All strings that are values, however deep.
    var strings: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let items): items.flatMap(\.strings)
        case .dictionary(let entries): entries.values.flatMap(\.strings)
        }
    }
}

private struct Reader {
    let text: [Unicode.Scalar]
    var at = 0

    var isAtEnd: Bool { at == text.count }

    func fault(_ what: String) -> OldStylePropertyList.Fault {
        .init(line: text[..<at].count { $0 == "\n" } + 1, what: what)
    }

    private func starts(_ word: String) -> Bool { text[at...].starts(with: word.unicodeScalars) }

    /// Over white space and comments.
    mutating func skip() throws(OldStylePropertyList.Fault) {
        while !isAtEnd {
            if text[at].properties.isWhitespace {
                at += 1
            } else if starts("//") {
                while !isAtEnd, text[at] != "\n" { at += 1 }
            } else if starts("/*") {
                let start = at
                while !starts("*/") {
                    at += 1
                    if isAtEnd {
                        at = start
                        throw fault("a comment without an end")
                    }
                }
                at += 2
            } else {
                return
            }
        }
    }

    private mutating func take(_ character: Unicode.Scalar) throws(OldStylePropertyList.Fault)
        -> Bool
    {
        try skip()
        guard !isAtEnd, text[at] == character else { return false }
        at += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(OldStylePropertyList.Fault) {
        guard try take(character) else { throw fault("no \(character)") }
    }

    mutating func value() throws(OldStylePropertyList.Fault) -> OldStylePropertyList {
        if try take("{") { return .dictionary(try entries()) }
        if try take("(") { return .array(try items()) }
        return .string(try string())
    }

    private mutating func entries() throws(OldStylePropertyList.Fault)
        -> [String: OldStylePropertyList]
    {
        var entries: [String: OldStylePropertyList] = [:]
        while try !take("}") {
            let key = try string()
            try expect("=")
            let value = try value()
            try expect(";")
            guard entries.updateValue(value, forKey: key) == nil else {
                throw fault("\(key) twice")
            }
        }
        return entries
    }

    private mutating func items() throws(OldStylePropertyList.Fault) -> [OldStylePropertyList] {
        var items: [OldStylePropertyList] = []
        while try !take(")") {
            items.append(try value())
            if try take(")") { return items }
            try expect(",")
        }
        return items
    }

    private mutating func string() throws(OldStylePropertyList.Fault) -> String {
        try skip()
        var result = String.UnicodeScalarView()
        if try take("\"") {
            while !isAtEnd, text[at] != "\"" {
                if text[at] == "\\" { at += 1 }
                guard !isAtEnd, text[at] != "\n" else { throw fault("a string without an end") }
                result.append(text[at])
                at += 1
            }
            guard !isAtEnd else { throw fault("a string without an end") }
            at += 1
            return String(result)
        }
        while !isAtEnd, Self.isPlain(text[at]) {
            result.append(text[at])
            at += 1
        }
        guard !result.isEmpty else { throw fault("no string") }
        return String(result)
    }

    /// Those that need no quotes.
    private static func isPlain(_ character: Unicode.Scalar) -> Bool {
        character.isASCII
            && (character.properties.isAlphabetic
                || "0123456789_./$".unicodeScalars.contains(character))
    }
}
