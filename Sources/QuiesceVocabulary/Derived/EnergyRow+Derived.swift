// Derived from Energy/EnergyRow.swift by scripts/derive. Change that, and run it.
// sha256 cde719bea51fac94

extension EnergyRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("cpu", cpu)
        sink.field("fetches", fetches)
        sink.field("joules", joules)
        sink.field("radio", radio)
        sink.field("received", received)
        sink.field("since", since)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        joules = try fields.read("joules")
        fetches = try fields.read("fetches")
        cpu = try fields.read("cpu")
        received = try fields.read("received")
        radio = try fields.read("radio")
        since = try fields.read("since")
    }
}
