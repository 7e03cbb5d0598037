// Derived from Location/LocationDemand.swift by scripts/derive. Change that, and run it.
// sha256 3bafbb9860cf4528

extension LocationDemand: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("wish", wish)
        sink.field("heading", heading)
    }

    public init(fields: JSONObject) throws(JSONError) {
        wish = try fields.readIfPresent("wish")
        heading = try fields.read("heading")
    }
}
