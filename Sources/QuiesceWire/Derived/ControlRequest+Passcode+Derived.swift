// Derived from Protection/ControlRequest+Passcode.swift by scripts/derive. Change that, and run it.
// sha256 b89b2fa36b603430

import QuiesceVocabulary

extension ControlRequest.Passcode: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .unlockWith(let value0):
            sink.word("unlockWith", number: 0, at: "type")
            sink.field("passcode", value0)
        case .pressKey(let value0):
            sink.word("pressKey", number: 1, at: "type")
            sink.field("key", value0)
        case .setPasscode(let value0, let value1):
            sink.word("setPasscode", number: 2, at: "type")
            sink.field("passcode", value0)
            sink.field("old", value1)
        case .clearPasscode(let value0):
            sink.word("clearPasscode", number: 3, at: "type")
            sink.field("old", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "unlockWith":
            self = .unlockWith(
                passcode: try fields.read("passcode"))
        case "pressKey":
            self = .pressKey(
                key: try fields.read("key"))
        case "setPasscode":
            self = .setPasscode(
                try fields.read("passcode"),
                old: try fields.readIfPresent("old"))
        case "clearPasscode":
            self = .clearPasscode(
                old: try fields.read("old"))
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = ["unlockWith", "pressKey", "setPasscode", "clearPasscode"]
}
