// Derived from Location/HeardBeacons.swift by scripts/derive. Change that, and run it.
// sha256 f06ce900884a2e39

extension HeardBeacons: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("all", all, unless: [])
    }

    init(fields: JSONObject) throws(JSONError) {
        all = try fields.read("all", or: [])
    }
}

extension HeardBeacons.Heard: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("uuid", uuid)
        sink.field("major", major)
        sink.field("minor", minor)
        sink.field("at", at)
    }

    init(fields: JSONObject) throws(JSONError) {
        uuid = try fields.read("uuid")
        major = try fields.readIfPresent("major")
        minor = try fields.readIfPresent("minor")
        at = try fields.read("at")
    }
}
