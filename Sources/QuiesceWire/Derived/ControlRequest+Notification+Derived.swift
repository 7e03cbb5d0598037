// Derived from Notifications/ControlRequest+Notification.swift by scripts/derive. Change that, and run it.
// sha256 5900da186077afe8

import QuiesceVocabulary

extension ControlRequest.Notification: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .notifications(let value0, let value1, let value2):
            sink.word("notifications", number: 0, at: "type")
            sink.field("app", value0)
            sink.field("scheduled", value1, unless: false)
            sink.field("follow", value2, unless: false)
        case .openNotification(let value0):
            sink.word("openNotification", number: 1, at: "type")
            sink.field("notification", value0)
        case .answerNotification(let value0, let value1, let value2):
            sink.word("answerNotification", number: 2, at: "type")
            sink.field("notification", value0)
            sink.field("action", value1)
            sink.field("text", value2)
        case .dismissNotification(let value0):
            sink.word("dismissNotification", number: 3, at: "type")
            sink.field("notification", value0)
        case .alertStyles(let value0):
            sink.word("alertStyles", number: 4, at: "type")
            sink.field("app", value0)
        case .setAlertStyle(let value0, let value1):
            sink.word("setAlertStyle", number: 5, at: "type")
            sink.field("app", value0)
            sink.field("style", value1)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "notifications":
            self = .notifications(
                app: try fields.readIfPresent("app"),
                scheduled: try fields.read("scheduled", or: false),
                follow: try fields.read("follow", or: false))
        case "openNotification":
            self = .openNotification(
                try fields.read("notification"))
        case "answerNotification":
            self = .answerNotification(
                notification: try fields.read("notification"),
                action: try fields.readIfPresent("action"),
                text: try fields.readIfPresent("text"))
        case "dismissNotification":
            self = .dismissNotification(
                try fields.readIfPresent("notification"))
        case "alertStyles":
            self = .alertStyles(
                app: try fields.readIfPresent("app"))
        case "setAlertStyle":
            self = .setAlertStyle(
                app: try fields.read("app"),
                style: try fields.readIfPresent("style"))
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = [
        "notifications", "openNotification", "answerNotification", "dismissNotification",
        "alertStyles", "setAlertStyle",
    ]
}
