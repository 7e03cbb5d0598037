// Derived from Push/Push.swift by scripts/derive. Change that, and run it.
// sha256 8df913fd62cd78d6

extension Push: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("push", push)
        sink.field("received", received)
        sink.field("stage", stage)
    }

    public init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        push = try fields.read("push")
        received = try fields.read("received")
        stage = try fields.read("stage")
    }
}

extension Push.Stage: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .held(let value0):
            sink.beginCase("held", number: 0)
            sink.field("_0", value0)
        case .waking(let value0, let value1):
            sink.beginCase("waking", number: 1)
            sink.field("_0", value0)
            sink.field("presents", value1)
        case .told(let value0):
            sink.beginCase("told", number: 2)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("held") {
            self = .held(
                try fields.read("_0"))
        } else if word.isWord("waking") {
            self = .waking(
                try fields.read("_0"),
                presents: try fields.read("presents"))
        } else if word.isWord("told") {
            self = .told(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension Push.Hold: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .overQuota(let value0):
            sink.beginCase("overQuota", number: 0)
            sink.field("until", value0)
        case .deviceAsleep:
            sink.beginCase("deviceAsleep", number: 1)
        case .crashed(let value0):
            sink.beginCase("crashed", number: 2)
            sink.field("until", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("overQuota") {
            self = .overQuota(
                until: try fields.read("until"))
        } else if word.isWord("deviceAsleep") {
            self = .deviceAsleep
        } else if word.isWord("crashed") {
            self = .crashed(
                until: try fields.read("until"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension Push.Presentation: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .nothing:
            sink.beginCase("nothing", number: 0)
        case .afterwards:
            sink.beginCase("afterwards", number: 1)
        case .unlessHandled(let value0):
            sink.beginCase("unlessHandled", number: 2)
            sink.field("by", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("nothing") {
            self = .nothing
        } else if word.isWord("afterwards") {
            self = .afterwards
        } else if word.isWord("unlessHandled") {
            self = .unlessHandled(
                by: try fields.read("by"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension PushesFact: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("last", last)
        sink.field("account", account)
        sink.field("sequence", sequence)
    }

    public init(fields: JSONObject) throws(JSONError) {
        last = try fields.read("last")
        account = try fields.readIfPresent("account")
        sequence = try fields.read("sequence")
    }
}

extension PushRegistrationFact: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", address)
        sink.field("token", token)
        sink.field("isRetired", isRetired)
    }

    public init(fields: JSONObject) throws(JSONError) {
        address = try fields.read("app")
        token = try fields.readIfPresent("token")
        isRetired = try fields.read("isRetired")
    }
}
