// Derived from Links/ControlRequest+Link.swift by scripts/derive. Change that, and run it.
// sha256 d35e40716a7379ae

import QuiesceVocabulary

extension ControlRequest.Link: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .openURL(let value0, let value1):
            sink.word("openURL", number: 0, at: "type")
            sink.field("url", value0)
            sink.field("app", value1)
        case .openShortcut(let value0, let value1):
            sink.word("openShortcut", number: 1, at: "type")
            sink.field("app", value0)
            sink.field("shortcut", value1)
        case .openActivity(let value0, let value1, let value2):
            sink.word("openActivity", number: 2, at: "type")
            sink.field("app", value0)
            sink.field("activity", value1)
            sink.field("userInfo", value2)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "openURL":
            self = .openURL(
                url: try fields.read("url"),
                app: try fields.readIfPresent("app"))
        case "openShortcut":
            self = .openShortcut(
                app: try fields.read("app"),
                shortcut: try fields.read("shortcut"))
        case "openActivity":
            self = .openActivity(
                app: try fields.read("app"),
                activity: try fields.read("activity"),
                userInfo: try fields.readIfPresent("userInfo"))
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = ["openURL", "openShortcut", "openActivity"]
}
