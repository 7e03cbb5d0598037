// Derived from Time/TimeWindow.swift by scripts/derive. Change that, and run it.

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
