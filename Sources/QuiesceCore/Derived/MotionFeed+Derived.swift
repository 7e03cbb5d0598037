// Derived from Motion/MotionFeed.swift by scripts/derive. Change that, and run it.
// sha256 f0b785141ddbc91a

extension MotionWish: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("sensor", sensor)
        sink.field("interval", interval)
    }

    public init(fields: JSONObject) throws(JSONError) {
        sensor = try fields.read("sensor")
        interval = try fields.read("interval")
    }
}
