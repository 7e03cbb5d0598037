// Derived from Accessories/AccessoryStep.swift by scripts/derive. Change that, and run it.
// sha256 110d76ca6b3965d0

import QuiesceCore
import QuiesceVocabulary

extension AccessoryStep: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .plug(let value0, let value1):
            sink.beginCase("plug", number: 0)
            sink.field("name", value0)
            sink.field("protocols", value1)
        case .pull(let value0):
            sink.beginCase("pull", number: 1)
            sink.field("name", value0)
        case .sends(let value0, let value1):
            sink.beginCase("sends", number: 2)
            sink.field("name", value0)
            sink.field("bytes", value1)
        case .open(let value0, let value1):
            sink.beginCase("open", number: 3)
            sink.field("app", value0)
            sink.field("name", value1)
        case .close(let value0):
            sink.beginCase("close", number: 4)
            sink.field("app", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("plug") {
            self = .plug(
                name: try fields.read("name"),
                protocols: try fields.read("protocols"))
        } else if word.isWord("pull") {
            self = .pull(
                name: try fields.read("name"))
        } else if word.isWord("sends") {
            self = .sends(
                name: try fields.read("name"),
                bytes: try fields.read("bytes"))
        } else if word.isWord("open") {
            self = .open(
                app: try fields.read("app"),
                name: try fields.read("name"))
        } else if word.isWord("close") {
            self = .close(
                app: try fields.read("app"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
