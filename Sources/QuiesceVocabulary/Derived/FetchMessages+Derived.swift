// Derived from Fetch/FetchMessages.swift by scripts/derive. Change that, and run it.
// sha256 e811567354122c87

extension FetchRequest: DescribedFields, JSONFields {
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
