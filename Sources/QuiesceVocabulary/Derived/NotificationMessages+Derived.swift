// Derived from Notifications/NotificationMessages.swift by scripts/derive. Change that, and run it.

extension NotificationRequest: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .schedule(let value0):
            sink.word("schedule", number: 0, at: "action")
            sink.field("notification", value0)
        case .cancel(let value0):
            sink.word("cancel", number: 1, at: "action")
            sink.field("name", value0)
        case .setBadge(let value0):
            sink.word("setBadge", number: 2, at: "action")
            sink.field("badge", value0)
        case .register(let value0):
            sink.word("register", number: 3, at: "action")
            sink.field("types", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "action") {
        case "schedule":
            self = .schedule(
                try fields.read("notification"))
        case "cancel":
            self = .cancel(
                name: try fields.readIfPresent("name"))
        case "setBadge":
            self = .setBadge(
                try fields.read("badge"))
        case "register":
            self = .register(
                try fields.read("types"))
        case _: throw .wrong("action")
        }
    }

    /// The words of its cases.
    public static var words: [String] { ["schedule", "cancel", "setBadge", "register"] }
}

extension NotificationContent: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("name", name)
        sink.field("fireDate", fireDate)
        sink.field("timeZone", timeZone)
        sink.field("repeatInterval", repeatInterval)
        sink.field("title", title)
        sink.field("body", body)
        sink.field("action", action)
        sink.field("withoutAction", withoutAction)
        sink.field("launchImage", launchImage)
        sink.field("category", category)
        sink.field("sound", sound)
        sink.field("badge", badge)
        sink.field("userInfo", userInfo)
    }

    public init(fields: JSONObject) throws(JSONError) {
        name = try fields.read("name")
        fireDate = try fields.readIfPresent("fireDate")
        timeZone = try fields.readIfPresent("timeZone")
        repeatInterval = try fields.readIfPresent("repeatInterval")
        title = try fields.readIfPresent("title")
        body = try fields.readIfPresent("body")
        action = try fields.readIfPresent("action")
        withoutAction = try fields.readIfPresent("withoutAction")
        launchImage = try fields.readIfPresent("launchImage")
        category = try fields.readIfPresent("category")
        sound = try fields.readIfPresent("sound")
        badge = try fields.readIfPresent("badge")
        userInfo = try fields.readIfPresent("userInfo")
    }
}

extension AppNotifications: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("scheduled", scheduled)
        sink.field("badge", badge)
        sink.field("types", types)
        sink.field("continues", continues)
    }

    public init(fields: JSONObject) throws(JSONError) {
        scheduled = try fields.read("scheduled")
        badge = try fields.read("badge")
        types = try fields.readIfPresent("types")
        continues = try fields.readIfPresent("continues")
    }
}

extension NotificationCallback: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .received(let value0, let value1):
            sink.word("received", number: 0, at: "kind")
            sink.field("notification", value0)
            sink.field("opened", value1, unless: false)
        case .dropped(let value0):
            sink.word("dropped", number: 1, at: "kind")
            sink.field("names", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "kind") {
        case "received":
            self = .received(
                try fields.read("notification"),
                opened: try fields.read("opened", or: false))
        case "dropped":
            self = .dropped(
                try fields.read("names"))
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = ["received", "dropped"]
}
