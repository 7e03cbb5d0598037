// Derived from Fetch/ForecastRows.swift by scripts/derive. Change that, and run it.
// sha256 a84a53a5edffaba7

extension ForecastSummary: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("from", from)
        sink.field("location", location, unless: [])
        sink.field("saved", saved)
        sink.field("to", to)
        sink.field("unmerged", unmerged)
        sink.field("wakeUps", wakeUps)
    }

    public init(fields: JSONObject) throws(JSONError) {
        from = try fields.read("from")
        to = try fields.read("to")
        wakeUps = try fields.read("wakeUps")
        unmerged = try fields.read("unmerged")
        saved = try fields.read("saved")
        location = try fields.read("location", or: [])
    }
}

extension ForecastRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("time", time)
        sink.field("work", work)
    }

    public init(fields: JSONObject) throws(JSONError) {
        time = try fields.read("time")
        work = try fields.read("work")
    }
}

extension ForecastRow.Work: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("earliest", earliest)
        sink.field("kind", kind)
        sink.field("latest", latest)
        sink.field("reason", reason)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.readIfPresent("app")
        kind = try fields.read("kind")
        reason = try fields.readIfPresent("reason")
        earliest = try fields.read("earliest")
        latest = try fields.read("latest")
    }
}
