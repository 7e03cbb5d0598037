// Derived from VoIP/VoIP.swift by scripts/derive. Change that, and run it.
// sha256 8bbec30154edfea7

extension VoIP: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("clients", clients, unless: [])
    }

    init(fields: JSONObject) throws(JSONError) {
        clients = try fields.read("clients", or: [])
    }
}
