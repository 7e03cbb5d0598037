// Derived from Motion/MotionEvent.swift by scripts/derive. Change that, and run it.
// sha256 1b82ac3ae37ecc27

extension MotionEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .asked(let value0, let value1, let value2, let value3):
            sink.beginCase("asked", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
            sink.field("_3", value3)
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
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
