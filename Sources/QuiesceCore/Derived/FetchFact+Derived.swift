// Derived from Fetch/FetchFact.swift by scripts/derive. Change that, and run it.
// sha256 4e55920f6e08fbe0

extension FetchFact: DescribedFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("minimumInterval", minimumInterval)
        sink.field("requests", tasks)
        sink.field("lastFetch", lastFetch)
        sink.field("budget", budget)
        sink.field("credit", credit)
        sink.field("habits", habits)
    }
}

extension FetchesFact: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("owner", owner)
        sink.field("budget", budget)
        sink.field("day", day)
    }

    public init(fields: JSONObject) throws(JSONError) {
        owner = try fields.read("owner")
        budget = try fields.read("budget")
        day = try fields.read("day")
    }
}
