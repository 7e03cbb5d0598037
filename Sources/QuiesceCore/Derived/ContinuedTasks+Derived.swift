// Derived from ContinuedTasks/ContinuedTasks.swift by scripts/derive. Change that, and run it.
// sha256 e3967461053e7031

extension ContinuedTasks: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("works", works, unless: [])
    }

    init(fields: JSONObject) throws(JSONError) {
        works = try fields.read("works", or: [])
    }
}

extension ContinuedTasks.State: Described, JSONReadable {
    func describe(to sink: inout some Sink) {
        switch self {
        case .waits: sink.word("waits", number: 0)
        case .runs: sink.word("runs", number: 1)
        case .ends: sink.word("ends", number: 2)
        }
    }

    init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension ContinuedTasks.Work: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("id", id)
        sink.field("task", task)
        sink.field("state", state, unless: .waits)
        sink.field("done", done, unless: 0)
        sink.field("judgedAt", judgedAt)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
        id = try fields.read("id")
        task = try fields.read("task")
        state = try fields.read("state", or: .waits)
        done = try fields.read("done", or: 0)
        judgedAt = try fields.readIfPresent("judgedAt")
    }
}
