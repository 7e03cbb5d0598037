// Derived from Fetch/BackgroundTaskRequest.swift by scripts/derive. Change that, and run it.
// sha256 98cadbbf5fabe39e

extension BackgroundTaskRequest: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("kind", kind)
        sink.field("identifier", identifier)
        sink.field("earliestBegin", earliestBegin)
        sink.field("requiresNetwork", requiresNetwork)
        sink.field("requiresPower", requiresPower)
    }

    public init(fields: JSONObject) throws(JSONError) {
        kind = try fields.read("kind")
        identifier = try fields.read("identifier")
        earliestBegin = try fields.readIfPresent("earliestBegin")
        requiresNetwork = try fields.readIfPresent("requiresNetwork")
        requiresPower = try fields.readIfPresent("requiresPower")
    }
}

extension BackgroundTaskKind: Described {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .appRefresh: sink.word("appRefresh", number: 0)
        case .processing: sink.word("processing", number: 1)
        }
    }
}
