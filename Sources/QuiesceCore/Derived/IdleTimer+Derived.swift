// Derived from IdleTimer/IdleTimer.swift by scripts/derive. Change that, and run it.
// sha256 edb887b7150d53a9

extension IdleTimer: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("clients", clients, unless: [])
        sink.field("holder", holder)
    }

    init(fields: JSONObject) throws(JSONError) {
        clients = try fields.read("clients", or: [])
        holder = try fields.readIfPresent("holder")
    }
}

extension IdleTimer.Client: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
    }
}
