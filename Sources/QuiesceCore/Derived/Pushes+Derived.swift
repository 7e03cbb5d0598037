// Derived from Push/Pushes.swift by scripts/derive. Change that, and run it.
// sha256 a1130b12814ad3e4

extension Pushes: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("last", last)
        sink.field("account", account)
        sink.field("sequence", sequence)
        sink.field("isConnected", isConnected)
        sink.field("pending", pending)
        sink.field("registrations", registrations)
        sink.field("receipts", receipts)
        sink.field("untold", untold)
        sink.field("quotas", quotas)
        sink.field("due", due)
    }

    init(fields: JSONObject) throws(JSONError) {
        last = try fields.read("last")
        account = try fields.readIfPresent("account")
        sequence = try fields.read("sequence")
        isConnected = try fields.read("isConnected")
        pending = try fields.read("pending")
        registrations = try fields.read("registrations")
        receipts = try fields.read("receipts")
        untold = try fields.read("untold")
        quotas = try fields.read("quotas")
        due = try fields.readIfPresent("due")
    }
}

extension Pushes.Untold: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("call", call)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
        call = try fields.read("call")
    }
}
