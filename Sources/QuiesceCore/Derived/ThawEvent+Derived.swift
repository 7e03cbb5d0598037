// Derived from Thaw/ThawEvent.swift by scripts/derive. Change that, and run it.
// sha256 a3cf1c8a4135c31a

extension ThawEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .schedule(let value0, let value1, let value2):
            sink.beginCase("schedule", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        case .traffic(let value0, let value1, let value2):
            sink.beginCase("traffic", number: 1)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("schedule") {
            self = .schedule(
                try fields.read("_0"),
                try fields.readIfPresent("_1"),
                try fields.read("_2"))
        } else if word.isWord("traffic") {
            self = .traffic(
                try fields.read("_0"),
                try fields.read("_1"),
                try fields.read("_2"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension TrafficNews: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .arrived:
            sink.beginCase("arrived", number: 0)
        case .hasNone:
            sink.beginCase("hasNone", number: 1)
        case .rests:
            sink.beginCase("rests", number: 2)
        case .gaveUp(let value0):
            sink.beginCase("gaveUp", number: 3)
            sink.field("after", value0)
        case .connectedAnew:
            sink.beginCase("connectedAnew", number: 4)
        case .tookFrozen(let value0, let value1):
            sink.beginCase("tookFrozen", number: 5)
            sink.field("cpu", value0)
            sink.field("in", value1)
        case .tookAwake(let value0, let value1):
            sink.beginCase("tookAwake", number: 6)
            sink.field("cpu", value0)
            sink.field("in", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("arrived") {
            self = .arrived
        } else if word.isWord("hasNone") {
            self = .hasNone
        } else if word.isWord("rests") {
            self = .rests
        } else if word.isWord("gaveUp") {
            self = .gaveUp(
                after: try fields.read("after"))
        } else if word.isWord("connectedAnew") {
            self = .connectedAnew
        } else if word.isWord("tookFrozen") {
            self = .tookFrozen(
                cpu: try fields.read("cpu"),
                in: try fields.read("in"))
        } else if word.isWord("tookAwake") {
            self = .tookAwake(
                cpu: try fields.read("cpu"),
                in: try fields.read("in"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
