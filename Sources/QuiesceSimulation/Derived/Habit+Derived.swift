// Derived from Apps/Habit.swift by scripts/derive. Change that, and run it.
// sha256 fde8d9a13e097776

import QuiesceVocabulary

extension Work: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("name", name)
        sink.field("lasts", lasts)
    }

    public init(fields: JSONObject) throws(JSONError) {
        name = try fields.readIfPresent("name")
        lasts = try fields.readIfPresent("lasts")
    }
}

extension Habit: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("call", call)
        sink.field("work", work)
    }

    public init(fields: JSONObject) throws(JSONError) {
        call = try fields.read("call")
        work = try fields.read("work")
    }
}
