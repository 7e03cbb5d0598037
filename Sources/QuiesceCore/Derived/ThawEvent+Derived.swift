// Derived from Thaw/ThawEvent.swift by scripts/derive. Change that, and run it.

extension ThawEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .schedule(let value0, let value1, let value2):
            sink.beginCase("schedule", number: 0)
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
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
