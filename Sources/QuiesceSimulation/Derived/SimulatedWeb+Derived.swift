// Derived from Transfers/SimulatedWeb.swift by scripts/derive. Change that, and run it.
// sha256 8335184ac813e270

import QuiesceCore
import QuiesceVocabulary

extension NetworkChange: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .link(let value0):
            sink.beginCase("link", number: 0)
            sink.field("_0", value0)
        case .rate(let value0):
            sink.beginCase("rate", number: 1)
            sink.field("_0", value0)
        case .cut(let value0):
            sink.beginCase("cut", number: 2)
            sink.field("afterBytes", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("link") {
            self = .link(
                try fields.read("_0"))
        } else if word.isWord("rate") {
            self = .rate(
                try fields.read("_0"))
        } else if word.isWord("cut") {
            self = .cut(
                afterBytes: try fields.read("afterBytes"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension AgentFault: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .kill:
            sink.beginCase("kill", number: 0)
        case .crashLoop(let value0):
            sink.beginCase("crashLoop", number: 1)
            sink.field("times", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("kill") {
            self = .kill
        } else if word.isWord("crashLoop") {
            self = .crashLoop(
                times: try fields.read("times"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
