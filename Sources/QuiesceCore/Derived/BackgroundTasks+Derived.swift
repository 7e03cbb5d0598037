// Derived from BackgroundTasks/BackgroundTasks.swift by scripts/derive. Change that, and run it.
// sha256 f523d30f02ff16d7

extension BackgroundTasks: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("open", open)
        sink.field("spent", spent)
        sink.field("spendingSince", spendingSince)
        sink.field("warned", warned)
        sink.field("graceGiven", graceGiven)
        sink.field("refused", refused)
        sink.field("unwarned", unwarned)
    }

    init(fields: JSONObject) throws(JSONError) {
        open = try fields.read("open")
        spent = try fields.read("spent")
        spendingSince = try fields.readIfPresent("spendingSince")
        warned = try fields.read("warned")
        graceGiven = try fields.read("graceGiven")
        refused = try fields.readIfPresent("refused")
        unwarned = try fields.readIfPresent("unwarned")
    }
}

extension BackgroundTasks.Task: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("name", name)
    }

    init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        name = try fields.readIfPresent("name")
    }
}
