// Derived from Notifications/LocalNotification.swift by scripts/derive. Change that, and run it.
// sha256 a7f159cf84538ba5

extension NotificationTypes: Described, JSONReadable {
    public func describe(to sink: inout some Sink) { rawValue.describe(to: &sink) }

    public init(json: JSONValue) throws(JSONError) {
        self.init(rawValue: try RawValue(json: json))
    }
}

extension ZoneOffsets: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("name", name)
        sink.field("offsets", offsets)
    }

    public init(fields: JSONObject) throws(JSONError) {
        name = try fields.read("name")
        offsets = try fields.read("offsets")
    }
}

extension NewNotification: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("name", name)
        sink.field("fireDate", fireDate)
        sink.field("zone", zone)
        sink.field("every", every)
        sink.field("types", types)
        sink.field("badge", badge)
        sink.field("content", content)
        sink.field("category", category)
        sink.field("region", region)
    }

    public init(fields: JSONObject) throws(JSONError) {
        name = try fields.read("name")
        fireDate = try fields.readIfPresent("fireDate")
        zone = try fields.readIfPresent("zone")
        every = try fields.readIfPresent("every")
        types = try fields.read("types")
        badge = try fields.readIfPresent("badge")
        content = try fields.read("content")
        category = try fields.readIfPresent("category")
        region = try fields.readIfPresent("region")
    }
}

extension NotificationsFact: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("last", last)
        sink.field("clock", clock)
    }

    public init(fields: JSONObject) throws(JSONError) {
        last = try fields.read("last")
        clock = try fields.read("clock")
    }
}

extension PresentationFact: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("badge", badge)
        sink.field("types", types)
        sink.field("style", style)
        sink.field("categories", categories)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        badge = try fields.read("badge")
        types = try fields.readIfPresent("types")
        style = try fields.readIfPresent("style")
        categories = try fields.readIfPresent("categories")
    }
}
