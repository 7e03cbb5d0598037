// Derived from JournalLines.swift by scripts/derive. Change that, and run it.
// sha256 a0d08b15de0de1cd

import QuiesceCore
import QuiesceVocabulary

extension JournalLine.Header: DescribedFields, JSONFields {
    package func describeFields(to sink: inout some Sink) {
        sink.field("version", version)
        sink.field("seq", seq)
        sink.field("moment", moment)
        sink.field("state", state)
    }

    package init(fields: JSONObject) throws(JSONError) {
        version = try fields.read("version")
        seq = try fields.read("seq")
        moment = try fields.read("moment")
        state = try fields.read("state")
    }
}

extension JournalLine.AnyHeader: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("version", version)
    }

    init(fields: JSONObject) throws(JSONError) {
        version = try fields.read("version")
    }
}

extension JournalLine.Entry: DescribedFields, JSONFields {
    package func describeFields(to sink: inout some Sink) {
        sink.field("seq", seq)
        sink.field("moment", moment)
        sink.field("event", event)
        sink.field("h", h)
        sink.field("payload", payload)
    }

    package init(fields: JSONObject) throws(JSONError) {
        seq = try fields.read("seq")
        moment = try fields.read("moment")
        event = try fields.read("event")
        h = try fields.readIfPresent("h")
        payload = try fields.readIfPresent("payload")
    }
}

extension JournalLine.Closing: DescribedFields, JSONFields {
    package func describeFields(to sink: inout some Sink) {
        sink.field("end", end)
        sink.field("h", h)
    }

    package init(fields: JSONObject) throws(JSONError) {
        end = try fields.read("end")
        h = try fields.read("h")
    }
}
