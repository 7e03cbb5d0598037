// Derived from Thaw/ThawRow.swift by scripts/derive. Change that, and run it.
// sha256 ebd5d58841155c0e

extension ThawRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("allowed", allowed)
        sink.field("app", app)
        sink.field("by", by)
        sink.field("next", next)
        sink.field("schedule", schedule)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        schedule = try fields.read("schedule")
        by = try fields.read("by")
        allowed = try fields.read("allowed")
        next = try fields.readIfPresent("next")
    }
}
