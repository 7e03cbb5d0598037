// Derived from Location/LocationStep.swift by scripts/derive. Change that, and run it.
// sha256 b9d49c52c38e1c8f

import QuiesceCore
import QuiesceVocabulary

extension LocationStep: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .ask(let value0, let value1):
            sink.beginCase("ask", number: 0)
            sink.field("app", value0)
            sink.field("_1", value1)
        case .move(let value0, let value1):
            sink.beginCase("move", number: 1)
            sink.field("_0", value0)
            sink.field("accuracy", value1)
        case .source(let value0):
            sink.beginCase("source", number: 2)
            sink.field("isThere", value0)
        case .hear(let value0):
            sink.beginCase("hear", number: 3)
            sink.field("_0", value0)
        case .silence(let value0):
            sink.beginCase("silence", number: 4)
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
        } else if word.isWord("move") {
            self = .move(
                try fields.read("_0"),
                accuracy: try fields.read("accuracy"))
        } else if word.isWord("source") {
            self = .source(
                isThere: try fields.read("isThere"))
        } else if word.isWord("hear") {
            self = .hear(
                try fields.read("_0"))
        } else if word.isWord("silence") {
            self = .silence(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
