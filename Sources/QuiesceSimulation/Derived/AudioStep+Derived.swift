// Derived from Audio/AudioStep.swift by scripts/derive. Change that, and run it.
// sha256 875ef32c91df386e

import QuiesceCore
import QuiesceVocabulary

extension AudioStep: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .ask(let value0, let value1):
            sink.beginCase("ask", number: 0)
            sink.field("app", value0)
            sink.field("_1", value1)
        case .sound(let value0, let value1, let value2, let value3):
            sink.beginCase("sound", number: 1)
            sink.field("app", value0)
            sink.field("plays", value1)
            sink.field("records", value2)
            sink.field("isLoud", value3)
        case .server(let value0):
            sink.beginCase("server", number: 2)
            sink.field("isThere", value0)
        case .key(let value0):
            sink.beginCase("key", number: 3)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("ask") {
            self = .ask(
                app: try fields.read("app"),
                try fields.read("_1"))
        } else if word.isWord("sound") {
            self = .sound(
                app: try fields.read("app"),
                plays: try fields.read("plays"),
                records: try fields.read("records"),
                isLoud: try fields.read("isLoud"))
        } else if word.isWord("server") {
            self = .server(
                isThere: try fields.read("isThere"))
        } else if word.isWord("key") {
            self = .key(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
