// Derived from Location/LocationRest.swift by scripts/derive. Change that, and run it.
// sha256 5aa0409b0b043b6a

extension LocationRest: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("place", place)
        sink.field("since", since)
        sink.field("paused", paused, unless: [])
        sink.field("untold", untold, unless: [])
    }

    init(fields: JSONObject) throws(JSONError) {
        place = try fields.read("place")
        since = try fields.read("since")
        paused = try fields.read("paused", or: [])
        untold = try fields.read("untold", or: [])
    }
}
