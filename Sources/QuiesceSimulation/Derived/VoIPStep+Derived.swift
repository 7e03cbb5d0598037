// Derived from VoIP/VoIPStep.swift by scripts/derive. Change that, and run it.
// sha256 fcf33dda6acdffd5

import QuiesceCore
import QuiesceVocabulary

extension VoIPStep: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .keep(let value0, let value1):
            sink.beginCase("keep", number: 0)
            sink.field("app", value0)
            sink.field("descriptor", value1)
        case .close(let value0, let value1, let value2):
            sink.beginCase("close", number: 1)
            sink.field("app", value0)
            sink.field("descriptor", value1)
            sink.field("tells", value2)
        case .keepAlive(let value0, let value1):
            sink.beginCase("keepAlive", number: 2)
            sink.field("app", value0)
            sink.field("seconds", value1)
        case .arrive(let value0, let value1):
            sink.beginCase("arrive", number: 3)
            sink.field("app", value0)
            sink.field("descriptor", value1)
        case .hangUp(let value0, let value1):
            sink.beginCase("hangUp", number: 4)
            sink.field("app", value0)
            sink.field("descriptor", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("keep") {
            self = .keep(
                app: try fields.read("app"),
                descriptor: try fields.read("descriptor"))
        } else if word.isWord("close") {
            self = .close(
                app: try fields.read("app"),
                descriptor: try fields.read("descriptor"),
                tells: try fields.read("tells"))
        } else if word.isWord("keepAlive") {
            self = .keepAlive(
                app: try fields.read("app"),
                seconds: try fields.readIfPresent("seconds"))
        } else if word.isWord("arrive") {
            self = .arrive(
                app: try fields.read("app"),
                descriptor: try fields.read("descriptor"))
        } else if word.isWord("hangUp") {
            self = .hangUp(
                app: try fields.read("app"),
                descriptor: try fields.read("descriptor"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
