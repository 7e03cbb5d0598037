// Derived from Busy/BusyStep.swift by scripts/derive. Change that, and run it.
// sha256 fda86888769cb0b8

import QuiesceCore
import QuiesceVocabulary

extension BusyStep: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .work(let value0, let value1):
            sink.beginCase("work", number: 0)
            sink.field("app", value0)
            sink.field("_1", value1)
        case .call(let value0):
            sink.beginCase("call", number: 1)
            sink.field("app", value0)
        case .look:
            sink.beginCase("look", number: 2)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("work") {
            self = .work(
                app: try fields.read("app"),
                try fields.read("_1"))
        } else if word.isWord("call") {
            self = .call(
                app: try fields.read("app"))
        } else if word.isWord("look") {
            self = .look
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
