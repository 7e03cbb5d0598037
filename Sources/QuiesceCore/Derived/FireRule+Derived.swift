// Derived from Calendar/FireRule.swift by scripts/derive. Change that, and run it.
// sha256 de90f8fefc4822f6

extension FireRule: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("on", first)
        sink.field("later", isLaterPass)
        sink.field("zone", zone)
        sink.field("every", every)
    }

    public init(fields: JSONObject) throws(JSONError) {
        first = try fields.read("on")
        isLaterPass = try fields.read("later")
        zone = try fields.read("zone")
        every = try fields.readIfPresent("every")
    }
}

extension Occurrence: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("at", at)
        sink.field("mark", mark)
    }

    public init(fields: JSONObject) throws(JSONError) {
        at = try fields.read("at")
        mark = try fields.read("mark")
    }
}
