// Derived from Permissions/ControlRequest+Permission.swift by scripts/derive. Change that, and run it.
// sha256 993bd9d15c36ca51

import QuiesceVocabulary

extension ControlRequest.Permission: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .permissions(let value0):
            sink.word("permissions", number: 0, at: "type")
            sink.field("app", value0)
        case .setPermission(let value0, let value1, let value2):
            sink.word("setPermission", number: 1, at: "type")
            sink.field("app", value0)
            sink.field("permission", value1)
            sink.field("state", value2)
        case .prompts:
            sink.word("prompts", number: 2, at: "type")
        case .answerPrompt(let value0, let value1):
            sink.word("answerPrompt", number: 3, at: "type")
            sink.field("prompt", value0)
            sink.field("allow", value1)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "permissions":
            self = .permissions(
                app: try fields.read("app"))
        case "setPermission":
            self = .setPermission(
                app: try fields.read("app"),
                permission: try fields.read("permission"),
                state: try fields.read("state"))
        case "prompts": self = .prompts
        case "answerPrompt":
            self = .answerPrompt(
                prompt: try fields.read("prompt"),
                allow: try fields.read("allow"))
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = ["permissions", "setPermission", "prompts", "answerPrompt"]
}
