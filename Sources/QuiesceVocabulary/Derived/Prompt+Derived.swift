// Derived from Permissions/Prompt.swift by scripts/derive. Change that, and run it.
// sha256 ea77bae876cb4991

extension Prompt: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("app", app)
        sink.field("permission", permission)
        sink.field("whenInUse", whenInUse)
        sink.field("fromWhenInUse", fromWhenInUse)
    }

    public init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        app = try fields.read("app")
        permission = try fields.read("permission")
        whenInUse = try fields.readIfPresent("whenInUse")
        fromWhenInUse = try fields.readIfPresent("fromWhenInUse")
    }
}
