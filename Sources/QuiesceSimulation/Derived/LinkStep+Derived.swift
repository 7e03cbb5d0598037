// Derived from Links/LinkStep.swift by scripts/derive. Change that, and run it.
// sha256 721e65236af0e588

import QuiesceCore
import QuiesceVocabulary

extension LinkStep: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .open(let value0, let value1):
            sink.beginCase("open", number: 0)
            sink.field("_0", value0)
            sink.field("app", value1)
        case .ask(let value0, let value1):
            sink.beginCase("ask", number: 1)
            sink.field("app", value0)
            sink.field("_1", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("open") {
            self = .open(
                try fields.read("_0"),
                app: try fields.readIfPresent("app"))
        } else if word.isWord("ask") {
            self = .ask(
                app: try fields.read("app"),
                try fields.read("_1"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
