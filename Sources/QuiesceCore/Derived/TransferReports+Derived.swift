// Derived from Transfers/TransferReports.swift by scripts/derive. Change that, and run it.
// sha256 6a7e8309353c4c92

extension ReplyOutcome: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .began:
            sink.beginCase("began", number: 0)
        case .resumed(let value0):
            sink.beginCase("resumed", number: 1)
            sink.field("offset", value0)
        case .restarted(let value0, let value1):
            sink.beginCase("restarted", number: 2)
            sink.field("_0", value0)
            sink.field("discarded", value1)
        case .complete:
            sink.beginCase("complete", number: 3)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("began") {
            self = .began
        } else if word.isWord("resumed") {
            self = .resumed(
                offset: try fields.read("offset"))
        } else if word.isWord("restarted") {
            self = .restarted(
                try fields.read("_0"),
                discarded: try fields.read("discarded"))
        } else if word.isWord("complete") {
            self = .complete
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension RestartReason: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .entityChanged: sink.word("entityChanged", number: 0)
        case .noValidator: sink.word("noValidator", number: 1)
        case .rangesUnsupported: sink.word("rangesUnsupported", number: 2)
        case .rangeMismatch: sink.word("rangeMismatch", number: 3)
        case .lengthChanged: sink.word("lengthChanged", number: 4)
        case .noContentRange: sink.word("noContentRange", number: 5)
        case .rangeNotSatisfiable: sink.word("rangeNotSatisfiable", number: 6)
        case .encodingChanged: sink.word("encodingChanged", number: 7)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension TransferQuestion: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .redirect: sink.word("redirect", number: 0)
        case .challenge: sink.word("challenge", number: 1)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension TransferredFile: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("status", status)
        sink.field("size", size)
        sink.field("copy", copy)
    }

    public init(fields: JSONObject) throws(JSONError) {
        status = try fields.read("status")
        size = try fields.read("size")
        copy = try fields.readIfPresent("copy")
    }
}
