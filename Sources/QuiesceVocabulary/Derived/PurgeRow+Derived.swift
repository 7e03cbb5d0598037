// Derived from Memory/PurgeRow.swift by scripts/derive. Change that, and run it.
// sha256 59e5e5b2b384508e

extension PurgeRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("bytes", bytes)
        sink.field("id", id)
        sink.field("rule", rule)
        sink.field("state", state)
    }

    public init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        state = try fields.read("state")
        bytes = try fields.read("bytes")
        rule = try fields.read("rule")
    }
}
