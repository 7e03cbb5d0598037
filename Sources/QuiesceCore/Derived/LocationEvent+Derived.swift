// Derived from Location/LocationEvent.swift by scripts/derive. Change that, and run it.
// sha256 cf7d21cd6733ba7f

extension LocationEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .asked(let value0, let value1, let value2, let value3):
            sink.beginCase("asked", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
            sink.field("_3", value3)
        case .located(let value0):
            sink.beginCase("located", number: 1)
            sink.field("_0", value0)
        case .placed(let value0):
            sink.beginCase("placed", number: 2)
            sink.field("_0", value0)
        case .turned(let value0):
            sink.beginCase("turned", number: 3)
            sink.field("_0", value0)
        case .able(let value0):
            sink.beginCase("able", number: 4)
            sink.field("_0", value0)
        case .heard(let value0):
            sink.beginCase("heard", number: 5)
            sink.field("_0", value0)
        case .silent(let value0):
            sink.beginCase("silent", number: 6)
            sink.field("_0", value0)
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
        } else if word.isWord("located") {
            self = .located(
                try fields.read("_0"))
        } else if word.isWord("placed") {
            self = .placed(
                try fields.read("_0"))
        } else if word.isWord("turned") {
            self = .turned(
                try fields.read("_0"))
        } else if word.isWord("able") {
            self = .able(
                try fields.read("_0"))
        } else if word.isWord("heard") {
            self = .heard(
                try fields.read("_0"))
        } else if word.isWord("silent") {
            self = .silent(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension LocationEffect: Described {
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

extension LocationCall: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("wake", wake)
        sink.field("news", news)
    }

    public init(fields: JSONObject) throws(JSONError) {
        wake = try fields.readIfPresent("wake")
        news = try fields.read("news")
    }
}
