// Derived from Fetch/AppHabits+Coding.swift by scripts/derive. Change that, and run it.
// sha256 c104fb8ba607e2e2

extension StoredHabits: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("o", opens)
        sink.field("r", returns)
        sink.field("d", days)
        sink.field("f", opened)
        sink.field("c", closed)
        sink.field("l", fetched)
        sink.field("b", budgetDay)
        sink.field("u", used)
        sink.field("t", today)
        sink.field("p", past)
    }

    public init(fields: JSONObject) throws(JSONError) {
        opens = try fields.read("o")
        returns = try fields.read("r")
        days = try fields.read("d")
        opened = try fields.readIfPresent("f")
        closed = try fields.readIfPresent("c")
        fetched = try fields.readIfPresent("l")
        budgetDay = try fields.read("b")
        used = try fields.read("u")
        today = try fields.read("t")
        past = try fields.read("p")
    }
}
