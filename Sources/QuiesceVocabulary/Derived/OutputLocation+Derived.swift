// Derived from Tools/OutputLocation.swift by scripts/derive. Change that, and run it.
// sha256 2e33e661a07c121e

extension OutputLocation: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("launch", launch)
        sink.field("path", path)
    }

    public init(fields: JSONObject) throws(JSONError) {
        launch = try fields.read("launch")
        path = try fields.read("path")
    }
}
