// Derived from Energy/Energy.swift by scripts/derive. Change that, and run it.

extension Energy: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("accounts", accounts, unless: [])
    }

    init(fields: JSONObject) throws(JSONError) {
        accounts = try fields.read("accounts", or: [])
    }
}
