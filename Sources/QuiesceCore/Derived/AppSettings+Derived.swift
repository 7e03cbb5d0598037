// Derived from Events/AppSettings.swift by scripts/derive. Change that, and run it.
// sha256 857eff477418bd64

extension AppSettings: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("told", told)
        sink.field("current", current)
        sink.field("changes", changes)
    }

    init(fields: JSONObject) throws(JSONError) {
        told = try fields.read("told")
        current = try fields.read("current")
        changes = try fields.read("changes")
    }
}
