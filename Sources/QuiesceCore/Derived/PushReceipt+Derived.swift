// Derived from Push/PushReceipt.swift by scripts/derive. Change that, and run it.
// sha256 4b128461a7ed39af

extension PushReceipt: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("app", app)
        sink.field("type", type, unless: .remote)
        sink.field("apnsID", apnsID)
        sink.field("received", received)
        sink.field("isSilent", isSilent)
        sink.field("contentAvailable", contentAvailable)
        sink.field("outcome", outcome)
        sink.field("at", at)
    }

    public init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        app = try fields.read("app")
        type = try fields.read("type", or: .remote)
        apnsID = try fields.readIfPresent("apnsID")
        received = try fields.read("received")
        isSilent = try fields.read("isSilent")
        contentAvailable = try fields.read("contentAvailable")
        outcome = try fields.read("outcome")
        at = try fields.read("at")
    }
}

extension PushReceipt.Outcome: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .shown:
            sink.beginCase("shown", number: 0)
        case .told:
            sink.beginCase("told", number: 1)
        case .woke(let value0, let value1):
            sink.beginCase("woke", number: 2)
            sink.field("_0", value0)
            sink.field("result", value1)
        case .held(let value0):
            sink.beginCase("held", number: 3)
            sink.field("until", value0)
        case .heldByCrash(let value0):
            sink.beginCase("heldByCrash", number: 4)
            sink.field("until", value0)
        case .merged(let value0):
            sink.beginCase("merged", number: 5)
            sink.field("into", value0)
        case .dropped(let value0):
            sink.beginCase("dropped", number: 6)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("shown") {
            self = .shown
        } else if word.isWord("told") {
            self = .told
        } else if word.isWord("woke") {
            self = .woke(
                try fields.read("_0"),
                result: try fields.readIfPresent("result"))
        } else if word.isWord("held") {
            self = .held(
                until: try fields.readIfPresent("until"))
        } else if word.isWord("heldByCrash") {
            self = .heldByCrash(
                until: try fields.read("until"))
        } else if word.isWord("merged") {
            self = .merged(
                into: try fields.read("into"))
        } else if word.isWord("dropped") {
            self = .dropped(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
