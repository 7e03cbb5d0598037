// Derived from Motion/MotionRows.swift by scripts/derive. Change that, and run it.
// sha256 53e7a8e824773eb3

extension MotionRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("detail", detail)
        sink.field("heard", heard)
        sink.field("interval", interval)
        sink.field("reason", reason)
        sink.field("sensor", sensor)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        sensor = try fields.read("sensor")
        interval = try fields.read("interval")
        heard = try fields.read("heard")
        reason = try fields.readIfPresent("reason")
        detail = try fields.read("detail")
    }
}
