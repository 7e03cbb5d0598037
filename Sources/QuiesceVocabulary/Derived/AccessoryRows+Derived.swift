// Derived from Accessories/AccessoryRows.swift by scripts/derive. Change that, and run it.
// sha256 f898d515d29d605f

extension AccessoryRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("connection", connection)
        sink.field("manufacturer", manufacturer)
        sink.field("model", model)
        sink.field("name", name)
        sink.field("path", path)
        sink.field("protocols", protocols)
        sink.field("serial", serial)
        sink.field("simulated", simulated)
        sink.field("speaking", speaking)
    }

    public init(fields: JSONObject) throws(JSONError) {
        connection = try fields.read("connection")
        name = try fields.read("name")
        manufacturer = try fields.readIfPresent("manufacturer")
        model = try fields.readIfPresent("model")
        serial = try fields.readIfPresent("serial")
        protocols = try fields.read("protocols")
        path = try fields.readIfPresent("path")
        simulated = try fields.read("simulated")
        app = try fields.readIfPresent("app")
        speaking = try fields.readIfPresent("speaking")
    }
}
