// Derived from Permissions/AppMachine+Permissions.swift by scripts/derive. Change that, and run it.
// sha256 589228450dc60532

extension Grants: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("permissions", permissions)
        sink.field("told", told)
        sink.field("asked", asked)
    }

    init(fields: JSONObject) throws(JSONError) {
        permissions = try fields.read("permissions")
        told = try fields.read("told")
        asked = try fields.read("asked")
    }
}
