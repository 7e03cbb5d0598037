// Derived from Notifications/Notifications+Apps.swift by scripts/derive. Change that, and run it.
// sha256 0b90acd51a7e6b65

extension AppMachine.Opening: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("content", content)
        sink.field("push", push)
        sink.field("answer", answer, unless: .opened)
    }

    init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        content = try fields.read("content")
        push = try fields.readIfPresent("push")
        answer = try fields.read("answer", or: .opened)
    }
}
