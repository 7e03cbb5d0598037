// Derived from VoIP/VoIPEvent.swift by scripts/derive. Change that, and run it.
// sha256 0ff52779db59ac3e

extension VoIPEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .asked(let value0, let value1, let value2, let value3):
            sink.beginCase("asked", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
            sink.field("_3", value3)
        case .traffic(let value0, let value1, let value2, let value3):
            sink.beginCase("traffic", number: 1)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("descriptor", value2)
            sink.field("isOver", value3)
        case .closed(let value0, let value1, let value2):
            sink.beginCase("closed", number: 2)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("descriptor", value2)
        case .lost(let value0, let value1, let value2):
            sink.beginCase("lost", number: 3)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("descriptor", value2)
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
        } else if word.isWord("traffic") {
            self = .traffic(
                try fields.read("_0"),
                try fields.read("_1"),
                descriptor: try fields.read("descriptor"),
                isOver: try fields.read("isOver"))
        } else if word.isWord("closed") {
            self = .closed(
                try fields.read("_0"),
                try fields.read("_1"),
                descriptor: try fields.read("descriptor"))
        } else if word.isWord("lost") {
            self = .lost(
                try fields.read("_0"),
                try fields.read("_1"),
                descriptor: try fields.read("descriptor"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension VoIPCall: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("news", news)
    }

    public init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        news = try fields.read("news")
    }
}

extension VoIPEffect: Described {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .watch(let value0, let value1, let value2):
            sink.beginCase("watch", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("isOn", value2)
        case .close(let value0, let value1, let value2):
            sink.beginCase("close", number: 1)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("descriptor", value2)
        case .release(let value0, let value1):
            sink.beginCase("release", number: 2)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .recover(let value0, let value1, let value2):
            sink.beginCase("recover", number: 3)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        }
        sink.endCase()
    }
}
