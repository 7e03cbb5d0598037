// Derived from Push/NewPush.swift by scripts/derive. Change that, and run it.
// sha256 a6024ca163797d60

extension NewPush: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("type", type, unless: .remote)
        sink.field("contentAvailable", contentAvailable)
        sink.field("types", types)
        sink.field("badge", badge)
        sink.field("payload", payload)
        sink.field("content", content)
        sink.field("category", category)
        sink.field("origin", origin)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        type = try fields.read("type", or: .remote)
        contentAvailable = try fields.read("contentAvailable")
        types = try fields.read("types")
        badge = try fields.readIfPresent("badge")
        payload = try fields.read("payload")
        content = try fields.readIfPresent("content")
        category = try fields.readIfPresent("category")
        origin = try fields.readIfPresent("origin")
    }
}

extension PushOrigin: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("sequence", sequence)
        sink.field("id", id)
        sink.field("collapse", collapse)
        sink.field("expires", expires)
    }

    public init(fields: JSONObject) throws(JSONError) {
        sequence = try fields.read("sequence")
        id = try fields.read("id")
        collapse = try fields.readIfPresent("collapse")
        expires = try fields.readIfPresent("expires")
    }
}
