// Derived from Push/PushQuota.swift by scripts/derive. Change that, and run it.
// sha256 54188837b2451c44

extension PushQuota: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("fullAt", fullAt)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        fullAt = try fields.read("fullAt")
    }
}
