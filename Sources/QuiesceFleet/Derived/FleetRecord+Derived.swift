// Derived from FleetRecord.swift by scripts/derive. Change that, and run it.
// sha256 2a03cac155a97119

import QuiesceCore
import QuiesceVocabulary

extension FleetDevice: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("name", name)
        sink.field("profile", profile)
        sink.field("against", against)
    }

    public init(fields: JSONObject) throws(JSONError) {
        name = try fields.read("name")
        profile = try fields.read("profile")
        against = try fields.read("against")
    }
}

extension FleetManifest: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("version", version)
        sink.field("core", core)
        sink.field("profile", profile)
        sink.field("against", against)
        sink.field("folder", folder)
        sink.field("owners", owners)
        sink.field("days", days)
        sink.field("seed", seed)
        sink.field("part", part)
        sink.field("parts", parts)
    }

    public init(fields: JSONObject) throws(JSONError) {
        version = try fields.read("version")
        core = try fields.read("core")
        profile = try fields.read("profile")
        against = try fields.read("against")
        folder = try fields.readIfPresent("folder")
        owners = try fields.readIfPresent("owners")
        days = try fields.readIfPresent("days")
        seed = try fields.readIfPresent("seed")
        part = try fields.read("part")
        parts = try fields.read("parts")
    }
}
