// Derived from Tools/AppRow.swift by scripts/derive. Change that, and run it.
// sha256 b33d4aae7a379c40

extension AppRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("backgroundModes", backgroundModes)
        sink.field("badge", badge)
        sink.field("container", container)
        sink.field("exitsOnSuspend", exitsOnSuspend)
        sink.field("id", id)
        sink.field("name", name)
        sink.field("urlSchemes", urlSchemes, unless: [])
        sink.field("version", version)
    }

    public init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        name = try fields.read("name")
        version = try fields.read("version")
        backgroundModes = try fields.read("backgroundModes")
        exitsOnSuspend = try fields.read("exitsOnSuspend")
        container = try fields.read("container")
        badge = try fields.readIfPresent("badge")
        urlSchemes = try fields.read("urlSchemes", or: [])
    }
}
