// Derived from ContinuedTasks/ControlRequest+ContinuedTasks.swift by scripts/derive. Change that, and run it.
// sha256 502a8744069ab172

import QuiesceVocabulary

extension ControlRequest.ContinuedTasks: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .continuedTasks:
            sink.word("continuedTasks", number: 0, at: "type")
        case .stopContinuedTask(let value0, let value1):
            sink.word("stopContinuedTask", number: 1, at: "type")
            sink.field("app", value0)
            sink.field("identifier", value1)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "continuedTasks": self = .continuedTasks
        case "stopContinuedTask":
            self = .stopContinuedTask(
                app: try fields.read("app"),
                identifier: try fields.readIfPresent("identifier"))
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = ["continuedTasks", "stopContinuedTask"]
}
