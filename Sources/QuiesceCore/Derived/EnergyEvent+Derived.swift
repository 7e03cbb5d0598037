// Derived from Energy/EnergyEvent.swift by scripts/derive. Change that, and run it.
// sha256 d2fb092950b3d176

extension EnergyEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .used(let value0, let value1, let value2, let value3, let value4):
            sink.beginCase("used", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
            sink.field("cpu", value3)
            sink.field("received", value4)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("used") {
            self = .used(
                try fields.read("_0"),
                try fields.read("_1"),
                try fields.read("_2"),
                cpu: try fields.read("cpu"),
                received: try fields.read("received"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
