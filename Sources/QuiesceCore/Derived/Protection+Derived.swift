// Derived from Protection/Protection.swift by scripts/derive. Change that, and run it.
// sha256 5c4cc3e351922f6e

extension PasscodeEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .set: sink.word("set", number: 0)
        case .cleared: sink.word("cleared", number: 1)
        case .accepted: sink.word("accepted", number: 2)
        case .wrong: sink.word("wrong", number: 3)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension KeyCustody: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .hold: sink.word("hold", number: 0)
        case .forget: sink.word("forget", number: 1)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension PasscodeFact: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("wrongTries", wrongTries)
    }

    public init(fields: JSONObject) throws(JSONError) {
        wrongTries = try fields.read("wrongTries")
    }
}

extension Protection: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("isPasscodeSet", isPasscodeSet)
        sink.field("wrongTries", wrongTries)
        sink.field("retryAt", retryAt)
        sink.field("awaitsFirstUnlock", awaitsFirstUnlock)
        sink.field("holdsKeys", holdsKeys)
        sink.field("forgetsAt", forgetsAt)
    }

    init(fields: JSONObject) throws(JSONError) {
        isPasscodeSet = try fields.read("isPasscodeSet")
        wrongTries = try fields.read("wrongTries")
        retryAt = try fields.read("retryAt")
        awaitsFirstUnlock = try fields.read("awaitsFirstUnlock")
        holdsKeys = try fields.read("holdsKeys")
        forgetsAt = try fields.readIfPresent("forgetsAt")
    }
}
