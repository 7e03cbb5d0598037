// Derived from Thaw/ControlRequest+Thaw.swift by scripts/derive. Change that, and run it.
// sha256 06363b12a450f4d5

import QuiesceVocabulary

extension ControlRequest.Thaw: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .thaws:
            sink.word("thaws", number: 0, at: "type")
        case .setThaw(let value0, let value1):
            sink.word("setThaw", number: 1, at: "type")
            sink.field("app", value0)
            sink.field("schedule", value1)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "thaws": self = .thaws
        case "setThaw":
            self = .setThaw(
                app: try fields.read("app"),
                schedule: try fields.readIfPresent("schedule"))
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = ["thaws", "setThaw"]
}
