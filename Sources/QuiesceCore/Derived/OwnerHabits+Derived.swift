// Derived from Fetch/OwnerHabits.swift by scripts/derive. Change that, and run it.
// sha256 96af00dcb0addfee

extension OwnerHabits: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("s", screenOn)
        sink.field("c", screenChanged)
        sink.field("n", now)
    }

    public init(fields: JSONObject) throws(JSONError) {
        screenOn = try fields.read("s")
        screenChanged = try fields.readIfPresent("c")
        now = try fields.readIfPresent("n")
    }
}
