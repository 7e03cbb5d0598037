// Derived from Windows/WindowStep.swift by scripts/derive. Change that, and run it.
// sha256 2eda82767c0f39be

import QuiesceCore
import QuiesceVocabulary

extension WindowStep: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .window(let value0, let value1):
            sink.beginCase("window", number: 0)
            sink.field("app", value0)
            sink.field("_1", value1)
        case .focusElsewhere:
            sink.beginCase("focusElsewhere", number: 1)
        case .desktop(let value0):
            sink.beginCase("desktop", number: 2)
            sink.field("isThere", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("window") {
            self = .window(
                app: try fields.read("app"),
                try fields.read("_1"))
        } else if word.isWord("focusElsewhere") {
            self = .focusElsewhere
        } else if word.isWord("desktop") {
            self = .desktop(
                isThere: try fields.read("isThere"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension WindowStep.Change: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .shown: sink.word("shown", number: 0)
        case .hidden: sink.word("hidden", number: 1)
        case .focused: sink.word("focused", number: 2)
        case .closed: sink.word("closed", number: 3)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
