// Derived from Energy/EnergyAccount.swift by scripts/derive. Change that, and run it.
// sha256 95049d847e5fa34f

extension EnergyAccount: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("since", since)
        sink.field("fetches", fetches)
        sink.field("total", total)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        since = try fields.read("since")
        fetches = try fields.read("fetches")
        total = try fields.read("total")
    }
}
