// Derived from Notifications/NotificationMessages.swift by scripts/derive. Change that, and run it.
// sha256 b34c5d1ef6e08cb4

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
        case .setCategories(let value0):
            sink.word("setCategories", number: 4, at: "action")
            sink.field("categories", value0)
        case .unschedule(let value0):
            sink.word("unschedule", number: 5, at: "action")
            sink.field("names", value0)
        case .withdraw(let value0):
            sink.word("withdraw", number: 6, at: "action")
            sink.field("names", value0)
        case .present(let value0, let value1):
            sink.word("present", number: 7, at: "action")
            sink.field("name", value0)
            sink.field("types", value1)
        case .listDelivered:
            sink.word("listDelivered", number: 8, at: "action")
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
        case "setCategories":
            self = .setCategories(
                try fields.read("categories"))
        case "unschedule":
            self = .unschedule(
                names: try fields.readIfPresent("names"))
        case "withdraw":
            self = .withdraw(
                names: try fields.readIfPresent("names"))
        case "present":
            self = .present(
                name: try fields.read("name"),
                types: try fields.readIfPresent("types"))
        case "listDelivered": self = .listDelivered
        case _: throw .wrong("action")
        }
    }

    /// The words of its cases.
    public static var words: [String] {
        [
            "schedule", "cancel", "setBadge", "register", "setCategories", "unschedule", "withdraw",
            "present", "listDelivered",
        ]
    }
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
        sink.field("subtitle", subtitle)
        sink.field("thread", thread)
        sink.field("interruptionLevel", interruptionLevel)
        sink.field("attachments", attachments)
        sink.field("trigger", trigger)
        sink.field("extras", extras)
        sink.field("region", region)
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
        subtitle = try fields.readIfPresent("subtitle")
        thread = try fields.readIfPresent("thread")
        interruptionLevel = try fields.readIfPresent("interruptionLevel")
        attachments = try fields.readIfPresent("attachments")
        trigger = try fields.readIfPresent("trigger")
        extras = try fields.readIfPresent("extras")
        region = try fields.readIfPresent("region")
    }
}

extension NotificationAttachment: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("identifier", identifier)
        sink.field("path", path)
        sink.field("type", type)
    }

    public init(fields: JSONObject) throws(JSONError) {
        identifier = try fields.read("identifier")
        path = try fields.read("path")
        type = try fields.read("type")
    }
}

extension AppNotifications: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("scheduled", scheduled)
        sink.field("badge", badge)
        sink.field("types", types)
        sink.field("continues", continues)
        sink.field("style", style)
    }

    public init(fields: JSONObject) throws(JSONError) {
        scheduled = try fields.read("scheduled")
        badge = try fields.read("badge")
        types = try fields.readIfPresent("types")
        continues = try fields.readIfPresent("continues")
        style = try fields.readIfPresent("style")
    }
}

extension NotificationCallback: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .received(let value0, let value1, let value2):
            sink.word("received", number: 0, at: "kind")
            sink.field("notification", value0)
            sink.field("opened", value1, unless: false)
            sink.field("date", value2)
        case .dropped(let value0):
            sink.word("dropped", number: 1, at: "kind")
            sink.field("names", value0)
        case .answered(let value0, let value1):
            sink.word("answered", number: 2, at: "kind")
            sink.field("response", value0)
            sink.field("wake", value1)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "kind") {
        case "received":
            self = .received(
                try fields.read("notification"),
                opened: try fields.read("opened", or: false),
                date: try fields.readIfPresent("date"))
        case "dropped":
            self = .dropped(
                try fields.read("names"))
        case "answered":
            self = .answered(
                try fields.read("response"),
                wake: try fields.readIfPresent("wake"))
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = ["received", "dropped", "answered"]
}
