// Derived from Tools/LogRow.swift by scripts/derive. Change that, and run it.
// sha256 3c335ca49b598d00

extension LogRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("change", change)
        sink.field("detail", detail)
        sink.field("from", from)
        sink.field("kind", kind)
        sink.field("reason", reason)
        sink.field("rule", rule)
        sink.field("sentence", sentence)
        sink.field("seq", seq)
        sink.field("time", time)
        sink.field("to", to)
    }

    public init(fields: JSONObject) throws(JSONError) {
        seq = try fields.read("seq")
        time = try fields.read("time")
        app = try fields.readIfPresent("app")
        kind = try fields.read("kind")
        from = try fields.readIfPresent("from")
        to = try fields.readIfPresent("to")
        reason = try fields.read("reason")
        rule = try fields.readIfPresent("rule")
        detail = try fields.readIfPresent("detail")
        sentence = try fields.readIfPresent("sentence")
        change = try fields.readIfPresent("change")
    }
}
