// Derived from Transfers/Transfers.swift by scripts/derive. Change that, and run it.
// sha256 cf6259fc7a3aeb2f

extension Transfers: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("last", last, unless: 0)
        sink.field("lastOrder", lastOrder, unless: 0)
        sink.field("transfers", machines, unless: [:])
        sink.field("sessions", sessions, unless: [:])
        sink.field("agent", agent, unless: TransferAgent())
        sink.field("hosts", hosts, unless: [:])
        sink.field("relaunches", relaunches, unless: [])
        sink.field("unforgotten", unforgotten, unless: [])
        sink.field("kept", kept, unless: [])
        sink.field("listed", listed, unless: [])
        sink.field("jitter", jitter, unless: Jitter())
        sink.field("history", history, unless: History())
        sink.field("isHeld", isHeld, unless: false)
    }

    init(fields: JSONObject) throws(JSONError) {
        last = try fields.read("last", or: 0)
        lastOrder = try fields.read("lastOrder", or: 0)
        machines = try fields.read("transfers", or: [:])
        sessions = try fields.read("sessions", or: [:])
        agent = try fields.read("agent", or: TransferAgent())
        hosts = try fields.read("hosts", or: [:])
        relaunches = try fields.read("relaunches", or: [])
        unforgotten = try fields.read("unforgotten", or: [])
        kept = try fields.read("kept", or: [])
        listed = try fields.read("listed", or: [])
        jitter = try fields.read("jitter", or: Jitter())
        history = try fields.read("history", or: History())
        isHeld = try fields.read("isHeld", or: false)
    }
}

extension Transfers.Relaunches: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("count", count)
        sink.field("since", since)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        count = try fields.read("count")
        since = try fields.readIfPresent("since")
    }
}
