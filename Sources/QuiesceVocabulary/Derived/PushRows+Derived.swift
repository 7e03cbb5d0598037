// Derived from Push/PushRows.swift by scripts/derive. Change that, and run it.
// sha256 669735e8946ac367

extension PushRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("contentAvailable", contentAvailable)
        sink.field("detail", detail)
        sink.field("heldUntil", heldUntil)
        sink.field("id", id)
        sink.field("mergedInto", mergedInto)
        sink.field("push", push)
        sink.field("reason", reason)
        sink.field("received", received)
        sink.field("silent", silent)
        sink.field("since", since)
        sink.field("state", state)
        sink.field("type", type)
    }

    public init(fields: JSONObject) throws(JSONError) {
        push = try fields.read("push")
        app = try fields.read("app")
        type = try fields.readIfPresent("type")
        id = try fields.readIfPresent("id")
        received = try fields.read("received")
        silent = try fields.read("silent")
        contentAvailable = try fields.read("contentAvailable")
        state = try fields.read("state")
        since = try fields.read("since")
        reason = try fields.readIfPresent("reason")
        mergedInto = try fields.readIfPresent("mergedInto")
        heldUntil = try fields.readIfPresent("heldUntil")
        detail = try fields.read("detail")
    }
}

extension GatewayRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("device", device)
        sink.field("since", since)
        sink.field("state", state)
        sink.field("tokens", tokens)
        sink.field("url", url)
        sink.field("why", why)
    }

    public init(fields: JSONObject) throws(JSONError) {
        url = try fields.readIfPresent("url")
        device = try fields.readIfPresent("device")
        state = try fields.read("state")
        since = try fields.readIfPresent("since")
        why = try fields.readIfPresent("why")
        tokens = try fields.read("tokens")
    }
}
