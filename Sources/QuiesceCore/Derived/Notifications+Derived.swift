// Derived from Notifications/Notifications.swift by scripts/derive. Change that, and run it.
// sha256 09dd56aa58c2bc66

extension Notifications: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("last", last, unless: 0)
        sink.field("clock", clock, unless: WallTime.zero)
        sink.field("entries", entries, unless: [:])
        sink.field("presentations", presentations, unless: PresentationSettings())
        sink.field("zones", zones, unless: [])
        sink.field("heldSince", heldSince)
        sink.field("alarm", alarm)
        sink.field("dropped", dropped, unless: [])
        sink.field("untold", untold, unless: [])
        sink.field("history", history, unless: History())
    }

    init(fields: JSONObject) throws(JSONError) {
        last = try fields.read("last", or: 0)
        clock = try fields.read("clock", or: WallTime.zero)
        entries = try fields.read("entries", or: [:])
        presentations = try fields.read("presentations", or: PresentationSettings())
        zones = try fields.read("zones", or: [])
        heldSince = try fields.readIfPresent("heldSince")
        alarm = try fields.readIfPresent("alarm")
        dropped = try fields.read("dropped", or: [])
        untold = try fields.read("untold", or: [])
        history = try fields.read("history", or: History())
        rebuildIndex()
    }
}

extension Notifications.Entry: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("notification", notification)
        sink.field("next", next)
    }

    init(fields: JSONObject) throws(JSONError) {
        notification = try fields.read("notification")
        next = try fields.readIfPresent("next")
    }
}

extension Notifications.Alarm: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("wall", wall)
        sink.field("instant", instant)
    }

    init(fields: JSONObject) throws(JSONError) {
        wall = try fields.read("wall")
        instant = try fields.read("instant")
    }
}

extension Notifications.Dropped: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("names", names)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
        names = try fields.read("names")
    }
}
