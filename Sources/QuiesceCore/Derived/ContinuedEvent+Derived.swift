// Derived from ContinuedTasks/ContinuedEvent.swift by scripts/derive. Change that, and run it.
// sha256 e5752221e4cb802a

extension ContinuedEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .asked(let value0, let value1, let value2, let value3):
            sink.beginCase("asked", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
            sink.field("_3", value3)
        case .stop(let value0, let value1, let value2):
            sink.beginCase("stop", number: 1)
            sink.field("_0", value0)
            sink.field("identifier", value1)
            sink.field("_2", value2)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("asked") {
            self = .asked(
                try fields.read("_0"),
                try fields.read("_1"),
                request: try fields.read("request"),
                try fields.read("_3"))
        } else if word.isWord("stop") {
            self = .stop(
                try fields.read("_0"),
                identifier: try fields.readIfPresent("identifier"),
                try fields.read("_2"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension ContinuedCall: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .begin(let value0):
            sink.beginCase("begin", number: 0)
            sink.field("id", value0)
        case .expire(let value0):
            sink.beginCase("expire", number: 1)
            sink.field("id", value0)
        case .refused(let value0, let value1):
            sink.beginCase("refused", number: 2)
            sink.field("id", value0)
            sink.field("_1", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("begin") {
            self = .begin(
                id: try fields.read("id"))
        } else if word.isWord("expire") {
            self = .expire(
                id: try fields.read("id"))
        } else if word.isWord("refused") {
            self = .refused(
                id: try fields.read("id"),
                try fields.read("_1"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
