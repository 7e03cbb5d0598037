// Derived from Transfers/Transfer.swift by scripts/derive. Change that, and run it.
// sha256 41808c974190800f

extension Transfer: DescribedFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("owner", owner)
        sink.field("session", session)
        sink.field("task", task)
        sink.field("kind", kind)
        sink.field("origin", origin)
        sink.field("request", request)
        sink.field("priority", priority)
        sink.field("earliestBegin", earliestBegin)
        sink.field("description", description)
        sink.field("isDiscretionary", isDiscretionary)
        sink.field("created", created)
        sink.field("stage", stage)
        sink.field("settings", settings)
        sink.field("resumed", resumed)
        sink.field("order", order)
    }
}

extension Transfer.Stage: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .suspended:
            sink.beginCase("suspended", number: 0)
        case .queued:
            sink.beginCase("queued", number: 1)
        case .placing(let value0, let value1):
            sink.beginCase("placing", number: 2)
            sink.field("_0", value0)
            sink.field("response", value1)
        case .ended(let value0):
            sink.beginCase("ended", number: 3)
            sink.field("_0", value0)
        case .kept:
            sink.beginCase("kept", number: 4)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("suspended") {
            self = .suspended
        } else if word.isWord("queued") {
            self = .queued
        } else if word.isWord("placing") {
            self = .placing(
                try fields.read("_0"),
                response: try fields.read("response"))
        } else if word.isWord("ended") {
            self = .ended(
                try fields.read("_0"))
        } else if word.isWord("kept") {
            self = .kept
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension TransferOutcome: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .finished(let value0, let value1):
            sink.beginCase("finished", number: 0)
            sink.field("_0", value0)
            sink.field("response", value1)
        case .failed(let value0, let value1, let value2):
            sink.beginCase("failed", number: 1)
            sink.field("_0", value0)
            sink.field("received", value1)
            sink.field("response", value2)
        case .cancelled(let value0, let value1, let value2):
            sink.beginCase("cancelled", number: 2)
            sink.field("_0", value0)
            sink.field("received", value1)
            sink.field("resumable", value2)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("finished") {
            self = .finished(
                try fields.read("_0"),
                response: try fields.read("response"))
        } else if word.isWord("failed") {
            self = .failed(
                try fields.read("_0"),
                received: try fields.read("received"),
                response: try fields.readIfPresent("response"))
        } else if word.isWord("cancelled") {
            self = .cancelled(
                try fields.read("_0"),
                received: try fields.read("received"),
                resumable: try fields.read("resumable"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension TransferWait: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .suspended: sink.word("suspended", number: 0)
        case .network: sink.word("network", number: 1)
        case .wifi: sink.word("wifi", number: 2)
        case .power: sink.word("power", number: 3)
        case .earliestBegin: sink.word("earliestBegin", number: 4)
        case .retry: sink.word("retry", number: 5)
        case .host: sink.word("host", number: 6)
        case .relaunchLimit: sink.word("relaunchLimit", number: 7)
        case .hostLimit: sink.word("hostLimit", number: 8)
        case .sessionLimit: sink.word("sessionLimit", number: 9)
        case .deviceLimit: sink.word("deviceLimit", number: 10)
        case .space: sink.word("space", number: 11)
        case .agent: sink.word("agent", number: 12)
        case .answer: sink.word("answer", number: 13)
        case .placing: sink.word("placing", number: 14)
        case .delivery: sink.word("delivery", number: 15)
        case .lowPowerMode: sink.word("lowPowerMode", number: 16)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension TransferSession: DescribedFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("identifier", identifier)
        sink.field("settings", settings)
    }
}
