// Derived from Thaw/ThawStep.swift by scripts/derive. Change that, and run it.
// sha256 9563884312f1368a

import QuiesceCore
import QuiesceVocabulary

extension ThawStep: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("place", place)
        sink.field("schedule", schedule)
    }

    public init(fields: JSONObject) throws(JSONError) {
        place = try fields.read("place")
        schedule = try fields.readIfPresent("schedule")
    }
}
