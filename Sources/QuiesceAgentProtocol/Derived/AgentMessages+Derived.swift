// Derived from AgentMessages.swift by scripts/derive. Change that, and run it.
// sha256 7854c3ab2fd4bb60

import QuiesceCore
import QuiesceVocabulary
import QuiesceWire

extension MessageToAgent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .start(let value0, let value1, let value2):
            sink.beginCase("start", number: 0)
            sink.field("_0", value0)
            sink.field("attempt", value1)
            sink.field("_2", value2)
        case .stop(let value0, let value1):
            sink.beginCase("stop", number: 1)
            sink.field("_0", value0)
            sink.field("attempt", value1)
        case .forget(let value0):
            sink.beginCase("forget", number: 2)
            sink.field("_0", value0)
        case .answer(let value0, let value1, let value2, let value3):
            sink.beginCase("answer", number: 3)
            sink.field("_0", value0)
            sink.field("attempt", value1)
            sink.field("question", value2)
            sink.field("_3", value3)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("start") {
            self = .start(
                try fields.read("_0"),
                attempt: try fields.read("attempt"),
                try fields.read("_2"))
        } else if word.isWord("stop") {
            self = .stop(
                try fields.read("_0"),
                attempt: try fields.read("attempt"))
        } else if word.isWord("forget") {
            self = .forget(
                try fields.read("_0"))
        } else if word.isWord("answer") {
            self = .answer(
                try fields.read("_0"),
                attempt: try fields.read("attempt"),
                question: try fields.read("question"),
                try fields.read("_3"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension MessageFromAgent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .ready:
            sink.beginCase("ready", number: 0)
        case .responded(let value0, let value1, let value2):
            sink.beginCase("responded", number: 1)
            sink.field("_0", value0)
            sink.field("attempt", value1)
            sink.field("_2", value2)
        case .progress(let value0, let value1, let value2, let value3, let value4, let value5):
            sink.beginCase("progress", number: 2)
            sink.field("_0", value0)
            sink.field("attempt", value1)
            sink.field("received", value2)
            sink.field("expected", value3)
            sink.field("sent", value4)
            sink.field("expectedToSend", value5)
        case .asked(let value0, let value1, let value2, let value3):
            sink.beginCase("asked", number: 3)
            sink.field("_0", value0)
            sink.field("attempt", value1)
            sink.field("question", value2)
            sink.field("_3", value3)
        case .finished(let value0, let value1, let value2, let value3):
            sink.beginCase("finished", number: 4)
            sink.field("_0", value0)
            sink.field("attempt", value1)
            sink.field("_2", value2)
            sink.field("_3", value3)
        case .interrupted(let value0, let value1, let value2, let value3, let value4, let value5):
            sink.beginCase("interrupted", number: 5)
            sink.field("_0", value0)
            sink.field("attempt", value1)
            sink.field("_2", value2)
            sink.field("received", value3)
            sink.field("retryAfter", value4)
            sink.field("_5", value5)
        case .stopped(let value0, let value1, let value2):
            sink.beginCase("stopped", number: 6)
            sink.field("_0", value0)
            sink.field("attempt", value1)
            sink.field("received", value2)
        case .unusable(let value0):
            sink.beginCase("unusable", number: 7)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("ready") {
            self = .ready
        } else if word.isWord("responded") {
            self = .responded(
                try fields.read("_0"),
                attempt: try fields.read("attempt"),
                try fields.read("_2"))
        } else if word.isWord("progress") {
            self = .progress(
                try fields.read("_0"),
                attempt: try fields.read("attempt"),
                received: try fields.read("received"),
                expected: try fields.readIfPresent("expected"),
                sent: try fields.read("sent"),
                expectedToSend: try fields.readIfPresent("expectedToSend"))
        } else if word.isWord("asked") {
            self = .asked(
                try fields.read("_0"),
                attempt: try fields.read("attempt"),
                question: try fields.read("question"),
                try fields.read("_3"))
        } else if word.isWord("finished") {
            self = .finished(
                try fields.read("_0"),
                attempt: try fields.read("attempt"),
                try fields.read("_2"),
                try fields.read("_3"))
        } else if word.isWord("interrupted") {
            self = .interrupted(
                try fields.read("_0"),
                attempt: try fields.read("attempt"),
                try fields.read("_2"),
                received: try fields.read("received"),
                retryAfter: try fields.readIfPresent("retryAfter"),
                try fields.readIfPresent("_5"))
        } else if word.isWord("stopped") {
            self = .stopped(
                try fields.read("_0"),
                attempt: try fields.read("attempt"),
                received: try fields.read("received"))
        } else if word.isWord("unusable") {
            self = .unusable(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
