// Derived from Memory/MemoryShortage.swift by scripts/derive. Change that, and run it.
// sha256 482739de106149c9

extension MemoryShortage: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("warnedAt", warnedAt)
    }

    init(fields: JSONObject) throws(JSONError) {
        warnedAt = try fields.readIfPresent("warnedAt")
    }
}
