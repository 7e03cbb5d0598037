// Derived from Thaw/Thaw.swift by scripts/derive. Change that, and run it.
// sha256 f206252fa821d403

extension Thaw: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("programs", programs, unless: [])
    }

    init(fields: JSONObject) throws(JSONError) {
        programs = try fields.read("programs", or: [])
    }
}

extension ThawedProgram: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("schedule", schedule)
        sink.field("isChosen", isChosen, unless: false)
        sink.field("thawsAt", thawsAt)
        sink.field("traffic", traffic)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        schedule = try fields.read("schedule")
        isChosen = try fields.read("isChosen", or: false)
        thawsAt = try fields.readIfPresent("thawsAt")
        traffic = try fields.readIfPresent("traffic")
    }
}

extension ThawFact: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("schedule", schedule)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        schedule = try fields.read("schedule")
    }
}
