// Derived from Accessories/Accessories.swift by scripts/derive. Change that, and run it.
// sha256 16e84681a95ca04d

extension Accessories: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("connected", connected, unless: [])
        sink.field("sessions", sessions, unless: [])
        sink.field("clients", clients, unless: [])
        sink.field("lastConnection", lastConnection, unless: 0)
    }

    init(fields: JSONObject) throws(JSONError) {
        connected = try fields.read("connected", or: [])
        sessions = try fields.read("sessions", or: [])
        clients = try fields.read("clients", or: [])
        lastConnection = try fields.read("lastConnection", or: 0)
    }
}
