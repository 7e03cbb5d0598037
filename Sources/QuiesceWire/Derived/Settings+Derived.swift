// Derived from Settings.swift by scripts/derive. Change that, and run it.
// sha256 4d202ad58420107d

import QuiesceVocabulary

extension SettingRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("key", key)
        value.describeFields(to: &sink)
    }

    public init(fields: JSONObject) throws(JSONError) {
        key = try fields.read("key")
        value = try .init(fields: fields)
    }
}
