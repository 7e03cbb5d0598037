// Derived from Notifications/AnswerStepKind.swift by scripts/derive. Change that, and run it.
// sha256 820e2404cac8f3b8

import QuiesceCore
import QuiesceVocabulary

extension AnswerChoice: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .behind: sink.word("behind", number: 0)
        case .text: sink.word("text", number: 1)
        case .front: sink.word("front", number: 2)
        case .unlocked: sink.word("unlocked", number: 3)
        case .settings: sink.word("settings", number: 4)
        case .unknown: sink.word("unknown", number: 5)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
