// Derived from Location/ControlRequest+Location.swift by scripts/derive. Change that, and run it.
// sha256 aa317658dea01db8

import QuiesceVocabulary

extension ControlRequest.Location: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .location(let value0):
            sink.word("location", number: 0, at: "type")
            sink.field("track", value0, unless: false)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "location":
            self = .location(
                track: try fields.read("track", or: false))
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = ["location"]
}
