// Derived from Busy/Busy.swift by scripts/derive. Change that, and run it.
// sha256 f3c43c66aa7d9513

extension Busy: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("programs", programs, unless: [])
        sink.field("called", called, unless: [])
        sink.field("isFollowed", isFollowed, unless: false)
    }

    init(fields: JSONObject) throws(JSONError) {
        programs = try fields.read("programs", or: [])
        called = try fields.read("called", or: [])
        isFollowed = try fields.read("isFollowed", or: false)
    }
}

extension Busy.Program: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("works", works, unless: [])
        sink.field("looksUntil", looksUntil)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
        works = try fields.read("works", or: [])
        looksUntil = try fields.readIfPresent("looksUntil")
    }
}

extension Busy.Called: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("until", until)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
        until = try fields.read("until")
    }
}
