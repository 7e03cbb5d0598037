// Derived from Accessories/AccessoryEvent.swift by scripts/derive. Change that, and run it.
// sha256 e15f6fd241422976

extension AccessoryEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .asked(let value0, let value1, let value2, let value3):
            sink.beginCase("asked", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
            sink.field("_3", value3)
        case .plugged(let value0, let value1):
            sink.beginCase("plugged", number: 1)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .unplugged(let value0):
            sink.beginCase("unplugged", number: 2)
            sink.field("identity", value0)
        case .disconnect(let value0, let value1):
            sink.beginCase("disconnect", number: 3)
            sink.field("name", value0)
            sink.field("_1", value1)
        case .listed:
            sink.beginCase("listed", number: 4)
        case .readable(let value0):
            sink.beginCase("readable", number: 5)
            sink.field("connection", value0)
        case .wireFailed(let value0, let value1):
            sink.beginCase("wireFailed", number: 6)
            sink.field("connection", value0)
            sink.field("code", value1)
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
        } else if word.isWord("plugged") {
            self = .plugged(
                try fields.read("_0"),
                try fields.readIfPresent("_1"))
        } else if word.isWord("unplugged") {
            self = .unplugged(
                identity: try fields.read("identity"))
        } else if word.isWord("disconnect") {
            self = .disconnect(
                name: try fields.read("name"),
                try fields.read("_1"))
        } else if word.isWord("listed") {
            self = .listed
        } else if word.isWord("readable") {
            self = .readable(
                connection: try fields.read("connection"))
        } else if word.isWord("wireFailed") {
            self = .wireFailed(
                connection: try fields.read("connection"),
                code: try fields.read("code"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension PluggedAccessory: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("accessory", accessory)
        sink.field("identity", identity)
        sink.field("path", path)
        sink.field("isSimulated", isSimulated, unless: false)
    }

    public init(fields: JSONObject) throws(JSONError) {
        accessory = try fields.read("accessory")
        identity = try fields.read("identity")
        path = try fields.readIfPresent("path")
        isSimulated = try fields.read("isSimulated", or: false)
    }
}

extension AccessoryCall: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("news", news)
        sink.field("isLeaving", isLeaving, unless: false)
    }

    public init(fields: JSONObject) throws(JSONError) {
        id = try fields.readIfPresent("id")
        news = try fields.read("news")
        isLeaving = try fields.read("isLeaving", or: false)
    }
}

extension AccessoryEffect: Described {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .give(let value0, let value1, let value2, let value3):
            sink.beginCase("give", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("session", value2)
            sink.field("connection", value3)
        case .tell(let value0, let value1, let value2):
            sink.beginCase("tell", number: 1)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        }
        sink.endCase()
    }
}
