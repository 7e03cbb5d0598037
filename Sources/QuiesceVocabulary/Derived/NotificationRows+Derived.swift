// Derived from Notifications/NotificationRows.swift by scripts/derive. Change that, and run it.
// sha256 d1bb1d48b79b4f4c

extension NotificationRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("actions", actions)
        sink.field("app", app)
        sink.field("badge", badge)
        sink.field("body", body)
        sink.field("covers", covers)
        sink.field("late", late)
        sink.field("name", name)
        sink.field("notification", notification)
        sink.field("region", region)
        sink.field("repeats", repeats)
        sink.field("sound", sound)
        sink.field("state", state)
        sink.field("style", style)
        sink.field("time", time)
        sink.field("timeZone", timeZone)
        sink.field("title", title)
    }

    public init(fields: JSONObject) throws(JSONError) {
        notification = try fields.read("notification")
        app = try fields.read("app")
        name = try fields.read("name")
        state = try fields.read("state")
        time = try fields.readIfPresent("time")
        late = try fields.readIfPresent("late")
        repeats = try fields.readIfPresent("repeats")
        timeZone = try fields.readIfPresent("timeZone")
        region = try fields.readIfPresent("region")
        title = try fields.readIfPresent("title")
        body = try fields.readIfPresent("body")
        sound = try fields.readIfPresent("sound")
        badge = try fields.readIfPresent("badge")
        style = try fields.readIfPresent("style")
        covers = try fields.readIfPresent("covers")
        actions = try fields.readIfPresent("actions")
    }
}

extension NotificationActionRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("text", text)
        sink.field("title", title)
    }

    public init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        title = try fields.read("title")
        text = try fields.read("text")
    }
}

extension AlertStyleRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("chosen", chosen)
        sink.field("style", style)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        style = try fields.read("style")
        chosen = try fields.read("chosen")
    }
}
