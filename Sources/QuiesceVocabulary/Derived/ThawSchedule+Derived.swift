// Derived from Thaw/ThawSchedule.swift by scripts/derive. Change that, and run it.
// sha256 b75b2c241beeca28

extension ThawSchedule: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("every", every)
        sink.field("lasting", lasting)
        sink.field("isOnTraffic", isOnTraffic, unless: false)
    }

    public init(fields: JSONObject) throws(JSONError) {
        every = try fields.read("every")
        lasting = try fields.read("lasting")
        isOnTraffic = try fields.read("isOnTraffic", or: false)
    }
}
