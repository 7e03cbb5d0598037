// Derived from Fetch/FetchEvent.swift by scripts/derive. Change that, and run it.
// sha256 a5790ca45d5987ab

extension FetchEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .asked(let value0, let value1, let value2, let value3):
            sink.beginCase("asked", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
            sink.field("_3", value3)
        case .simulate(let value0, let value1, let value2):
            sink.beginCase("simulate", number: 1)
            sink.field("_0", value0)
            sink.field("identifier", value1)
            sink.field("_2", value2)
        case .notStored(let value0, let value1):
            sink.beginCase("notStored", number: 2)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .received(let value0, let value1, let value2, let value3):
            sink.beginCase("received", number: 3)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
            sink.field("atMost", value3)
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
        } else if word.isWord("simulate") {
            self = .simulate(
                try fields.read("_0"),
                identifier: try fields.read("identifier"),
                try fields.read("_2"))
        } else if word.isWord("notStored") {
            self = .notStored(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("received") {
            self = .received(
                try fields.read("_0"),
                try fields.read("_1"),
                try fields.read("_2"),
                atMost: try fields.read("atMost"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension UnstoredFetch: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .interval(let value0, let value1, let value2, let value3):
            sink.beginCase("interval", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
            sink.field("was", value3)
        case .task(let value0, let value1, let value2, let value3):
            sink.beginCase("task", number: 1)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
            sink.field("was", value3)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("interval") {
            self = .interval(
                try fields.read("_0"),
                try fields.read("_1"),
                try fields.readIfPresent("_2"),
                was: try fields.readIfPresent("was"))
        } else if word.isWord("task") {
            self = .task(
                try fields.read("_0"),
                try fields.read("_1"),
                try fields.read("_2"),
                was: try fields.readIfPresent("was"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension FetchRefusal: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("identifier", identifier)
        sink.field("reason", reason)
    }

    public init(fields: JSONObject) throws(JSONError) {
        identifier = try fields.readIfPresent("identifier")
        reason = try fields.read("reason")
    }
}
