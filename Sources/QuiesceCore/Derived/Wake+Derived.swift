// Derived from Wakes/Wake.swift by scripts/derive. Change that, and run it.
// sha256 6ff0e6e789e5d389

extension Wake: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("cause", cause)
        sink.field("launch", launch)
        sink.field("delivered", delivered)
        sink.field("isRepeat", isRepeat)
        sink.field("isWarned", isWarned)
        sink.field("endsAt", endsAt)
        sink.field("endsAtOnce", endsAtOnce)
        sink.field("isCharged", isCharged, unless: false)
        sink.field("purges", purges)
    }

    init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        cause = try fields.read("cause")
        launch = try fields.readIfPresent("launch")
        delivered = try fields.readIfPresent("delivered")
        isRepeat = try fields.read("isRepeat")
        isWarned = try fields.read("isWarned")
        endsAt = try fields.readIfPresent("endsAt")
        endsAtOnce = try fields.read("endsAtOnce")
        isCharged = try fields.read("isCharged", or: false)
        purges = try fields.readIfPresent("purges")
    }
}
