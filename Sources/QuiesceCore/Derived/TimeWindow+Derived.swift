// Derived from Time/TimeWindow.swift by scripts/derive. Change that, and run it.
// sha256 216812661184bff5

extension TimeWindow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("earliest", earliest)
        sink.field("latest", latest)
    }

    public init(fields: JSONObject) throws(JSONError) {
        earliest = try fields.read("earliest")
        latest = try fields.read("latest")
    }
}
