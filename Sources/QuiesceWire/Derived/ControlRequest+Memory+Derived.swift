// Derived from Memory/ControlRequest+Memory.swift by scripts/derive. Change that, and run it.
// sha256 bc4e491b58740573

import QuiesceVocabulary

extension ControlRequest.Memory: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .purge(let value0, let value1):
            sink.word("purge", number: 0, at: "type")
            sink.field("bytes", value0)
            sink.field("dryRun", value1, unless: false)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "purge":
            self = .purge(
                bytes: try fields.readIfPresent("bytes"),
                dryRun: try fields.read("dryRun", or: false))
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = ["purge"]
}
