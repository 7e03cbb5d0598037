// Derived from Location/FixFilter.swift by scripts/derive. Change that, and run it.

extension FixFilter: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("last", last)
        sink.field("doubted", doubted)
    }

    init(fields: JSONObject) throws(JSONError) {
        last = try fields.readIfPresent("last")
        doubted = try fields.readIfPresent("doubted")
    }
}
