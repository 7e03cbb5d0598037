// Derived from Hosted/ProgramSession.swift by scripts/derive. Change that, and run it.
// sha256 a85547f02a9fecd6

import QuiesceVocabulary

extension ProgramSession: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("directory", directory)
        sink.field("environment", environment)
        sink.field("adopted", adopted)
    }

    public init(fields: JSONObject) throws(JSONError) {
        directory = try fields.read("directory")
        environment = try fields.read("environment")
        adopted = try fields.readIfPresent("adopted")
    }
}
