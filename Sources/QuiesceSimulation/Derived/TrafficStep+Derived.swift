// Derived from Thaw/TrafficStep.swift by scripts/derive. Change that, and run it.
// sha256 f881992f8f9543d4

import QuiesceCore
import QuiesceVocabulary

extension TrafficStep: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("place", place)
        sink.field("patience", patience)
        sink.field("answer", answer)
        sink.field("takesFrozen", takesFrozen, unless: 0)
        sink.field("takesAwake", takesAwake, unless: 0)
    }

    public init(fields: JSONObject) throws(JSONError) {
        place = try fields.read("place")
        patience = try fields.read("patience")
        answer = try fields.read("answer")
        takesFrozen = try fields.read("takesFrozen", or: 0)
        takesAwake = try fields.read("takesAwake", or: 0)
    }
}
