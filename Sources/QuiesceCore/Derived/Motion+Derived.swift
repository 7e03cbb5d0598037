// Derived from Motion/Motion.swift by scripts/derive. Change that, and run it.
// sha256 c8523a2c45669cc9

extension Motion: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("listeners", listeners, unless: [])
    }

    init(fields: JSONObject) throws(JSONError) {
        listeners = try fields.read("listeners", or: [])
    }
}
