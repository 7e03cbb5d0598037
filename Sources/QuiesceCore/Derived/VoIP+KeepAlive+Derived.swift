// Derived from VoIP/VoIP+KeepAlive.swift by scripts/derive. Change that, and run it.
// sha256 ee532f7f66aebe87

extension KeepAlive: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("interval", interval)
        sink.field("since", since)
        sink.field("isOwed", isOwed, unless: false)
    }

    init(fields: JSONObject) throws(JSONError) {
        interval = try fields.read("interval")
        since = try fields.read("since")
        isOwed = try fields.read("isOwed", or: false)
    }
}
