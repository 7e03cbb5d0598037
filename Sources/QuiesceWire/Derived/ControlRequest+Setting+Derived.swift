// Derived from Settings/ControlRequest+Setting.swift by scripts/derive. Change that, and run it.
// sha256 c84435427257a892

import QuiesceVocabulary

extension ControlRequest.Setting: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .settings(let value0):
            sink.word("settings", number: 0, at: "type")
            sink.field("app", value0)
        case .setSetting(let value0, let value1, let value2):
            sink.word("setSetting", number: 1, at: "type")
            sink.field("app", value0)
            sink.field("key", value1)
            sink.field("value", value2)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "settings":
            self = .settings(
                app: try fields.read("app"))
        case "setSetting":
            self = .setSetting(
                app: try fields.read("app"),
                key: try fields.read("key"),
                value: try fields.readIfPresent("value"))
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = ["settings", "setSetting"]
}
