// Derived from Motion/MotionStep.swift by scripts/derive. Change that, and run it.
// sha256 9ce890b8b02f757d

import QuiesceCore
import QuiesceVocabulary

extension MotionStep: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .ask(let value0, let value1):
            sink.beginCase("ask", number: 0)
            sink.field("app", value0)
            sink.field("_1", value1)
        case .read(let value0, let value1):
            sink.beginCase("read", number: 1)
            sink.field("_0", value0)
            sink.field("times", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("ask") {
            self = .ask(
                app: try fields.read("app"),
                try fields.read("_1"))
        } else if word.isWord("read") {
            self = .read(
                try fields.read("_0"),
                times: try fields.read("times"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
