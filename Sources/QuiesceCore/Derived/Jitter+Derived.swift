// Derived from Transfers/Jitter.swift by scripts/derive. Change that, and run it.
// sha256 d0dcecd75e2fc9c7

extension Jitter: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("state", state)
    }

    init(fields: JSONObject) throws(JSONError) {
        state = try fields.read("state")
    }
}
