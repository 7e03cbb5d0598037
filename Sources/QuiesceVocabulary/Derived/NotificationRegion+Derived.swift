// Derived from Notifications/NotificationRegion.swift by scripts/derive. Change that, and run it.
// sha256 5e51bab5a660426a

extension NotificationRegion: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        region.describeFields(to: &sink)
        sink.field("repeats", repeats, unless: false)
    }

    public init(fields: JSONObject) throws(JSONError) {
        region = try .init(fields: fields)
        repeats = try fields.read("repeats", or: false)
    }
}
