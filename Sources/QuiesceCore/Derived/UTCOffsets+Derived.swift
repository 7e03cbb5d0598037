// Derived from Calendar/UTCOffsets.swift by scripts/derive. Change that, and run it.
// sha256 4062af3d133a2c94

extension UTCOffsets: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("seconds", seconds)
        sink.field("changes", changes)
    }

    public init(fields: JSONObject) throws(JSONError) {
        seconds = try fields.read("seconds")
        changes = try fields.read("changes")
        bound()
    }
}

extension UTCOffsets.Change: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("at", at)
        sink.field("seconds", seconds)
    }

    public init(fields: JSONObject) throws(JSONError) {
        at = try fields.read("at")
        seconds = try fields.read("seconds")
    }
}
