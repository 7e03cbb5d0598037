// Derived from Links/LinkEvent.swift by scripts/derive. Change that, and run it.
// sha256 e9852a68c734e8b3

extension LinkEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .open(let value0, let value1, let value2):
            sink.beginCase("open", number: 0)
            sink.field("_0", value0)
            sink.field("app", value1)
            sink.field("_2", value2)
        case .asked(let value0, let value1, let value2, let value3):
            sink.beginCase("asked", number: 1)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
            sink.field("_3", value3)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("open") {
            self = .open(
                try fields.read("_0"),
                app: try fields.readIfPresent("app"),
                try fields.read("_2"))
        } else if word.isWord("asked") {
            self = .asked(
                try fields.read("_0"),
                try fields.read("_1"),
                request: try fields.read("request"),
                try fields.read("_3"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension LinkCall: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .opened(let value0):
            sink.beginCase("opened", number: 0)
            sink.field("_0", value0)
        case .answered(let value0, let value1):
            sink.beginCase("answered", number: 1)
            sink.field("request", value0)
            sink.field("opened", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("opened") {
            self = .opened(
                try fields.read("_0"))
        } else if word.isWord("answered") {
            self = .answered(
                request: try fields.read("request"),
                opened: try fields.read("opened"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
