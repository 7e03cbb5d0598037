// Derived from Fetch/FetchScheduler.swift by scripts/derive. Change that, and run it.
// sha256 65f01fed185664fb

extension FetchScheduler: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("settings", settings)
        sink.field("owner", owner)
        sink.field("apps", known)
    }

    public init(fields: JSONObject) throws(JSONError) {
        settings = try fields.read("settings")
        owner = try fields.read("owner")
        known = try fields.read("apps")
        fit()
    }
}

extension FetchScheduler.Settings: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("perAppDay", perAppDay)
        sink.field("window", window)
        sink.field("lead", lead)
    }

    public init(fields: JSONObject) throws(JSONError) {
        perAppDay = try fields.read("perAppDay")
        window = try fields.read("window")
        lead = try fields.read("lead")
    }
}

extension FetchScheduler.App: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("habits", habits)
    }

    init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        habits = try fields.read("habits")
    }
}
