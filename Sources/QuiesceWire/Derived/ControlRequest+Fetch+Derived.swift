// Derived from Fetch/ControlRequest+Fetch.swift by scripts/derive. Change that, and run it.
// sha256 c8482e17b6f9c544

import QuiesceVocabulary

extension ControlRequest.Fetch: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .sendFetch(let value0):
            sink.word("sendFetch", number: 0, at: "type")
            sink.field("app", value0)
        case .forecast(let value0):
            sink.word("forecast", number: 1, at: "type")
            sink.field("hours", value0)
        case .sendTask(let value0, let value1):
            sink.word("sendTask", number: 2, at: "type")
            sink.field("app", value0)
            sink.field("identifier", value1)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "sendFetch":
            self = .sendFetch(
                app: try fields.read("app"))
        case "forecast":
            self = .forecast(
                hours: try fields.read("hours"))
        case "sendTask":
            self = .sendTask(
                app: try fields.read("app"),
                identifier: try fields.read("identifier"))
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = ["sendFetch", "forecast", "sendTask"]
}
