// Derived from Fetch/FetchPlan.swift by scripts/derive. Change that, and run it.
// sha256 f653a848862d1f86

extension FetchReason: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .inUse: sink.word("inUse", number: 0)
        case .expectedOpen: sink.word("expectedOpen", number: 1)
        case .habit: sink.word("habit", number: 2)
        case .beginning: sink.word("beginning", number: 3)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension PlannedFetch: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("at", at)
        sink.field("reason", reason)
        sink.field("value", value)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        at = try fields.read("at")
        reason = try fields.read("reason")
        value = try fields.read("value")
    }
}

extension FetchPlan: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("fetches", fetches)
        sink.field("next", next)
    }

    public init(fields: JSONObject) throws(JSONError) {
        fetches = try fields.read("fetches")
        next = try fields.readIfPresent("next")
    }
}

extension FetchStanding: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("budgetLeft", budgetLeft)
        sink.field("nextLikely", nextLikely)
        sink.field("hold", hold)
    }

    public init(fields: JSONObject) throws(JSONError) {
        budgetLeft = try fields.read("budgetLeft")
        nextLikely = try fields.readIfPresent("nextLikely")
        hold = try fields.readIfPresent("hold")
    }
}

extension FetchStanding.Hold: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .budgetSpent: sink.word("budgetSpent", number: 0)
        case .stillFresh: sink.word("stillFresh", number: 1)
        case .unlikelyNow: sink.word("unlikelyNow", number: 2)
        case .neverOpened: sink.word("neverOpened", number: 3)
        case .inFront: sink.word("inFront", number: 4)
        case .justUsed: sink.word("justUsed", number: 5)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
