// Derived from Permissions/PermissionRows.swift by scripts/derive. Change that, and run it.
// sha256 4a269c8a97a68c3a

extension PermissionRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("permission", permission)
        sink.field("state", state)
    }

    public init(fields: JSONObject) throws(JSONError) {
        permission = try fields.read("permission")
        state = try fields.read("state")
    }
}

extension PromptRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("permission", permission)
        sink.field("prompt", prompt)
        sink.field("range", range)
        sink.field("shown", shown)
    }

    public init(fields: JSONObject) throws(JSONError) {
        prompt = try fields.read("prompt")
        app = try fields.read("app")
        permission = try fields.read("permission")
        shown = try fields.read("shown")
        range = try fields.readIfPresent("range")
    }
}
