// Derived from Time/SystemMachine+Timer.swift by scripts/derive. Change that, and run it.
// sha256 3d502e29cde861b1

extension SystemMachine.Timer: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("deadline", deadline)
        sink.field("at", at)
    }

    init(fields: JSONObject) throws(JSONError) {
        deadline = try fields.read("deadline")
        at = try fields.read("at")
    }
}
