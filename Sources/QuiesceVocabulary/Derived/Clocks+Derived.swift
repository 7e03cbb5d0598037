// Derived from Time/Clocks.swift by scripts/derive. Change that, and run it.
// sha256 5cc6f984778f8a6c

extension Moment: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("i", instant)
        sink.field("a", awake)
        sink.field("w", wall)
    }

    public init(fields: JSONObject) throws(JSONError) {
        instant = try fields.read("i")
        awake = try fields.read("a")
        wall = try fields.read("w")
    }
}
