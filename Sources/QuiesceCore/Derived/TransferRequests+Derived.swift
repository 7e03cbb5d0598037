// Derived from Transfers/TransferRequests.swift by scripts/derive. Change that, and run it.
// sha256 3c89e610134aec62

extension TransferOwner: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .app(let value0):
            sink.beginCase("app", number: 0)
            sink.field("_0", value0)
        case .user:
            sink.beginCase("user", number: 1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("app") {
            self = .app(
                try fields.read("_0"))
        } else if word.isWord("user") {
            self = .user
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension StoredRequest: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("origin", origin)
        sink.field("handle", handle)
    }

    public init(fields: JSONObject) throws(JSONError) {
        origin = try fields.read("origin")
        handle = try fields.read("handle")
    }
}

extension KeptAnswer: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
    }

    public init(fields: JSONObject) throws(JSONError) {
    }
}

extension TransferCommand: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .resume:
            sink.beginCase("resume", number: 0)
        case .suspend:
            sink.beginCase("suspend", number: 1)
        case .cancel(let value0):
            sink.beginCase("cancel", number: 2)
            sink.field("keepingBytes", value0)
        case .setPriority(let value0):
            sink.beginCase("setPriority", number: 3)
            sink.field("_0", value0)
        case .setEarliestBegin(let value0):
            sink.beginCase("setEarliestBegin", number: 4)
            sink.field("_0", value0)
        case .setDescription(let value0):
            sink.beginCase("setDescription", number: 5)
            sink.field("_0", value0)
        case .hurry(let value0, let value1):
            sink.beginCase("hurry", number: 6)
            sink.field("insists", value0)
            sink.field("timeout", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("resume") {
            self = .resume
        } else if word.isWord("suspend") {
            self = .suspend
        } else if word.isWord("cancel") {
            self = .cancel(
                keepingBytes: try fields.read("keepingBytes"))
        } else if word.isWord("setPriority") {
            self = .setPriority(
                try fields.read("_0"))
        } else if word.isWord("setEarliestBegin") {
            self = .setEarliestBegin(
                try fields.readIfPresent("_0"))
        } else if word.isWord("setDescription") {
            self = .setDescription(
                try fields.readIfPresent("_0"))
        } else if word.isWord("hurry") {
            self = .hurry(
                insists: try fields.read("insists"),
                timeout: try fields.readIfPresent("timeout"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
