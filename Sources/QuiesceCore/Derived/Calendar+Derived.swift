// Derived from Events/Calendar.swift by scripts/derive. Change that, and run it.
// sha256 0183c1a4eb6e7940

extension Calendar: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("offsets", offsets)
        sink.field("epoch", epoch)
        sink.field("next", next)
        sink.field("due", due)
    }

    init(fields: JSONObject) throws(JSONError) {
        offsets = try fields.read("offsets")
        epoch = try fields.read("epoch")
        next = try fields.read("next")
        due = try fields.read("due")
    }
}
