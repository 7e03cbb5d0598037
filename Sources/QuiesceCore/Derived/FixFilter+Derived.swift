// Derived from Location/FixFilter.swift by scripts/derive. Change that, and run it.
// sha256 d6ef63340ef4f683

extension FixFilter: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("last", last)
        sink.field("doubted", doubted)
        sink.field("mayRepeat", mayRepeat, unless: false)
        sink.field("isPlayed", isPlayed, unless: false)
    }

    init(fields: JSONObject) throws(JSONError) {
        last = try fields.readIfPresent("last")
        doubted = try fields.readIfPresent("doubted")
        mayRepeat = try fields.read("mayRepeat", or: false)
        isPlayed = try fields.read("isPlayed", or: false)
    }
}
