// Derived from Audio/Audio+Facts.swift by scripts/derive. Change that, and run it.
// sha256 0d939ed6823693eb

extension AudioFact: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("hasSession", hasSession, unless: true)
        sink.field("takes", takes)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        hasSession = try fields.read("hasSession", or: true)
        takes = try fields.read("takes")
    }
}
