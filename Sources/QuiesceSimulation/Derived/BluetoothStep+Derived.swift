// Derived from Bluetooth/BluetoothStep.swift by scripts/derive. Change that, and run it.
// sha256 304f7c6935623712

import QuiesceCore
import QuiesceVocabulary

extension BluetoothStep: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .ask(let value0, let value1):
            sink.beginCase("ask", number: 0)
            sink.field("app", value0)
            sink.field("_1", value1)
        case .belt(let value0):
            sink.beginCase("belt", number: 1)
            sink.field("isNear", value0)
        case .beat(let value0):
            sink.beginCase("beat", number: 2)
            sink.field("times", value0)
        case .adapter(let value0):
            sink.beginCase("adapter", number: 3)
            sink.field("isOn", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("ask") {
            self = .ask(
                app: try fields.read("app"),
                try fields.read("_1"))
        } else if word.isWord("belt") {
            self = .belt(
                isNear: try fields.read("isNear"))
        } else if word.isWord("beat") {
            self = .beat(
                times: try fields.read("times"))
        } else if word.isWord("adapter") {
            self = .adapter(
                isOn: try fields.read("isOn"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
