// Derived from Audio/Audio.swift by scripts/derive. Change that, and run it.
// sha256 20e1f12ec97551d7

extension Audio: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("clients", clients, unless: [])
        sink.field("hasServer", hasServer, unless: false)
        sink.field("player", player)
    }

    init(fields: JSONObject) throws(JSONError) {
        clients = try fields.read("clients", or: [])
        hasServer = try fields.read("hasServer", or: false)
        player = try fields.readIfPresent("player")
    }
}
