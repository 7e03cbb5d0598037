// Derived from Energy/Energy.swift by scripts/derive. Change that, and run it.
// sha256 f046fa32c3b0a7e5

extension Energy: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("accounts", accounts, unless: [])
    }

    init(fields: JSONObject) throws(JSONError) {
        accounts = try fields.read("accounts", or: [])
    }
}
