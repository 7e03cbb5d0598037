// Derived from Hosted/AdoptedProcess.swift by scripts/derive. Change that, and run it.
// sha256 3be379a8c71f9830

import QuiesceVocabulary

extension AdoptedProcess: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("pid", pid)
        sink.field("startTime", startTime)
    }

    public init(fields: JSONObject) throws(JSONError) {
        pid = try fields.read("pid")
        startTime = try fields.read("startTime")
    }
}
