// Derived from Fetch/FetchMessages.swift by scripts/derive. Change that, and run it.

extension FetchDemand: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .setMinimumInterval(let value0):
            sink.word("setMinimumInterval", number: 0, at: "action")
            sink.field("seconds", value0)
        case .submit(let value0):
            sink.word("submit", number: 1, at: "action")
            sink.field("task", value0)
        case .cancel(let value0):
            sink.word("cancel", number: 2, at: "action")
            sink.field("identifier", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "action") {
        case "setMinimumInterval":
            self = .setMinimumInterval(
                try fields.readIfPresent("seconds"))
        case "submit":
            self = .submit(
                try fields.read("task"))
        case "cancel":
            self = .cancel(
                identifier: try fields.readIfPresent("identifier"))
        case _: throw .wrong("action")
        }
    }

    /// The words of its cases.
    public static let words = ["setMinimumInterval", "submit", "cancel"]
}

extension FetchDemand.Task: DescribedFields, JSONFields {
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
