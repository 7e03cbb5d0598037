// Derived from Spine/Surroundings+Lock.swift by scripts/derive. Change that, and run it.
// sha256 517d46367a023b7d

extension Locking: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("deadline", deadline)
        sink.field("isForItself", isForItself)
        sink.field("thenSleeps", thenSleeps)
        sink.field("tickets", tickets)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.readIfPresent("app")
        deadline = try fields.read("deadline")
        isForItself = try fields.read("isForItself")
        thenSleeps = try fields.read("thenSleeps")
        tickets = try fields.read("tickets")
    }
}
