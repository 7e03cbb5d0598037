// Derived from Busy/BusyEvent.swift by scripts/derive. Change that, and run it.
// sha256 dfd8319a0e8bfffe

extension BusyEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .followed:
            sink.beginCase("followed", number: 0)
        case .looked(let value0, let value1, let value2):
            sink.beginCase("looked", number: 1)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        case .called(let value0, let value1):
            sink.beginCase("called", number: 2)
            sink.field("_0", value0)
            sink.field("_1", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("followed") {
            self = .followed
        } else if word.isWord("looked") {
            self = .looked(
                try fields.read("_0"),
                try fields.read("_1"),
                try fields.read("_2"))
        } else if word.isWord("called") {
            self = .called(
                try fields.read("_0"),
                try fields.read("_1"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension BusyWork: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .job: sink.word("job", number: 0)
        case .traced: sink.word("traced", number: 1)
        case .traffic: sink.word("traffic", number: 2)
        case .disk: sink.word("disk", number: 3)
        case .lock: sink.word("lock", number: 4)
        case .inhibitor: sink.word("inhibitor", number: 5)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
