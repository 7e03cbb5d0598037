// Derived from Notifications/NotificationAnswers.swift by scripts/derive. Change that, and run it.
// sha256 58fe7b8a8d5a3c4d

extension NotificationCategory: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("identifier", identifier)
        sink.field("actions", actions)
        sink.field("reportsDismissal", reportsDismissal)
    }

    public init(fields: JSONObject) throws(JSONError) {
        identifier = try fields.read("identifier")
        actions = try fields.read("actions")
        reportsDismissal = try fields.readIfPresent("reportsDismissal")
    }
}

extension NotificationAction: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("identifier", identifier)
        sink.field("title", title)
        sink.field("foreground", foreground)
        sink.field("needsUnlock", needsUnlock)
        sink.field("destructive", destructive)
        sink.field("placeholder", placeholder)
        sink.field("textButton", textButton)
    }

    public init(fields: JSONObject) throws(JSONError) {
        identifier = try fields.read("identifier")
        title = try fields.read("title")
        foreground = try fields.readIfPresent("foreground")
        needsUnlock = try fields.readIfPresent("needsUnlock")
        destructive = try fields.readIfPresent("destructive")
        placeholder = try fields.readIfPresent("placeholder")
        textButton = try fields.readIfPresent("textButton")
    }
}

extension NotificationAnswer: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .opened:
            sink.word("opened", number: 0, at: "answer")
        case .dismissed:
            sink.word("dismissed", number: 1, at: "answer")
        case .settings:
            sink.word("settings", number: 2, at: "answer")
        case .action(let value0, let value1):
            sink.word("action", number: 3, at: "answer")
            sink.field("identifier", value0)
            sink.field("text", value1)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "answer") {
        case "opened": self = .opened
        case "dismissed": self = .dismissed
        case "settings": self = .settings
        case "action":
            self = .action(
                identifier: try fields.read("identifier"),
                text: try fields.readIfPresent("text"))
        case _: throw .wrong("answer")
        }
    }

    /// The words of its cases.
    public static let words = ["opened", "dismissed", "settings", "action"]
}

extension AnsweredNotification: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("notification", notification)
        sink.field("date", date)
        sink.field("push", push)
        sink.field("answer", answer)
    }

    public init(fields: JSONObject) throws(JSONError) {
        notification = try fields.read("notification")
        date = try fields.readIfPresent("date")
        push = try fields.readIfPresent("push")
        answer = try fields.read("answer")
    }
}

extension DeliveredNotifications: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("request", request)
        sink.field("notifications", notifications)
        sink.field("continues", continues)
        sink.field("more", more)
    }

    public init(fields: JSONObject) throws(JSONError) {
        request = try fields.read("request")
        notifications = try fields.read("notifications")
        continues = try fields.readIfPresent("continues")
        more = try fields.readIfPresent("more")
    }
}

extension DeliveredNotification: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("notification", notification)
        sink.field("date", date)
        sink.field("push", push)
    }

    public init(fields: JSONObject) throws(JSONError) {
        notification = try fields.read("notification")
        date = try fields.read("date")
        push = try fields.readIfPresent("push")
    }
}
