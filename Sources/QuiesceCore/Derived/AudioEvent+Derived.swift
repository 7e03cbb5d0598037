// Derived from Audio/AudioEvent.swift by scripts/derive. Change that, and run it.
// sha256 f2479d95a45b5495

extension AudioEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .asked(let value0, let value1, let value2, let value3):
            sink.beginCase("asked", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
            sink.field("_3", value3)
        case .server(let value0):
            sink.beginCase("server", number: 1)
            sink.field("isThere", value0)
        case .heard(let value0, let value1):
            sink.beginCase("heard", number: 2)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .ordered(let value0, let value1):
            sink.beginCase("ordered", number: 3)
            sink.field("_0", value0)
            sink.field("_1", value1)
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
        } else if word.isWord("server") {
            self = .server(
                isThere: try fields.read("isThere"))
        } else if word.isWord("heard") {
            self = .heard(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("ordered") {
            self = .ordered(
                try fields.read("_0"),
                try fields.readIfPresent("_1"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension AudioCall: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("order", order)
    }

    public init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        order = try fields.read("order")
    }
}

extension AudioEffect: Described {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .tell(let value0, let value1, let value2):
            sink.beginCase("tell", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        }
        sink.endCase()
    }
}
