// Derived from Push/SimulatedGateway.swift by scripts/derive. Change that, and run it.
// sha256 5ccc20188f20ad03

import QuiesceCore
import QuiesceVocabulary

extension GatewayChange: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .join:
            sink.beginCase("join", number: 0)
        case .leave:
            sink.beginCase("leave", number: 1)
        case .lineLost(let value0):
            sink.beginCase("lineLost", number: 2)
            sink.field("backAfter", value0)
        case .deaf:
            sink.beginCase("deaf", number: 3)
        case .givesTokens(let value0):
            sink.beginCase("givesTokens", number: 4)
            sink.field("_0", value0)
        case .lostEnd(let value0):
            sink.beginCase("lostEnd", number: 5)
            sink.field("backAfter", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("join") {
            self = .join
        } else if word.isWord("leave") {
            self = .leave
        } else if word.isWord("lineLost") {
            self = .lineLost(
                backAfter: try fields.read("backAfter"))
        } else if word.isWord("deaf") {
            self = .deaf
        } else if word.isWord("givesTokens") {
            self = .givesTokens(
                try fields.read("_0"))
        } else if word.isWord("lostEnd") {
            self = .lostEnd(
                backAfter: try fields.read("backAfter"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
